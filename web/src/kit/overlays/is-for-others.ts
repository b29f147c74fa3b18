const ownKeys = '[role="menu"], [role="listbox"], [role="grid"], [role="tablist"], [role="dialog"]:not(dialog)';

/** Whether a key was handled, belongs to text being typed, or to a widget or dialog with keys of its own. */
export function isForOthers(event: KeyboardEvent, root: HTMLElement | null): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return true;
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  if (isTyped(target) || target.closest(ownKeys)) return true;
  const modal = document.querySelector('dialog:modal');
  return modal !== null && !modal.contains(root);
}

/** Whether an element is a field in which letters are typed or picked. */
export const isTyped = (element: HTMLElement): boolean =>
  element.isContentEditable ||
  element.matches('textarea, select, input:not([type="checkbox"], [type="radio"], [type="button"])');
