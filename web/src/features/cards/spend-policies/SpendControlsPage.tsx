import { changeNewCardDefault } from '@florin/contract/cards/spend-policies';
import type { CategoryGroupLine } from '@florin/contract/cards/category-groups';
import { useQuery } from '@tanstack/react-query';
import { cardGroupsQuery } from '../../../flows/cards/queries.ts';
import { lazy, Suspense, useMemo, useState } from 'react';
import { SettingsHead } from '../../../flows/settings/SettingsHead.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { LoadingRows } from '../../../kit/feedback/LoadingRows.tsx';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { FormShell } from '../../../kit/forms/FormShell.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { WidePage } from '../../../kit/layout/Page.tsx';
import type { Column } from '../../../kit/lists/table/columns.ts';
import { Table } from '../../../kit/lists/table/Table.tsx';
import { SelectField } from '../../../kit/pickers/SelectField.tsx';
import { businessSettingsWords } from '../../../messages/en/program/business-settings.ts';
import { spendControlsWords } from '../../../messages/en/cards/spend-controls.ts';
import { useEpoch } from '../../../session/browser-session.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { useSubmission } from '../../../session/failures/use-submission.ts';
import { wasLeftOpen } from '../../../session/kept-forms/use-kept-form.ts';
import { PermittedButton, useReason } from '../../../session/PermittedButton.tsx';
import { queryClient } from '../../../session/queries/query-client.ts';
import { categoryNames } from './category-codes.ts';
import { categoriesQuery, categoryGroupKey, newCardDefaultQuery } from './queries.ts';
import styles from './spend-policies.module.css';

// Loaded when they are opened, and the table with its own dialogs after the page.
const CategoryGroupDialog = lazy(async () => ({
  default: (await import('./CategoryGroupDialog.tsx')).CategoryGroupDialog,
}));
const DeleteCategoryGroup = lazy(async () => ({
  default: (await import('./CategoryGroupDialog.tsx')).DeleteCategoryGroup,
}));
const CardGroups = lazy(async () => ({ default: (await import('./CardGroups.tsx')).CardGroups }));

const words = spendControlsWords;

/** /business-settings/spend-controls: what new cards begin with, and the groups of merchant categories. */
export function SpendControlsPage() {
  // A change of account renews the session, and the query's key with it.
  useEpoch();
  return (
    <WidePage>
      <SettingsHead title={businessSettingsWords.tab.spendControls} intro={words.intro} />
      <div className={styles.stack}>
        <Suspense
          fallback={
            <Panel>
              <LoadingRows label={businessSettingsWords.tab.spendControls} />
            </Panel>
          }
        >
          <CardGroups />
        </Suspense>
        <NewCards />
        <CategoryGroups />
      </div>
    </WidePage>
  );
}

function NewCards() {
  const chosen = useQuery(newCardDefaultQuery());
  const groups = useQuery(cardGroupsQuery());
  const failed = [chosen, groups].find(({ isError, data }) => isError && !data);
  return (
    <Panel title={words.default}>
      {failed ? (
        <Failure
          {...errorMessage(failed.error, words.loadFailed)}
          onRetry={() => void failed.refetch()}
          retrying={failed.isFetching}
        />
      ) : chosen.data && groups.data ? (
        <DefaultForm shown={chosen.data.group} groups={groups.data} />
      ) : (
        <LoadingRows label={words.default} />
      )}
    </Panel>
  );
}

interface DefaultFormProps {
  shown: { id: string; name: string } | null;
  groups: readonly { id: string; name: string }[];
}

/** What is chosen stays while the group in force changes under it. */
function DefaultForm({ shown, groups }: DefaultFormProps) {
  const reason = useReason('spend-policies.change');
  const { pending, message, say, submit } = useSubmission();
  const [chosen, setChosen] = useState<string | null>(null);
  // What the person has seen: another choice meanwhile has to be seen before it is replaced.
  const [seen, setSeen] = useState(shown);
  const value = chosen ?? shown?.id ?? '';
  const save = async () => {
    if (reason !== null) return;
    const replaces = (chosen === null ? shown : seen)?.id ?? null;
    const answer = await submit(changeNewCardDefault, { body: { groupId: value || null, replaces } });
    if (answer === null) return;
    if (answer.ok) {
      queryClient.setQueryData(newCardDefaultQuery().queryKey, answer.body);
      setSeen(answer.body.group);
      setChosen(null);
      showSnackbar({ severity: 'success', text: words.saved });
      return;
    }
    if (answer.body.Code !== 'VERSION_CONFLICT') return;
    const now = await queryClient.fetchQuery({ ...newCardDefaultQuery(), staleTime: 0 });
    setSeen(now.group);
    say({ severity: 'warning', text: words.conflict(now.group?.name ?? words.noGroup), correlationId: null });
  };
  return (
    <FormShell
      error={message}
      pending={pending}
      submit={reason === null ? { label: words.save, pending: words.saving, variant: 'secondary' } : null}
      onSubmit={save}
    >
      <div className={styles.narrow}>
        <SelectField
          label={words.group}
          hint={reason ?? words.defaultText}
          options={[{ id: '', label: words.noGroup }, ...groups.map(({ id, name }) => ({ id, label: name }))].map(
            (option) => ({ ...option, id: option.id === '' ? none : option.id }),
          )}
          value={value === '' ? none : value}
          onChange={({ target }) => {
            if (chosen === null) setSeen(shown);
            setChosen(target.value === none ? '' : target.value);
          }}
        />
      </div>
    </FormShell>
  );
}

