import { useEffect } from 'react';
import * as v from 'valibot';
import { isForOthers } from '../../kit/overlays/is-for-others.ts';
import { stored } from '../../stored.ts';

export type Opened = 'palette' | 'shortcuts';

/** Whether single keys are shortcuts in this browser; a person can switch them off (WCAG 2.1.4). */
export const singleKeys = stored('florin-single-keys', v.picklist(['on', 'off']), 'local');

/** What a key opens; null for every other key. */
export function openedBy(
  { key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  areSingleKeysOn: boolean,
): Opened | null {
  if (altKey) return null;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' ? 'palette' : null;
  if (!areSingleKeysOn) return null;
  if (key === '/') return 'palette';
  return key === '?' ? 'shortcuts' : null;
}

/** Listens for the shortcuts that work on every page, but not under a modal dialog, nor while something is typed. */
export function useShortcuts(open: (what: Opened) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const what = openedBy(event, singleKeys.read() !== 'off');
      if (what === null || document.querySelector('dialog:modal') !== null) return;
      const isCombined = event.ctrlKey || event.metaKey;
      if (!isCombined && isForOthers(event, null)) return;
      event.preventDefault();
      open(what);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open]);
}
