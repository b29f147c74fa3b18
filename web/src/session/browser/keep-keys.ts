/** A recorded key, from which a KeyboardEvent can be made. */
type KeptKey = Pick<KeyboardEventInit, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

declare global {
  interface Window {
    /** The keys recorded by `keepKeys` before hydration. */
    florinKeys?: { kept: KeptKey[]; stop: () => void };
  }
}

/**
 * Records the shortcuts that are pressed before hydration, and the text typed for the palette that one of them will
 * open. `takeKeys` returns them. The server writes this function into every page with a shell, before any file is
 * loaded, so it uses nothing outside itself. Without a session nothing is recorded.
 * @param markerKey where this browser's storage says that a person is signed in
 */
export function keepKeys(markerKey: string): void {
  const kept: KeptKey[] = [];
  let last = '';
  let isSearching = false;
  const onKey = (event: KeyboardEvent) => {
    const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
    const isCommand = (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k';
    const isSimulator = altKey && !ctrlKey && !metaKey && code === 'KeyS';
    // A key on a control is the control's.
    const isPlain = !ctrlKey && !metaKey && !altKey && event.target === document.body;
    const isText = key.length === 1 || key === 'Backspace' || key === 'Enter';
    const isSingle = key === '/' || key === '?' || key === 'g' || key === 'n' || last === 'g';
    if (!isCommand && !isSimulator && !(isPlain && isText && (isSearching || isSingle))) return;
    try {
      if (localStorage.getItem(markerKey) === null) return;
    } catch {
      return;
    }
    event.preventDefault();
    isSearching ||= isCommand || (isPlain && key === '/');
    last = key;
    kept.push({ key, code, ctrlKey, metaKey, altKey, shiftKey });
  };
  document.addEventListener('keydown', onKey, true);
  window.florinKeys = { kept, stop: () => document.removeEventListener('keydown', onKey, true) };
}

/** The recorded keys, in order. From now on the page handles keys itself. */
export function takeKeys(): readonly KeptKey[] {
  const { kept = [], stop } = window.florinKeys ?? {};
  stop?.();
  delete window.florinKeys;
  return kept;
}
