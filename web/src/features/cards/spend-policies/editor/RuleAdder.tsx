import type { CategoryGroupLine } from '@florin/contract/cards/category-groups';
import { ListField, type Rule } from '@florin/contract/cards/policies/spend-rules';
import { Plus } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Button } from 'react-aria-components/Button';
import { ruleText } from '@florin/contract/cards/policies/rule-sentences';
import { RuleSentence } from '../../../../flows/spend-rules/RuleSentence.tsx';
import menuStyles from '../../../../kit/overlays/menus/MenuButton.module.css';
import { Popup } from '../../../../kit/overlays/Popup.tsx';
import { iconButtonClass } from '../../../../kit/actions/IconButton.tsx';
import { Icon } from '../../../../kit/text/Icon.tsx';
import { spendPolicyWords } from '../../../../messages/en/cards/spend-policies.ts';
import { missedWord, parseParts, parseRule, placeWithoutLimit } from '../parse-rule.ts';
import styles from './policy-editor.module.css';

const words = spendPolicyWords.editor;

interface RuleAdderProps {
  groups: readonly CategoryGroupLine[];
  /** The rule in words, as far as it is typed. */
  typed: string;
  onTyped: (text: string) => void;
  /** `isEmpty`: it has no value yet, and its editor opens. */
  onAdd: (rule: Rule, isEmpty: boolean) => void;
}

/** The last line: a rule in words, offered as the sentence that was understood, or a kind of rule from a menu. */
export function RuleAdder({ groups, typed, onTyped, onAdd }: RuleAdderProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [wasAsked, setAsked] = useState(false);
  const offers = parseRule(typed, groups);
  const parts = offers.length === 0 ? parseParts(typed, groups) : [];
  const place = placeWithoutLimit(typed, groups);
  const add = (...rules: readonly Rule[]) => {
    for (const rule of rules) onAdd(rule, false);
    onTyped('');
    setAsked(false);
    input.current?.focus();
  };
  return (
    <li className={styles.adder}>
      <MenuTrigger>
        <Button aria-label={words.add} className={iconButtonClass}>
          <Icon of={Plus} size={16} />
        </Button>
        <Popup className={menuStyles.popup} placement="bottom start">
          <Menu
            aria-label={words.add}
            className={menuStyles.menu}
            items={kinds}
            onAction={(key) => {
              const kind = kinds.find((each) => each.id === key);
              if (kind) onAdd(kind.rule, kind.isEmpty);
            }}
          >
            {({ id: key, label }) => (
              <MenuItem id={key} textValue={label} className={menuStyles.entry}>
                {label}
              </MenuItem>
            )}
          </Menu>
        </Popup>
      </MenuTrigger>
      <div className={styles.typing}>
        <input
          ref={input}
          type="text"
          autoComplete="off"
          aria-label={words.typeLabel}
          aria-describedby={`${id}offers`}
          placeholder={words.typePlaceholder}
          value={typed}
          onChange={({ target }) => {
            onTyped(target.value);
            setAsked(false);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onTyped('');
            if (event.key !== 'Enter') return;
            event.preventDefault();
            const [first] = offers;
            if (first) add(first);
            else if (parts.length > 0) add(...parts);
            else setAsked(true);
          }}
        />
        <div id={`${id}offers`} className={styles.offers} role="status">
          {offers.length > 0 && (
            <>
              <span className={styles.mute}>{words.means}</span>
              {offers.map((rule) => (
                <button key={ruleText(rule, groups)} type="button" onClick={() => add(rule)}>
                  <RuleSentence rule={rule} groups={groups} />
                </button>
              ))}
            </>
          )}
          {parts.length > 0 && (
            <>
              <span className={styles.mute}>{words.meansEach}</span>
              {parts.map((rule) => (
                <RuleSentence key={ruleText(rule, groups)} rule={rule} groups={groups} />
              ))}
              <button type="button" onClick={() => add(...parts)}>
                {words.addAll(parts.length)}
              </button>
            </>
          )}
          {wasAsked && offers.length + parts.length === 0 && typed.trim() !== '' && (
            <span className={styles.problem}>
              {place === null ? words.notUnderstood(missedWord(typed, groups)) : words.noLimitAt(place)}
            </span>
          )}
        </div>
      </div>
    </li>
  );
}

interface Kind {
  id: string;
  label: string;
  rule: Rule;
  isEmpty: boolean;
}

const listKinds = (kind: 'allow' | 'block'): Kind[] =>
  ListField.options.map((field) => ({
    id: `${kind} ${field}`,
    label: `${words.kinds[kind].replace(' …', '')} ${words.fields[field]}`,
    rule: { kind, field, values: [] },
    isEmpty: true,
  }));

const kinds: readonly Kind[] = [
  {
    id: 'amount',
    label: words.kinds.amount,
    rule: { kind: 'amount', period: 'day', limit: 100_00 },
    isEmpty: false,
  },
  { id: 'count', label: words.kinds.count, rule: { kind: 'count', period: 'day', limit: 5 }, isEmpty: false },
  ...listKinds('allow'),
  ...listKinds('block'),
  {
    id: 'hours',
    label: words.kinds.hours,
    rule: { kind: 'hours', windows: [{ weekdays: [1, 2, 3, 4, 5], from: 420, to: 1380 }] },
    isEmpty: true,
  },
  {
    id: 'receipts',
    label: words.kinds.receipts,
    rule: { kind: 'receipts', overdueAtMost: 0, withinDays: 7, fromAmount: 25_00 },
    isEmpty: true,
  },
];
