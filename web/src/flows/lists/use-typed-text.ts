import { useState } from 'react';

/**
 * The text of a search field whose state is in the address. The field shows typed text at once and keeps it until the
 * address has it, so that no letter is lost. Any other change of the address replaces the text.
 */
export function useTypedText(inAddress: string, write: (text: string) => void) {
  /** The typed text, and the texts that the address has had or will have until it contains it. */
  const [typed, setTyped] = useState<{ text: string; onTheWay: readonly string[] } | null>(null);
  const isAhead = typed !== null && typed.text !== inAddress && typed.onTheWay.includes(inAddress);
  if (typed !== null && !isAhead) setTyped(null);
  return {
    value: isAhead ? typed.text : inAddress,
    onChange: (text: string) => {
      setTyped({ text, onTheWay: [...(typed?.onTheWay ?? [inAddress]), text] });
      write(text);
    },
  };
}
