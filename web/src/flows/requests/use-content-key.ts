import { useRef } from 'react';

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
