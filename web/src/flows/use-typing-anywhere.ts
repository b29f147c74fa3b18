import { useEffect, type RefObject } from 'react';

/**
 * Puts digits that are typed while no field has the focus into `field`, and passes text that is pasted outside of it to
 * `onPaste`. A person can therefore type or paste the code at once, although the step's heading has the focus.
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
