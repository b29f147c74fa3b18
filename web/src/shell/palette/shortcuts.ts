import { useEffect } from 'react';
import { isForOthers } from '../../kit/overlays/is-for-others.ts';
import { shellPaths } from '../../paths.ts';
import { takeKeys } from '../../session/browser/keep-keys.ts';
import { singleKeys } from '../../session/single-keys.ts';
import { beginTyping, endTyping, isTypingAhead, typeAhead } from './typed-ahead.ts';

export type PaletteView = 'palette' | 'shortcuts';
type ShellPage = keyof typeof shellPaths;

/** What a shortcut does. `go`: to the first of these pages that the person may enter. */
export type ShortcutAct =
  | { kind: 'open'; what: PaletteView }
  | { kind: 'simulator' }
  | { kind: 'go'; pages: readonly ShellPage[] };

/** Where shortcuts work, in the order of the list. */
export const shortcutGroups = ['anywhere', 'go', 'list', 'requests', 'cards'] as const;
type ShortcutGroup = (typeof shortcutGroups)[number];

export type Shortcut = {
  /** The keys of the list in words, each alternative pressed one after the other. */
  shown: readonly (readonly string[])[];
  /** How it is pressed: with Ctrl or Command, with Alt (`code` of the key), alone, or after `g`. */
  press?: { command: string } | { alt: string } | { key: string } | { afterG: string };
} & (
  | { group: 'go'; id: string; act: Extract<ShortcutAct, { kind: 'go' }> }
  | {
      group: Exclude<ShortcutGroup, 'go'>;
      /** Names its sentence (messages/en/shell/palette.ts). */
      id: ShortcutId;
      /** Missing if a list or a layer handles the key itself (kit/lists/table/use-table-keys.ts). */
      act?: Exclude<ShortcutAct, { kind: 'go' }>;
    }
);

export type ShortcutId =
  | 'palette'
  | 'search'
  | 'shortcuts'
  | 'simulator'
  | 'send'
  | 'close'
  | 'next'
  | 'select'
  | 'range'
  | 'open'
  | 'bulk'
  | 'filter'
  | 'export'
  | 'clear'
  | 'arrivals'
  | 'note'
  | 'approve'
  | 'reject'
  | 'issue'
  | 'freeze'
  | 'edit';

const go = (id: string, afterG: string, ...pages: ShellPage[]): Shortcut => ({
  id,
  group: 'go',
  shown: [['G', afterG.toUpperCase()]],
  press: { afterG },
  act: { kind: 'go', pages },
});

/** Every shortcut. The listener below handles those with an act, and the list under `?` those that a person can use. */
export const shortcuts: readonly Shortcut[] = [
  {
    id: 'palette',
    group: 'anywhere',
    shown: [['Ctrl K']],
    press: { command: 'k' },
    act: { kind: 'open', what: 'palette' },
  },
  { id: 'search', group: 'anywhere', shown: [['/']], press: { key: '/' }, act: { kind: 'open', what: 'palette' } },
  {
    id: 'shortcuts',
    group: 'anywhere',
    shown: [['?']],
    press: { key: '?' },
    act: { kind: 'open', what: 'shortcuts' },
  },
  {
    id: 'simulator',
    group: 'anywhere',
    shown: [['Alt S']],
    press: { alt: 'KeyS' },
    act: { kind: 'simulator' },
  },
  { id: 'send', group: 'anywhere', shown: [['Ctrl Enter']] },
  { id: 'close', group: 'anywhere', shown: [['Esc']] },
  go('dashboard', 'd', 'dashboard'),
  go('transactions', 't', 'transactions', 'purchases'),
  go('cards', 'c', 'cards', 'myCards'),
  go('requests', 'r', 'fundingRequests', 'cardRequests'),
  go('members', 'm', 'teamMembers'),
  go('policies', 'p', 'spendPolicies', 'cardPolicies'),
  { id: 'next', group: 'list', shown: [['J'], ['K']] },
  { id: 'open', group: 'list', shown: [['Enter']] },
  { id: 'select', group: 'list', shown: [['X']] },
  { id: 'range', group: 'list', shown: [['Shift X']] },
  { id: 'bulk', group: 'list', shown: [['B']] },
  { id: 'filter', group: 'list', shown: [['F']] },
  { id: 'export', group: 'list', shown: [['E']] },
  { id: 'note', group: 'list', shown: [['N']] },
  { id: 'arrivals', group: 'list', shown: [['.']] },
  { id: 'clear', group: 'list', shown: [['Esc']] },
  { id: 'approve', group: 'requests', shown: [['A']] },
  { id: 'reject', group: 'requests', shown: [['R']] },
  { id: 'issue', group: 'cards', shown: [['N']] },
  { id: 'freeze', group: 'cards', shown: [['Z']] },
  { id: 'edit', group: 'cards', shown: [['E']] },
];

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/**
 * What a key does; null for every other key.
 * @param isAfterG the key before it was G
 */
export function actOf(
  { key, code, ctrlKey, metaKey, altKey }: Pressed,
  { areSingleKeysOn, isAfterG }: { areSingleKeysOn: boolean; isAfterG: boolean },
): ShortcutAct | null {
  const name = key.toLowerCase();
  const found = shortcuts.find(({ press }) => {
    if (press === undefined) return false;
    if ('command' in press) return (ctrlKey || metaKey) && !altKey && name === press.command;
    if ('alt' in press) return altKey && !ctrlKey && !metaKey && code === press.alt;
    if (ctrlKey || metaKey || altKey || !areSingleKeysOn) return false;
    return 'afterG' in press ? isAfterG && name === press.afterG : !isAfterG && name === press.key;
  });
  return found?.act ?? null;
}

/**
 * Listens for the shortcuts that work on every page, except under a modal dialog or while typing. Keys that were
 * pressed before are handled now.
 */
export function useShortcuts(run: (act: ShortcutAct) => boolean): void {
  useEffect(() => {
    let isAfterG = false;
    const onKey = (event: KeyboardEvent) => {
      const areSingleKeysOn = singleKeys.read() !== 'off';
      const act = actOf(event, { areSingleKeysOn, isAfterG });
      const isSingle = !event.ctrlKey && !event.metaKey && !event.altKey;
      const isOthers =
        document.querySelector('dialog:modal') !== null ||
        (isSingle ? isForOthers(event, null) : event.defaultPrevented);
      isAfterG = isSingle && areSingleKeysOn && !isOthers && !isAfterG && event.key === 'g';
      if (act === null || isOthers || !run(act)) return;
      event.preventDefault();
      if (act.kind === 'open' && act.what === 'palette') beginTyping();
    };
    // Called before every other listener: while the palette loads, typed text belongs to the palette, and the key after
    // G selects a page.
    const first = (event: KeyboardEvent) => {
      if (isTypingAhead() ? typeAhead(event) : isAfterG && actOf(event, { areSingleKeysOn: true, isAfterG }) !== null) {
        if (!isTypingAhead()) onKey(event);
        event.preventDefault();
        event.stopPropagation();
      }
    };
    document.addEventListener('keydown', first, true);
    document.addEventListener('keydown', onKey);
    for (const key of takeKeys())
      document.body.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true }));
    return () => {
      document.removeEventListener('keydown', first, true);
      document.removeEventListener('keydown', onKey);
      endTyping();
    };
  }, [run]);
}
