import { saveSpendPolicyDraft, type PolicyVersion, type SpendPolicy } from '@florin/contract/cards/spend-policies';
import { Rule, type PolicyProblem } from '@florin/contract/cards/policies/spend-rules';
import { hashKey } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import * as v from 'valibot';
import { call, CallFailure } from '../../../../api.ts';
import type { Message } from '../../../../kit/forms/FormMessage.tsx';
import { errorMessage } from '../../../../session/failures/error-message.ts';
import { useKept, type KeptForm } from '../../../../session/kept-forms/use-kept-form.ts';
import { queryClient } from '../../../../session/queries/query-client.ts';
import { beginWith, edit, rulesOf, type EditorAct, type EditorState } from './editor-state.ts';
import { keepPolicy, policyQuery } from '../queries.ts';

/** After so long without another change the draft is saved. */
const pauseMilliseconds = 700;

export type SaveStatus = 'SAVED' | 'UNSAVED' | 'SAVING' | 'INVALID' | 'FAILED';

/** What another administrator has saved meanwhile; null where the draft is gone. */
export interface Conflict {
  theirs: PolicyVersion | null;
}

export const draftOf = ({ versions }: SpendPolicy) => versions.find(({ state }) => state === 'DRAFT');
export const activeOf = ({ versions, active }: SpendPolicy) => versions.find(({ number }) => number === active);

/** The rules that the editor begins with: those of the draft, otherwise those in force, otherwise the newest. */
const rulesToEdit = (policy: SpendPolicy): readonly Rule[] =>
  (draftOf(policy) ?? activeOf(policy) ?? policy.versions[0])?.document.rules ?? [];

const Kept = v.object({ replaces: v.string(), rules: v.array(Rule) });

const asText = (rules: readonly Rule[]) => JSON.stringify(rules);

export interface Draft {
  state: EditorState;
  act: (act: EditorAct) => void;
  status: SaveStatus;
  /** Why saving has failed. */
  message: Message | null;
  conflict: Conflict | null;
  /** Saves what is not saved yet. @returns whether everything is */
  save: () => Promise<boolean>;
  /** When the draft was created that the rules on the screen replace; null before the first. */
  replaces: () => string | null;
  /** Goes on with the others' rules, or with the own ones in their place. */
  settle: (choice: 'theirs' | 'mine') => void;
  /** Goes on from what an act on the draft has answered. */
  continueFrom: (policy: SpendPolicy) => void;
  /** The editor of a place was opened or closed. */
  setOpen: (isOpen: boolean) => void;
  /** Whether rules are here that were not saved when the session ended; those before them come back with `discard`. */
  kept: KeptForm;
}

/**
 * The draft of a policy while it is edited. What is on the screen is the editor's own from the beginning: an answer
 * tells which draft the next one replaces and whether it is saved, and never changes a rule.
 * @param problems of the rules on the screen: rules with one are not sent
 */
