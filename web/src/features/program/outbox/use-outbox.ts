import { outboxMessages, type OutboxMessage } from '@florin/contract/program/outbox';
import { useEffect, useState } from 'react';
import { call } from '../../../api.ts';

const everyMs = 2000;

export interface Outbox {
  /** Null until the first answer. */
  messages: readonly OutboxMessage[] | null;
  /** The last attempt failed; what is shown may be old. */
  isStale: boolean;
}

/** The outbox, fetched anew every two seconds while the page is visible, and at once when it becomes visible again. */
export function useOutbox(): Outbox {
  const [outbox, setOutbox] = useState<Outbox>({ messages: null, isStale: false });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let controller: AbortController | null = null;
    const refresh = async () => {
      clearTimeout(timer);
      controller?.abort();
      controller = new AbortController();
      const { signal } = controller;
      const messages = await fetchMessages(signal);
      if (signal.aborted) return;
      setOutbox((last) => ({ messages: messages ?? last.messages, isStale: messages === null }));
      if (document.visibilityState === 'visible') timer = setTimeout(() => void refresh(), everyMs);
    };
    const onVisibility = () => {
      if (document.visibilityState === 'visible') void refresh();
    };
    void refresh();
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      clearTimeout(timer);
      controller?.abort();
    };
  }, []);
  return outbox;
}

/** Null when they cannot be had right now. */
async function fetchMessages(signal: AbortSignal): Promise<readonly OutboxMessage[] | null> {
  try {
    const answer = await call(outboxMessages, {}, { signal });
    return answer.ok ? answer.body : null;
  } catch {
    return null;
  }
}
