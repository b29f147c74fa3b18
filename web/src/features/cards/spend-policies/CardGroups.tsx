import { createCardGroup, deleteCardGroup, renameCardGroup, type CardGroup } from '@florin/contract/cards/card-groups';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { cardGroupsQuery } from '../../../flows/cards/queries.ts';
import { useMemo, useState } from 'react';
import { Button } from '../../../kit/actions/Button.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { FormShell } from '../../../kit/forms/FormShell.tsx';
import { TextField } from '../../../kit/forms/fields/TextField.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import type { Column } from '../../../kit/lists/table/columns.ts';
import { Table } from '../../../kit/lists/table/Table.tsx';
import { ConfirmDialog } from '../../../kit/overlays/ConfirmDialog.tsx';
import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { cardGroupsWords as words } from '../../../messages/en/cards/card-groups.ts';
import { paths } from '../../../paths.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { useSubmission } from '../../../session/failures/use-submission.ts';
import { KeptNotice } from '../../../session/kept-forms/KeptNotice.tsx';
import { useKeptFields } from '../../../session/kept-forms/use-kept-fields.ts';
import { wasLeftOpen } from '../../../session/kept-forms/use-kept-form.ts';
import { PermittedButton } from '../../../session/PermittedButton.tsx';
import { keyOf, queryClient, refetch } from '../../../session/queries/query-client.ts';
import styles from './spend-policies.module.css';

/** The groups of cards with their cards and policies: made, renamed and deleted here. */
export function CardGroups() {
  const groups = useQuery(cardGroupsQuery());
  const [naming, setNaming] = useState<CardGroup | 'new' | null>(() => (wasLeftOpen(groupKey()) ? 'new' : null));
  const left = naming === null && groups.data?.find(({ id }) => wasLeftOpen(groupKey(id)));
  if (left) setNaming(left);
  const [deleting, setDeleting] = useState<CardGroup | null>(null);
  const columns = useMemo(() => columnsOf(setNaming, setDeleting), []);
  const isEmpty = groups.data?.length === 0;
  return (
    <Panel
      title={words.title}
      padded={false}
      actions={
        <PermittedButton permission="card-groups.change" onClick={() => setNaming('new')}>
          {words.new}
        </PermittedButton>
      }
    >
      <p className={styles.lead}>{isEmpty ? words.none : words.text}</p>
      {groups.isError && !groups.data ? (
        <div className={styles.lead}>
          <Failure
            {...errorMessage(groups.error, words.loadFailed)}
            onRetry={() => void groups.refetch()}
            retrying={groups.isFetching}
          />
        </div>
      ) : (
        !isEmpty && (
          <Table
            inPanel
            label={words.title}
            rows={groups.data ?? []}
            columns={columns}
            rowId={({ id }) => id}
            rowName={({ name }) => name}
            loading={groups.isPending}
            expected={3}
          />
        )
      )}
      {naming !== null && <NameDialog group={naming === 'new' ? null : naming} onClose={() => setNaming(null)} />}
      {deleting !== null && <DeleteDialog group={deleting} onClose={() => setDeleting(null)} />}
    </Panel>
  );
}

const columnsOf = (
  onRename: (group: CardGroup) => void,
  onDelete: (group: CardGroup) => void,
): readonly Column<CardGroup>[] => [
  { id: 'name', title: words.columns.name, cell: ({ name }) => name },
  {
    id: 'cards',
    title: words.columns.cards,
    card: 'aside',
    cell: ({ id, cards }) => (
      <a href={`${paths.cards}?group=${id}`} className={styles.link}>
        {words.cards(cards)}
      </a>
    ),
  },
  {
    id: 'policies',
    title: words.columns.policies,
    folds: 'first',
    cell: ({ policies }) =>
      policies.length === 0 ? (
        <span className={styles.mute}>{words.noPolicies}</span>
      ) : (
        <span className={styles.rules}>
          {policies.map(({ id, name }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <Link to={paths.cardPolicy} params={{ id }} className={styles.link}>
                {name}
              </Link>
            </span>
          ))}
        </span>
      ),
  },
  {
    id: 'act',
    title: words.columns.act,
    untitled: true,
    align: 'end',
    card: 'actions',
    cell: (group) => (
      <span className={styles.acts}>
        <PermittedButton
          permission="card-groups.change"
          variant="quiet"
          aria-label={`${words.rename}: ${group.name}`}
          onClick={() => onRename(group)}
        >
          {words.rename}
        </PermittedButton>
        <PermittedButton
          permission="card-groups.change"
          variant="quiet"
          aria-label={`${words.delete}: ${group.name}`}
          onClick={() => onDelete(group)}
        >
          {words.delete}
        </PermittedButton>
      </span>
    ),
  },
];