export function useDraft(policy: SpendPolicy, problemsOf: (rules: readonly Rule[]) => readonly PolicyProblem[]): Draft {
  const [state, act] = useReducer(edit, policy, (first) => beginWith(rulesToEdit(first)));
  const [saved, setSaved] = useState(() => asText(rulesToEdit(policy)));
  const [isSaving, setSaving] = useState(false);
  const [message, setMessage] = useState<Message | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [isOpen, setOpen] = useState(false);
  /** The rules in whose place kept ones are, until the next change. */
  const [opened, setOpened] = useState<readonly Rule[] | null>(null);
  const isRestoring = useRef(false);
  /** When the draft was created that the rules replace; null before the first. */
  const known = useRef(draftOf(policy)?.createdAt ?? null);
  const latest = useRef(state);
  const sending = useRef<Promise<boolean> | null>(null);
  const latestSaved = useRef(saved);
  useEffect(() => {
    latest.current = state;
    latestSaved.current = saved;
    isRestoring.current = false;
  });
  const rules = rulesOf(state);
  const text = asText(rules);
  const isInvalid = problemsOf(rules).length > 0;

  const send = async (): Promise<boolean> => {
    const sent = rulesOf(latest.current);
    if (problemsOf(sent).length > 0) return false;
    setSaving(true);
    setMessage(null);
    try {
      const answer = await call(saveSpendPolicyDraft, {
        params: { id: policy.id },
        body: { rules: sent, replaces: known.current },
      });
      if (answer.ok) {
        known.current = draftOf(answer.body)?.createdAt ?? null;
        setSaved(asText(sent));
        keepPolicy(answer.body);
        return asText(rulesOf(latest.current)) === asText(sent);
      }
      if (answer.body.Code === 'VERSION_CONFLICT') {
        const now = await queryClient.fetchQuery({ ...policyQuery(policy.id), staleTime: 0 });
        setConflict({ theirs: draftOf(now) ?? null });
      } else setMessage(errorMessage(answer));
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      setMessage(errorMessage(error));
    } finally {
      setSaving(false);
    }
    return false;
  };
  const save = async (): Promise<boolean> => {
    if (sending.current) await sending.current;
    if (asText(rulesOf(latest.current)) === latestSaved.current) return true;
    sending.current = send();
    try {
      return await sending.current;
    } finally {
      sending.current = null;
    }
  };

  const isDue = text !== saved && !isInvalid && !isSaving && conflict === null && message === null;
  const due = isDue ? text : null;
  const saveNow = useEffectEvent(() => void save());
  useEffect(() => {
    if (due === null) return undefined;
    const timer = setTimeout(() => saveNow(), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [due]);

  const continueFrom = (next: SpendPolicy) => {
    const base = rulesToEdit(next);
    known.current = draftOf(next)?.createdAt ?? null;
    setSaved(asText(base));
    setConflict(null);
    setMessage(null);
    setOpened(null);
    if (asText(rulesOf(latest.current)) !== asText(base)) act({ act: 'replace', rules: base });
  };

  // Another administrator's change arrives: rules without an own change follow it, others wait for a decision. While the
  // editor of a place is open, they stay: following would close it with what is typed.
  const follow = useEffectEvent((now: SpendPolicy) => {
    const theirs = draftOf(now);
    const at = theirs?.createdAt ?? null;
    if (sending.current || isRestoring.current || conflict !== null || at === known.current) return;
    // An answer from before the last save.
    if (at !== null && known.current !== null && at < known.current) return;
    if (text === saved) continueFrom(now);
    else setConflict({ theirs: theirs ?? null });
  });
  const { id } = policy;
  useEffect(() => {
    if (isOpen) return undefined;
    const { queryKey } = policyQuery(id);
    const hash = hashKey(queryKey);
    const look = () => {
      const now = queryClient.getQueryData(queryKey);
      if (now) follow(now);
    };
    // A change that arrived while an editor was open.
    const timer = setTimeout(look);
    const stop = queryClient.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'updated' && query.queryHash === hash) look();
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [id, isOpen]);

  // They go on from the draft that they were made from, so that another administrator's is a conflict.
  useKept(`policy-rules ${id}`, {
    read: () => {
      const replaces = known.current ?? '';
      return { base: { replaces, rules: JSON.parse(saved || '[]') as Rule[] }, values: { replaces, rules } };
    },
    isClean: text === saved,
    fits: ({ base, values }) => v.is(Kept, base) && v.is(Kept, values),
    restore: ({ base, values }) => {
      // They were saved while the session ended.
      if (asText(values.rules) === text) return;
      isRestoring.current = true;
      known.current = base.replaces || null;
      setSaved(asText(base.rules));
      setOpened(rules);
      act({ act: 'replace', rules: values.rules });
    },
  });

  return {
    state,
    act: (next) => {
      // Another change is another try.
      setMessage(null);
      setOpened(null);
      act(next);
    },
    status: isSaving
      ? 'SAVING'
      : text === saved
        ? 'SAVED'
        : isInvalid
          ? 'INVALID'
          : message === null
            ? 'UNSAVED'
            : 'FAILED',
    message,
    conflict,
    save,
    replaces: () => known.current,
    settle: (choice) => {
      if (conflict === null) return;
      known.current = conflict.theirs?.createdAt ?? null;
      setConflict(null);
      setOpened(null);
      if (choice === 'mine') {
        // What is on the screen is saved in their place.
        setSaved(conflict.theirs === null ? '' : asText(conflict.theirs.document.rules));
        return;
      }
      const base = conflict.theirs?.document.rules ?? activeOf(policy)?.document.rules ?? [];
      setSaved(asText(base));
      act({ act: 'replace', rules: base });
    },
    continueFrom,
    setOpen,
    kept: {
      isRestored: opened !== null && conflict === null,
      discard: () => {
        setOpened(null);
        act({ act: 'replace', rules: opened ?? [] });
      },
    },
  };
}
