import type { Rule } from '@florin/contract/cards/policies/spend-rules';

/** A rule with a key of its own, so that it stays the same line while it is changed and moved. */
export interface Item {
  key: number;
  rule: Rule;
}

/** The rules that are edited, and how they were before each change. */
export interface EditorState {
  items: readonly Item[];
  past: readonly (readonly Item[])[];
}

/** As many changes can be taken back. */
const pastAtMost = 100;

let keys = 0;
const itemOf = (rule: Rule): Item => {
  keys += 1;
  return { key: keys, rule };
};

export const beginWith = (rules: readonly Rule[]): EditorState => ({ items: rules.map(itemOf), past: [] });

export type EditorAct =
  | { act: 'change'; key: number; rule: Rule }
  | { act: 'add'; rule: Rule }
  | { act: 'remove'; key: number }
  | { act: 'move'; key: number; by: -1 | 1 }
  | { act: 'replace'; rules: readonly Rule[] }
  | { act: 'undo' };

/** What the rules are after an act; an act without an effect leaves the state as it is. */
export function edit(state: EditorState, act: EditorAct): EditorState {
  const { items, past } = state;
  if (act.act === 'undo') {
    const before = past.at(-1);
    return before ? { items: before, past: past.slice(0, -1) } : state;
  }
  const next = itemsAfter(items, act);
  return next === items ? state : { items: next, past: [...past, items].slice(-pastAtMost) };
}

function itemsAfter(items: readonly Item[], act: Exclude<EditorAct, { act: 'undo' }>): readonly Item[] {
  switch (act.act) {
    case 'change':
      return items.map((item) => (item.key === act.key ? { key: act.key, rule: act.rule } : item));
    case 'add':
      return [...items, itemOf(act.rule)];
    case 'remove':
      return items.some(({ key }) => key === act.key) ? items.filter(({ key }) => key !== act.key) : items;
    case 'move': {
      const from = items.findIndex(({ key }) => key === act.key);
      const to = from + act.by;
      const [one, other] = [items[from], items[to]];
      if (!one || !other) return items;
      return items.map((item, index) => (index === from ? other : index === to ? one : item));
    }
    case 'replace':
      return act.rules.map(itemOf);
  }
}

export const rulesOf = ({ items }: EditorState): Rule[] => items.map(({ rule }) => rule);
