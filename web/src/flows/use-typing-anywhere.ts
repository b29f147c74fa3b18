import { useEffect, type RefObject } from 'react';

/**
 * Lets digits that are typed while no field has the focus go into `field`, and hands text that is pasted outside of it to
 * `onPaste`: after the step's heading took the focus, a person can just type or paste the code.
 */
export function useTypingAnywhere(field: RefObject<HTMLInputElement | null>, onPaste: (text: string) => void): void {
  useEffect(() => {
    const takesText = (target: EventTarget | null) =>
      target instanceof HTMLElement && target.matches('input, textarea');
    const onKeyDown = (event: KeyboardEvent) => {
      const isDigit = /^\d$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (isDigit && !takesText(event.target)) field.current?.focus();
    };
    const onPasted = (event: ClipboardEvent) => {
      if (takesText(event.target)) return;
      field.current?.focus();
      onPaste(event.clipboardData?.getData('text') ?? '');
    };
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('paste', onPasted);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('paste', onPasted);
    };
  }, [field, onPaste]);
}
