/** The text typed between the shortcut and the palette's field, which is loaded when it is first opened. */
let typed: string | null = null;
/** Enter was pressed, so the first result is chosen as soon as there is one. */
let isEntered = false;

/** The palette was opened but cannot receive keys yet. */
export function beginTyping(): void {
  typed ??= '';
}

export const isTypingAhead = (): boolean => typed !== null;

/** Keeps a key for the palette's field. @returns whether it is one of text */
export function typeAhead({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  if (typed === null || ctrlKey || metaKey || altKey || isComposing || isEntered) return false;
  if (key === 'Backspace') typed = typed.slice(0, -1);
  else if (key === 'Enter') isEntered = true;
  else if (key.length === 1) typed += key;
  else return false;
  return true;
}

/** What has been typed so far. */
export const readTyped = (): { text: string; isEntered: boolean } => ({ text: typed ?? '', isEntered });

/** The field has the focus and receives every key from now on. */
export function endTyping(): void {
  typed = null;
  isEntered = false;
}
