import type { CategoryGroupLine } from '@florin/contract/cards/category-groups';
import { isLimit, type Rule } from '@florin/contract/cards/policies/spend-rules';
import { ArrowDown, ArrowUp, Clock, Ellipsis, Filter, Trash2, Users } from 'lucide-react';
import { Fragment, useState } from 'react';
import { ruleParts, ruleText, type Part, type Place } from '@florin/contract/cards/policies/rule-sentences';
import { MenuButton } from '../../../../kit/overlays/menus/MenuButton.tsx';
import { Icon } from '../../../../kit/text/Icon.tsx';
import { spendPolicyWords } from '../../../../messages/en/cards/spend-policies.ts';
import { wasLeftOpen } from '../../../../session/kept-forms/use-kept-form.ts';
import type { Item } from './editor-state.ts';
import { PlaceToken } from './PlaceToken.tsx';
import type { Layer } from '../queries.ts';
import styles from './policy-editor.module.css';

const words = spendPolicyWords.editor;

export interface RuleLineProps {
  item: Item;
  /** The rule with its key in force; null where there is none. */
  before: Rule | null;
  /** How it differs; null where differences are not shown. */
  change: 'SAME' | 'CHANGED' | 'ADDED' | null;
  /** What is wrong with it, or surprising about it. */
  problems: readonly string[];
  warnings: readonly string[];
  layer: Layer;
  groups: readonly CategoryGroupLine[];
  isFirst: boolean;
  isLast: boolean;
  /** Begins the keys by which what is typed in its places is kept. */
  keptAs: string;
  /** It was just added without a value: its editor is open. */
  isNew: boolean;
  onChange: (rule: Rule) => void;
  /** The editor of a place was opened or closed. */
  onOpen: (isOpen: boolean) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

const signs = { SAME: '', CHANGED: '~', ADDED: '+' } as const;

const beginsWithComma = (part: Part | undefined) => typeof part === 'string' && part.startsWith(',');

/** A rule as its sentence, with its places. Alt with an arrow key moves it. */
export function RuleLine(props: RuleLineProps) {
  const { item, before, change, problems, warnings, layer, groups, isFirst, isLast, isNew } = props;
  const { rule } = item;
  const text = ruleText(rule, groups);
  const parts = ruleParts(rule, groups);
  const old = change === 'CHANGED' && before ? ruleParts(before, groups) : null;
  // A place that was added, such as an exemption, has nothing to be compared with: the old sentence stands below.
  const isAlike = old?.length === parts.length;
  // A place without a value yet, whose editor was chosen from the menu.
  const keyOf = (place: Place) => `${props.keptAs} ${place} ${JSON.stringify(rule)}`;
  const [extra, setExtra] = useState<Place | null>(() => (wasLeftOpen(keyOf('exempt')) ? 'exempt' : null));
  /** A place takes the comma behind it, which then never stands alone on a line. */
  const token = (place: Place, value: string, open: boolean, comma = '') => (
    <PlaceToken
      rule={rule}
      place={place}
      layer={layer}
      groups={groups}
      keptAs={keyOf(place)}
      text={value + comma}
      label={words.change(value, text)}
      defaultOpen={open}
      onChange={props.onChange}
      onOpen={(isOpen) => {
        props.onOpen(isOpen);
        if (place === extra && !isOpen) setExtra(null);
      }}
    />
  );
  return (
    // The keys belong to whatever in the line has the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={styles.rule}
      data-change={change ?? undefined}
      data-wrong={problems.length > 0 || undefined}
      data-key={item.key}
      aria-label={words.rule(text)}
      onKeyDown={(event) => {
        if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
        event.preventDefault();
        props.onMove(event.key === 'ArrowUp' ? -1 : 1);
      }}
    >
      <span className={styles.sign} aria-hidden="true">
        {change === null ? '' : signs[change]}
      </span>
      <div className={styles.sentence}>
        <p>
          {parts.map((part, index) => (
            // Pieces of a sentence have no other name than their place.
            // oxlint-disable-next-line react/no-array-index-key
            <Fragment key={index}>
              {typeof part === 'string' ? (
                part.replace(/^,/, '')
              ) : (
                <>
                  {isAlike && oldText(old[index]) !== part.text && old[index] !== undefined && (
                    <>
                      <del>{oldText(old[index])}</del>{' '}
                    </>
                  )}
                  {token(
                    part.place,
                    part.text,
                    isNew && index === parts.length - 1,
                    beginsWithComma(parts[index + 1]) ? ',' : '',
                  )}
                </>
              )}
            </Fragment>
          ))}
          {extra !== null && !parts.some((part) => typeof part !== 'string' && part.place === extra) && (
            <> {token(extra, '…', true)}</>
          )}
        </p>
        {old && !isAlike && before && (
          <p className={styles.old}>
            <del>{ruleText(before, groups)}</del>
          </p>
        )}
        {problems.map((problem) => (
          <p key={problem} className={styles.problem} role="alert">
            {problem}
          </p>
        ))}
        {warnings.map((warning) => (
          <p key={warning} className={styles.warning}>
            {warning}
          </p>
        ))}
      </div>
      <MenuButton
        label={`${words.menu}: ${text}`}
        entries={[
          ...(isFirst ? [] : [{ id: 'up', icon: ArrowUp, label: words.moveUp }]),
          ...(isLast ? [] : [{ id: 'down', icon: ArrowDown, label: words.moveDown }]),
          ...(isLimit(rule) && rule.group === undefined ? [{ id: 'group', icon: Filter, label: words.narrow }] : []),
          ...(isLimit(rule) && layer !== 'CARD' && (rule.of ?? 'card') === 'card' && rule.period !== 'purchase'
            ? [{ id: 'scope', icon: Users, label: words.scope }]
            : []),
          ...(rule.kind === 'hours' && (rule.exempt ?? []).length === 0
            ? [{ id: 'exempt', icon: Clock, label: words.exempt }]
            : []),
          { id: 'remove', icon: Trash2, label: words.remove },
        ]}
        onAction={(id) => {
          if (id === 'up') props.onMove(-1);
          else if (id === 'down') props.onMove(1);
          else if (id === 'remove') props.onRemove();
          else setExtra(id as Place);
        }}
      >
        <Icon of={Ellipsis} size={16} />
      </MenuButton>
    </li>
  );
}

const oldText = (part: Part | undefined): string => (typeof part === 'object' ? part.text : (part ?? ''));
