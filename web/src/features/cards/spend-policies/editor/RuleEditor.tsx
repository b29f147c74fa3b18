import type { CategoryGroupLine } from '@florin/contract/cards/category-groups';
import type { SpendPolicy } from '@florin/contract/cards/spend-policies';
import { compareRules } from '@florin/contract/cards/policies/spend-changes';
import {
  ruleKey,
  type GroupSnapshot,
  type PolicyProblem,
  type Rule,
} from '@florin/contract/cards/policies/spend-rules';
import { policyWarnings } from '@florin/contract/cards/policies/spend-warnings';
import { useLayoutEffect, useRef, useState } from 'react';
import { longWhen } from '../../../../flows/time/when.ts';
import { ruleText } from '@florin/contract/cards/policies/rule-sentences';
import { RuleSentence } from '../../../../flows/spend-rules/RuleSentence.tsx';
import { Button } from '../../../../kit/actions/Button.tsx';
import { Failure } from '../../../../kit/feedback/Failure.tsx';
import { Notice } from '../../../../kit/feedback/Notice.tsx';
import { Panel } from '../../../../kit/layout/Panel.tsx';
import { spendPolicyWords } from '../../../../messages/en/cards/spend-policies.ts';
import { KeptNotice } from '../../../../session/kept-forms/KeptNotice.tsx';
import { useKept } from '../../../../session/kept-forms/use-kept-form.ts';
import { rulesOf } from './editor-state.ts';
import type { Layer } from '../queries.ts';
import { RuleAdder } from './RuleAdder.tsx';
import { RuleLine } from './RuleLine.tsx';
import { activeOf, draftOf, type Draft } from './use-draft.ts';
import styles from './policy-editor.module.css';

const words = spendPolicyWords.editor;

interface RuleEditorProps {
  draft: Draft;
  policy: SpendPolicy;
  groups: readonly Pick<GroupSnapshot, 'key' | 'name'>[];
  categories: readonly CategoryGroupLine[];
  problems: readonly PolicyProblem[];
  zone: string;
  /** Why it cannot be changed; null if it can. */
  reason: string | null;
}

/** The sentences of the draft, each with its difference to the version in force. */
export function RuleEditor({ draft, policy, groups, categories, problems, zone, reason }: RuleEditorProps) {
  const [showsChanges, setShowsChanges] = useState(true);
  // The rules before one without a value was added: the new one opens its editor.
  const [known, setKnown] = useState<ReadonlySet<number> | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const { state, act } = draft;
  const [typed, setTyped] = useState('');
  const keptText = useKept(`policy-rule ${policy.id}`, {
    read: () => ({ base: { typed: '' }, values: { typed } }),
    isClean: typed === '',
    restore: ({ values }) => setTyped(values.typed),
  });
  const kept = {
    isRestored: draft.kept.isRestored || keptText.isRestored,
    discard: () => {
      if (draft.kept.isRestored) draft.kept.discard();
      keptText.discard();
    },
  };
  const rules = rulesOf(state);
  const active = activeOf(policy);
  const compared = compareRules(active?.document.rules ?? [], rules);
  const isCompared = active !== undefined && showsChanges;
  const warnings = policyWarnings({ rules, groups: [...categories] });
  const focus = useFocusAfter(list);
  const number = draftOf(policy)?.number ?? null;
  if (reason !== null)
    return (
      <Panel title={words.heading} padded={false}>
        <p className={styles.lead}>{reason}</p>
        <ol className={styles.rules} aria-label={words.rules}>
          {state.items.map(({ key, rule }) => (
            <li key={key} className={styles.rule}>
              <span className={styles.sign} />
              <div className={styles.sentence}>
                <RuleSentence rule={rule} groups={groups} />
              </div>
            </li>
          ))}
        </ol>
      </Panel>
    );
  return (
    <Panel
      title={words.heading}
      padded={false}
      actions={
        <div className={styles.tools}>
          <Button variant="quiet" unavailable={state.past.length === 0} onClick={() => act({ act: 'undo' })}>
            {words.undo}
          </Button>
          {active && (
            <div className={styles.segments} role="group" aria-label={words.view}>
              <button type="button" aria-pressed={showsChanges} onClick={() => setShowsChanges(true)}>
                {words.changes(active.number)}
              </button>
              <button type="button" aria-pressed={!showsChanges} onClick={() => setShowsChanges(false)}>
                {number === null ? words.plainNew : words.plain(number)}
              </button>
            </div>
          )}
        </div>
      }
    >
      <div className={kept.isRestored ? styles.lead : undefined}>
        <KeptNotice kept={kept} />
      </div>
      {draft.conflict && <ConflictNotice draft={draft} rules={rules} groups={groups} zone={zone} />}
      {draft.message && (
        <div className={styles.lead}>
          <Failure
            text={draft.message.text}
            correlationId={draft.message.correlationId ?? null}
            onRetry={() => void draft.save()}
            retrying={draft.status === 'SAVING'}
          />
        </div>
      )}
      <ol ref={list} className={styles.rules} aria-label={words.rules}>
        {state.items.map((item, index) => {
          const change = compared[index];
          return (
            <RuleLine
              key={item.key}
              item={item}
              before={change?.before ?? null}
              change={isCompared && change && change.change !== 'REMOVED' ? change.change : null}
              problems={problems
                .filter(({ rule }) => rule === index)
                .map(({ problem, other }) => {
                  const otherRule = other === null ? undefined : rules[other];
                  return [words.problems[problem], otherRule && words.otherRule(ruleText(otherRule, groups))]
                    .filter(Boolean)
                    .join(' ');
                })}
              warnings={warnings
                .filter(({ rule, warning, other }) => rule === index || (other === index && warning !== 'neverAllowed'))
                .map(({ rule, warning, other }) =>
                  words.warnings[warning](ruleText(rules[rule === index ? other : rule]!, groups)),
                )}
              layer={policy.layer as Layer}
              groups={categories}
              isFirst={index === 0}
              isLast={index === state.items.length - 1}
              keptAs={`policy-place ${policy.id}`}
              isNew={known !== null && !known.has(item.key)}
              onChange={(rule) => act({ act: 'change', key: item.key, rule })}
              onOpen={draft.setOpen}
              onMove={(by) => {
                focus.keep();
                act({ act: 'move', key: item.key, by });
              }}
              onRemove={() => {
                focus.goTo(state.items[index + 1]?.key ?? state.items[index - 1]?.key ?? null);
                act({ act: 'remove', key: item.key });
              }}
            />
          );
        })}
        {isCompared &&
          compared.map((change) =>
            change.change === 'REMOVED' ? (
              <li
                key={`removed ${ruleKey(change.before)}`}
                className={styles.rule}
                data-change="REMOVED"
                aria-label={`${words.removed}: ${ruleText(change.before, groups)}`}
              >
                <span className={styles.sign} aria-hidden="true">
                  −
                </span>
                <div className={styles.sentence}>
                  <p>
                    <del>{ruleText(change.before, groups)}</del>
                  </p>
                </div>
                <Button variant="quiet" onClick={() => act({ act: 'add', rule: change.before })}>
                  {words.putBack}
                </Button>
              </li>
            ) : null,
          )}
        <RuleAdder
          groups={categories}
          typed={typed}
          onTyped={setTyped}
          onAdd={(rule, isEmpty) => {
            act({ act: 'add', rule });
            setKnown(isEmpty ? new Set(state.items.map(({ key }) => key)) : null);
          }}
        />
      </ol>
      {problems.some(({ rule }) => rule === null) && <p className={styles.lead}>{words.problems.noRules}</p>}
    </Panel>
  );
}

