import {
  activateSpendPolicyVersion,
  deactivateSpendPolicyVersion,
  discardSpendPolicyDraft,
  renameSpendPolicy,
  restoreSpendPolicyVersion,
  type PolicyVersion,
  type SpendPolicy,
} from '@florin/contract/cards/spend-policies';
import { isLooser } from '@florin/contract/cards/policies/loosening';
import { compareRules } from '@florin/contract/cards/policies/spend-changes';
import type { PolicyDocument } from '@florin/contract/cards/policies/spend-rules';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ruleText } from '@florin/contract/cards/policies/rule-sentences';
import { pendingChangesQuery } from '../../../../flows/pending-changes.ts';
import { Button } from '../../../../kit/actions/Button.tsx';
import { showSnackbar } from '../../../../kit/feedback/snackbar-store.ts';
import { FormShell } from '../../../../kit/forms/FormShell.tsx';
import { TextField } from '../../../../kit/forms/fields/TextField.tsx';
import { ConfirmDialog } from '../../../../kit/overlays/ConfirmDialog.tsx';
import { Dialog } from '../../../../kit/overlays/Dialog.tsx';
import { spendPolicyWords } from '../../../../messages/en/cards/spend-policies.ts';
import { useSubmission, type Submission } from '../../../../session/failures/use-submission.ts';
import { queryClient, refetch } from '../../../../session/queries/query-client.ts';
import { KeptNotice } from '../../../../session/kept-forms/KeptNotice.tsx';
import { useKeptFields } from '../../../../session/kept-forms/use-kept-fields.ts';
import { keepPolicy, policyNameKey, policyQuery } from '../queries.ts';
import { activeOf, draftOf } from './use-draft.ts';
import styles from './policy-editor.module.css';

const words = spendPolicyWords.editor;

/** An act that asks first. */
export type PolicyAct =
  | { act: 'ACTIVATE' | 'RESTORE' | 'DEACTIVATE'; version: PolicyVersion }
  /** `replaces`: when the draft was created that the person has read. */
  | { act: 'DISCARD'; replaces: string }
  | { act: 'RENAME' };

interface ActDialogProps {
  policy: SpendPolicy;
  asking: PolicyAct;
  onClose: () => void;
  /** The act is done. */
  onDone: (policy: SpendPolicy, act: PolicyAct['act']) => void;
}

