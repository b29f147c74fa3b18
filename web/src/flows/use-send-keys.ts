import { useEffect, useEffectEvent, type RefObject } from 'react';

/**
 * Ctrl+Enter or Command+Enter does what is shown, also from a field; a key that is held does it once. Under a modal dialog
 * it does nothing.
 * @param root an element of the dialog in which it works; without one, it works on the page
 */
export function useSendKeys(send: () => void, root?: RefObject<HTMLElement | null>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat || event.defaultPrevented) return;
    const modals = [...document.querySelectorAll('dialog:modal')];
    if (!modals.every((modal) => root?.current && modal.contains(root.current))) return;
    event.preventDefault();
    send();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