interface ConflictProps {
  draft: Draft;
  rules: readonly Rule[];
  groups: RuleEditorProps['groups'];
  zone: string;
}

/** What another administrator has saved, beside what is on the screen; the person decides. */
function ConflictNotice({ draft: { conflict, settle }, rules, groups, zone }: ConflictProps) {
  const theirs = conflict?.theirs ?? null;
  const differing =
    theirs === null ? [] : compareRules(theirs.document.rules, rules).filter(({ change }) => change !== 'SAME');
  const isBy = words.conflict;
  return (
    <div className={styles.lead}>
      <Notice severity="warning" title={isBy.title}>
        <p>
          {theirs === null ? isBy.gone : isBy.text(theirs.createdBy ?? isBy.someone, longWhen(theirs.createdAt, zone))}
        </p>
        {differing.length > 0 && (
          <dl className={styles.conflict}>
            <dt>{isBy.theirs}</dt>
            {differing.map(({ before }) => (before ? <dd key={ruleKey(before)}>{ruleText(before, groups)}</dd> : null))}
            <dt>{isBy.yours}</dt>
            {differing.map(({ rule }) => (rule ? <dd key={ruleKey(rule)}>{ruleText(rule, groups)}</dd> : null))}
          </dl>
        )}
        <div className={styles.tools}>
          <Button onClick={() => settle('theirs')}>{theirs === null ? isBy.leave : isBy.take}</Button>
          <Button onClick={() => settle('mine')}>{theirs === null ? isBy.saveAgain : isBy.keep}</Button>
        </div>
      </Notice>
    </div>
  );
}

/** Lines change their places in the document, and the browser lets go of the focus: it stays where it was. */
function useFocusAfter(list: React.RefObject<HTMLOListElement | null>) {
  const wanted = useRef<{ element: HTMLElement } | { key: number } | null>(null);
  useLayoutEffect(() => {
    const target = wanted.current;
    wanted.current = null;
    if (target === null) return;
    if ('element' in target) target.element.focus();
    else list.current?.querySelector<HTMLElement>(`[data-key="${target.key}"] button`)?.focus();
  });
  return {
    keep: () => {
      const { activeElement } = document;
      if (activeElement instanceof HTMLElement) wanted.current = { element: activeElement };
    },
    goTo: (key: number | null) => {
      if (key !== null) wanted.current = { key };
    },
  };
}
