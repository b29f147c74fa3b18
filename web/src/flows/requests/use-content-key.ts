import { useRef, useState, type RefObject } from 'react';
import { keepForm, takeForm } from '../../session/kept-forms/kept-forms.ts';
import { usePerson } from '../../session/person.ts';
import { useKept } from '../../session/kept-forms/use-kept-form.ts';

const sentName = (form: string) => `sent ${form}`;

/**
 * Keeps what a form has sent over the end of the session, apart from what is typed: a form that was sent as it was opened
 * holds nothing typed (decision 072).
 * @param form names the form and what it is about, as in `useKept`
 */
function useKeptSent<T extends object>(form: string, sent: RefObject<T>, nothing: T, restore: (found: T) => void) {
  useKept<T>(sentName(form), {
    read: () => ({ base: nothing, values: sent.current }),
    // It changes without a render.
    get isClean() {
      return sent.current === nothing;
    },
    restore: ({ values }) => restore(values),
  });
}

interface SentContent {
  /** The content, if there is one. */
  content: readonly unknown[];
  key: string;
}

const noContent: SentContent = { content: [], key: '' };

/**
 * The idempotency key of the content that is sent. The same content has the same key, so that sending it again after a
 * lost answer changes nothing again, even if the session has ended in between. Changed content has a new key.
 * @param form names the form and what it is about, as in `useKept`
 */
export function useContentKey(form: string): (content: unknown) => string {
  const sent = useRef(noContent);
  useKeptSent(form, sent, noContent, (found) => {
    sent.current = found;
  });
  return (content) => {
    sent.current = withKey(sent.current, content);
    return sent.current.key;
  };
}

/** The content with the key that it was sent with, or a new one. Without a key: what can be a card number is not kept. */
const withKey = (sent: SentContent, content: unknown): SentContent =>
  sent.key !== '' && JSON.stringify(sent.content) === JSON.stringify([content])
    ? sent
    : { content: [content], key: crypto.randomUUID() };

/** `useContentKey` over a reload, too: for what cannot be undone, such as a card. */
export function useLastingContentKey(form: string) {
  const { userId } = usePerson();
  const name = sentName(form);
  const sent = useRef(noContent);
  const keep = (next: SentContent) => {
    sent.current = next;
    keepForm(name, { userId, base: noContent, values: next });
  };
  useKeptSent(form, sent, noContent, keep);
  return {
    keyFor: (content: unknown): string => {
      keep(withKey(sent.current, content));
      return sent.current.key;
    },
    /** It is answered: the same content is another one from now on. */
    forget: (): void => {
      sent.current = noContent;
      takeForm(name, userId, noContent, () => true);
    },
  };
}

interface SentOrder {
  /** The order, if there is one. */
  order: readonly object[];
  basis: string;
  idempotencyKey: string;
  isUnanswered: boolean;
}

const noOrder: SentOrder = { order: [], basis: '', idempotencyKey: '', isUnanswered: false };

/**
 * An attempt to carry out an order as its dry run shows it. While the answer is missing, the same order is the same
 * attempt, with its basis and key, although the balances have changed: the server answers with what it did, or refuses.
 * @param form names the form and what it is about, as in `useKept`
 */
export function useAttempt(form: string) {
  const [unanswered, setUnanswered] = useState<string | null>(null);
  const sent = useRef(noOrder);
  useKeptSent(form, sent, noOrder, (found) => {
    sent.current = found;
    setUnanswered(found.isUnanswered ? JSON.stringify(found.order) : null);
  });
  return {
    /** Whether the order was sent and may have been carried out. */
    isUnanswered: (order: object): boolean => unanswered === JSON.stringify([order]),
    /** What is sent with the order. `basis`: of the dry run that is shown. */
    begin: (order: object, basis: string): Pick<SentOrder, 'basis' | 'idempotencyKey'> => {
      const { current } = sent;
      if (current.idempotencyKey === '' || JSON.stringify(current.order) !== JSON.stringify([order]))
        sent.current = { order: [order], basis, idempotencyKey: crypto.randomUUID(), isUnanswered: false };
      return { basis: sent.current.basis, idempotencyKey: sent.current.idempotencyKey };
    },
    /** Null: without an answer. A refusal below 500 means that nothing has moved. */
    end: (answer: { status: number } | null): void => {
      const isKnown = answer !== null && answer.status < 500;
      sent.current = isKnown ? noOrder : { ...sent.current, isUnanswered: true };
      setUnanswered(isKnown ? null : JSON.stringify(sent.current.order));
    },
  };
}
