import { useRef, useState } from 'react';

/**
 * The idempotency key of the content that is sent. The same content has the same key, so that sending it again after a
 * lost answer changes nothing again. Changed content has a new key.
 */
export function useContentKey(): (content: unknown) => string {
  const last = useRef<{ content: string; key: string } | null>(null);
  return (content) => {
    const text = JSON.stringify(content);
    if (last.current?.content !== text) last.current = { content: text, key: crypto.randomUUID() };
    return last.current.key;
  };
}

interface Sent {
  order: string;
  basis: string;
  idempotencyKey: string;
}

/**
 * An attempt to carry out an order as its dry run shows it. While the answer is missing, the same order is the same
 * attempt, with its basis and key, although the balances have changed: the server answers with what it did, or refuses.
 */
export function useAttempt() {
  const sent = useRef<Sent | null>(null);
  const [unanswered, setUnanswered] = useState<string | null>(null);
  return {
    /** Whether the order was sent and may have been carried out. */
    isUnanswered: (order: object): boolean => unanswered === JSON.stringify(order),
    /** What is sent with the order. `basis`: of the dry run that is shown. */
    begin: (order: object, basis: string): Omit<Sent, 'order'> => {
      const text = JSON.stringify(order);
      if (sent.current?.order !== text) sent.current = { order: text, basis, idempotencyKey: crypto.randomUUID() };
      return { basis: sent.current.basis, idempotencyKey: sent.current.idempotencyKey };
    },
    /** Null: without an answer. A refusal below 500 means that nothing has moved. */
    end: (answer: { status: number } | null): void => {
      const isKnown = answer !== null && answer.status < 500;
      setUnanswered(isKnown ? null : (sent.current?.order ?? null));
      if (isKnown) sent.current = null;
    },
  };
}