const refreshGroups = () => Promise.all(['card-groups', 'cards'].map((name) => refetch({ queryKey: keyOf(name) })));

/** Names the form of a group (`useKept`); without an id, of a new one. */
const groupKey = (id = ''): string => `card-group ${id}`;

/** Makes a group, or renames one. */
function NameDialog({ group, onClose }: { group: CardGroup | null; onClose: () => void }) {
  const { pending, message, say, submit } = useSubmission();
  const { values, change, kept } = useKeptFields(groupKey(group?.id), {
    name: group?.name ?? '',
    // The name that was read: another's new name is shown before it is replaced.
    replaces: group?.name,
  });
  const { name, replaces } = values;
  const [isChecked, setChecked] = useState(false);
  const save = async () => {
    setChecked(true);
    if (name.trim() === '') return;
    const body = { name: name.trim() };
    const answer =
      group === null
        ? await submit(createCardGroup, { body })
        : await submit(renameCardGroup, { params: { id: group.id }, body: { ...body, replaces } });
    if (answer?.ok === false && answer.code === 'VERSION_CONFLICT') {
      const now = await queryClient.fetchQuery({ ...cardGroupsQuery(), staleTime: 0 });
      const theirs = now.find(({ id }) => id === group?.id)?.name;
      change({ replaces: theirs });
      if (theirs !== undefined) say({ severity: 'warning', text: words.renamedMeanwhile(theirs), correlationId: null });
    }
    if (answer && !answer.ok && answer.body.Code === 'STEP_NOT_POSSIBLE')
      say({ severity: 'error', text: words.taken, correlationId: null });
    if (!answer?.ok) return;
    showSnackbar({ severity: 'success', text: group === null ? words.created : words.renamed });
    await refreshGroups();
    onClose();
  };
  return (
    <Dialog open title={group === null ? words.createTitle : words.renameTitle} onClose={onClose} holds>
      <FormShell
        error={message}
        pending={pending}
        submit={{ label: words.save, pending: words.saving }}
        onSubmit={save}
        actions={<Button onClick={onClose}>{words.cancel}</Button>}
        head={<KeptNotice kept={kept} />}
      >
        <TextField
          label={words.name}
          value={name}
          maxLength={80}
          autoComplete="off"
          error={isChecked && name.trim() === '' ? words.nameMissing : null}
          onChange={({ target }) => change({ name: target.value })}
        />
      </FormShell>
    </Dialog>
  );
}

function DeleteDialog({ group, onClose }: { group: CardGroup; onClose: () => void }) {
  const { pending, message, say, submit } = useSubmission();
  const remove = async () => {
    const answer = await submit(deleteCardGroup, { params: { id: group.id } });
    if (answer && !answer.ok && answer.body.Code === 'STEP_NOT_POSSIBLE')
      say({ severity: 'error', text: words.inUse, correlationId: null });
    if (!answer?.ok) return;
    showSnackbar({ severity: 'success', text: words.deleted });
    await refreshGroups();
    onClose();
  };
  return (
    <ConfirmDialog
      words={{
        title: words.deleteTitle(group.name),
        text: group.policies.length > 0 ? words.inUse : words.deleteText,
        submit: words.delete,
        submitting: words.deleting,
        cancel: words.cancel,
      }}
      pending={pending}
      message={message}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  );
}