/** Asks before an act on a version, with what it changes; under four eyes it says who has to approve. */
export function ActDialog({ policy, asking, onClose, onDone }: ActDialogProps) {
  const submission = useSubmission();
  const { fourEyes } = useQuery(pendingChangesQuery()).data ?? { fourEyes: false };
  // Another's draft is shown before it is discarded or activated.
  const [theirs, setTheirs] = useState<PolicyVersion | null>(null);
  if (asking.act === 'RENAME')
    return <RenameDialog policy={policy} submission={submission} onClose={onClose} onDone={onDone} />;
  const shown = theirs ? actOn(asking, theirs) : asking;
  const confirm = async () => {
    const answer = await sendAct(submission, policy, shown);
    if (answer?.ok) {
      keepPolicy(answer.body);
      onDone(answer.body, asking.act);
      return;
    }
    if (answer?.body.Code === 'VERSION_CONFLICT') {
      const now = await queryClient.fetchQuery({ ...policyQuery(policy.id), staleTime: 0 });
      const changed =
        asking.act === 'DISCARD' ? draftOf(now) : now.versions.find(({ number }) => number === asking.version.number);
      setTheirs(changed ?? null);
      if (changed) submission.say({ severity: 'warning', text: changedText(asking.act, changed), correlationId: null });
    }
    if (answer?.body.Code !== 'SECOND_ADMINISTRATOR_REQUIRED') return;
    void refetch({ queryKey: pendingChangesQuery().queryKey });
    showSnackbar({ severity: 'info', text: words.sent });
    onClose();
  };
  const after = shown.act === 'DISCARD' || shown.act === 'DEACTIVATE' ? null : shown.version.document;
  const before = activeOf(policy)?.document ?? null;
  const needsSecond = fourEyes && asking.act !== 'DISCARD' && before !== null && isLooser(before, after);
  return (
    <ConfirmDialog
      words={{
        ...wordsOf(asking),
        text: (
          <>
            {asking.act !== 'DISCARD' && asking.act !== 'DEACTIVATE' && <Sentences before={before} after={after} />}
            {asking.act === 'DISCARD' ? words.discardText : null}
            {asking.act === 'DEACTIVATE' ? words.deactivateText : null}
            {asking.act === 'ACTIVATE' || asking.act === 'RESTORE' ? words.activateNew : null}
            {needsSecond && <> {words.sends}</>}
          </>
        ),
      }}
      variant={asking.act === 'DISCARD' || asking.act === 'DEACTIVATE' ? 'danger' : 'primary'}
      pending={submission.pending}
      message={submission.message}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}

type VersionAct = Exclude<PolicyAct, { act: 'RENAME' }>;

/** The same act on the version as it is now. */
const actOn = (asking: VersionAct, version: PolicyVersion): VersionAct =>
  asking.act === 'DISCARD' ? { ...asking, replaces: version.createdAt } : { ...asking, version };

const changedText = (act: VersionAct['act'], { createdBy, document }: PolicyVersion): string =>
  act === 'DISCARD'
    ? words.discardChanged(
        createdBy,
        document.rules.map((rule) => ruleText(rule, document.groups)),
      )
    : words.draftChanged(createdBy);

function sendAct({ submit }: Submission, { id }: SpendPolicy, asking: VersionAct) {
  if (asking.act === 'DISCARD')
    return submit(discardSpendPolicyDraft, { params: { id }, query: { replaces: asking.replaces } });
  const params = { id, number: String(asking.version.number) };
  if (asking.act === 'ACTIVATE')
    return submit(activateSpendPolicyVersion, { params, body: { replaces: asking.version.createdAt } });
  return submit(asking.act === 'RESTORE' ? restoreSpendPolicyVersion : deactivateSpendPolicyVersion, { params });
}

function wordsOf(asking: VersionAct) {
  const { cancel } = words;
  if (asking.act === 'DISCARD')
    return { title: words.discardTitle, submit: words.discard, submitting: words.discarding, cancel };
  const { number } = asking.version;
  if (asking.act === 'ACTIVATE')
    return { title: words.activateTitle(number), submit: words.activate(number), submitting: words.activating, cancel };
  if (asking.act === 'RESTORE')
    return { title: words.restoreTitle(number), submit: words.restore(number), submitting: words.restoring, cancel };
  return {
    title: words.deactivateTitle(number),
    submit: words.deactivate,
    submitting: words.deactivating,
    cancel,
  };
}

interface SentencesProps {
  before: PolicyDocument | null;
  after: PolicyDocument | null;
}

/** The sentences that change, as they were and as they will be, and how many stay. */
function Sentences({ before, after }: SentencesProps) {
  const all = compareRules(before?.rules ?? [], after?.rules ?? []);
  const changes = all.filter(({ change }) => change !== 'SAME');
  const stay = all.length - changes.length;
  const then = changes.flatMap((change) => (change.before ? [ruleText(change.before, before?.groups ?? [])] : []));
  const now = changes.flatMap((change) => (change.rule ? [ruleText(change.rule, after?.groups ?? [])] : []));
  return (
    <span className={styles.sentences}>
      {[
        { title: now.length === 0 ? words.endedRules : words.before, lines: then },
        { title: then.length === 0 ? words.newRules : words.after, lines: now },
      ].map(
        ({ title, lines }) =>
          lines.length > 0 && (
            <span key={title}>
              <b>{title}</b>
              {lines.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </span>
          ),
      )}
      {stay > 0 && <span className={styles.mute}>{words.stay(stay)}</span>}
    </span>
  );
}

interface RenameDialogProps extends Omit<ActDialogProps, 'asking'> {
  submission: Submission;
}

function RenameDialog({ policy, submission: { pending, message, say, submit }, onClose, onDone }: RenameDialogProps) {
  // With the name that was read: another's new name is shown before it is replaced.
  const { values, change, kept } = useKeptFields(policyNameKey(policy.id), {
    name: policy.name,
    replaces: policy.name,
  });
  const { name, replaces } = values;
  const [isChecked, setChecked] = useState(false);
  const rename = async () => {
    setChecked(true);
    if (name.trim() === '') return;
    const answer = await submit(renameSpendPolicy, {
      params: { id: policy.id },
      body: { name: name.trim(), replaces },
    });
    if (answer?.ok === false && answer.code === 'VERSION_CONFLICT') {
      const now = await queryClient.fetchQuery({ ...policyQuery(policy.id), staleTime: 0 });
      change({ replaces: now.name });
      say({ severity: 'warning', text: words.renamedMeanwhile(now.name), correlationId: null });
    }
    if (!answer?.ok) return;
    keepPolicy(answer.body);
    onDone(answer.body, 'RENAME');
  };
  return (
    <Dialog open title={words.renameTitle} onClose={onClose} holds>
      <FormShell
        error={message}
        pending={pending}
        submit={{ label: words.save, pending: words.saving }}
        onSubmit={rename}
        actions={<Button onClick={onClose}>{words.cancel}</Button>}
        head={<KeptNotice kept={kept} />}
      >
        <TextField
          label={spendPolicyWords.new.name}
          value={name}
          maxLength={80}
          autoComplete="off"
          error={isChecked && name.trim() === '' ? spendPolicyWords.new.missing.name : null}
          onChange={({ target }) => change({ name: target.value })}
        />
      </FormShell>
    </Dialog>
  );
}