/** The id of the choice of no group, which is no group's. */
const none = 'none';

/** More categories than a row holds are counted. */
const namesAtMost = 4;

function CategoryGroups() {
  const groups = useQuery(categoriesQuery());
  const [editing, setEditing] = useState<CategoryGroupLine | 'new' | null>(() =>
    wasLeftOpen(categoryGroupKey()) ? 'new' : null,
  );
  const left = editing === null && groups.data?.find(({ key }) => wasLeftOpen(categoryGroupKey(key)));
  if (left) setEditing(left);
  const [deleting, setDeleting] = useState<CategoryGroupLine | null>(null);
  const columns = useMemo(() => columnsOf(setEditing, setDeleting), []);
  return (
    <Panel
      title={words.groups}
      padded={false}
      actions={
        <PermittedButton permission="spend-policies.change" onClick={() => setEditing('new')}>
          {words.newGroup}
        </PermittedButton>
      }
    >
      <p className={styles.lead}>{words.groupsText}</p>
      {groups.isError && !groups.data ? (
        <div className={styles.lead}>
          <Failure
            {...errorMessage(groups.error, words.loadFailed)}
            onRetry={() => void groups.refetch()}
            retrying={groups.isFetching}
          />
        </div>
      ) : (
        <Table
          inPanel
          label={words.groups}
          rows={sorted(groups.data ?? [])}
          columns={columns}
          rowId={({ key }) => key}
          rowName={({ name }) => name}
          loading={groups.isPending}
          expected={13}
        />
      )}
      {editing !== null && (
        <Suspense>
          <CategoryGroupDialog group={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
        </Suspense>
      )}
      {deleting !== null && (
        <Suspense>
          <DeleteCategoryGroup group={deleting} onClose={() => setDeleting(null)} />
        </Suspense>
      )}
    </Panel>
  );
}

/** Own groups first. */
const sorted = (groups: readonly CategoryGroupLine[]) =>
  groups.toSorted((a, b) => Number(b.own) - Number(a.own) || a.name.localeCompare(b.name));

const columnsOf = (
  onEdit: (group: CategoryGroupLine) => void,
  onDelete: (group: CategoryGroupLine) => void,
): readonly Column<CategoryGroupLine>[] => [
  { id: 'name', title: words.columns.name, cell: ({ name }) => name },
  {
    id: 'categories',
    title: words.columns.categories,
    folds: 'first',
    cell: ({ ranges }) => {
      const names = categoryNames(ranges);
      const rest = names.length - namesAtMost;
      return (
        <span className={styles.rules}>
          <span className={styles.mute}>
            {names.slice(0, namesAtMost).join(', ')}
            {rest > 0 && ` ${words.more(rest)}`}
          </span>
        </span>
      );
    },
  },
  { id: 'policies', title: words.columns.policies, card: 'aside', cell: ({ policies }) => words.usedBy(policies) },
  {
    id: 'act',
    title: words.columns.act,
    untitled: true,
    align: 'end',
    card: 'actions',
    cell: (group) =>
      group.own ? (
        <span className={styles.acts}>
          <PermittedButton
            permission="spend-policies.change"
            variant="quiet"
            aria-label={`${words.changeGroup}: ${group.name}`}
            onClick={() => onEdit(group)}
          >
            {words.changeGroup}
          </PermittedButton>
          <PermittedButton
            permission="spend-policies.change"
            variant="quiet"
            aria-label={`${words.deleteGroup}: ${group.name}`}
            onClick={() => onDelete(group)}
          >
            {words.deleteGroup}
          </PermittedButton>
        </span>
      ) : (
        <span className={styles.mute}>{words.builtIn}</span>
      ),
  },
];
