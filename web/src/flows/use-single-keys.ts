import { useEffect, useRef, type RefObject } from 'react';
import { isForOthers } from '../kit/overlays/is-for-others.ts';
import { singleKeys } from '../session/single-keys.ts';

/** What a key does; false if it does nothing now, so that the key stays free. */
type KeyAct = (event: KeyboardEvent) => boolean | void;

/**
 * Single keys of a page. They do nothing while a person types, under a modal dialog, or where the person has switched
 * single-key shortcuts off (WCAG 2.1.4).
 * @param acts by `KeyboardEvent.key`
 * @param root what the keys are for, if it can stand in a modal dialog
 */
export function useSingleKeys(acts: Readonly<Record<string, KeyAct>>, root?: RefObject<HTMLElement | null>): void {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const act = latest.current[event.key];
      if (act === undefined || singleKeys.read() === 'off' || isForOthers(event, root?.current ?? null)) return;
      if (act(event) !== false) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [root]);
}
