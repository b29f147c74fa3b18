import {
  changeNotificationPreferences,
  notificationFlags,
  notificationPreferences,
  resetNotificationPreferences,
  type NotificationKind,
} from '@florin/contract/program/notification-preferences';
import type { Success } from '@florin/contract/endpoint';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  checked,
  noProblems,
  PreferenceFields,
  typed,
  type PreferenceProblems,
} from '../../../flows/notifications/PreferenceFields.tsx';
import { Button } from '../../../kit/actions/Button.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { FormShell } from '../../../kit/forms/FormShell.tsx';
import { ColumnPage } from '../../../kit/layout/Page.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { notificationWords as words } from '../../../messages/en/program/notifications.ts';
import { permissionWords } from '../../../messages/en/access/permissions.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { useSubmission } from '../../../session/failures/use-submission.ts';
import { usePerson } from '../../../session/person.ts';
import { fetchOrThrow, keyOf, queryClient } from '../../../session/queries/query-client.ts';
import styles from './account.module.css';
import { AccountHead } from './AccountHead.tsx';

type Preferences = Success<typeof notificationPreferences>['body'];

const preferencesQuery = () =>
  queryOptions({
    queryKey: keyOf('notification-preferences'),
    queryFn: ({ signal }) => fetchOrThrow(notificationPreferences, {}, signal),
  });

/** /account/notifications: what the person is notified of with this account, and how. */
export function AccountNotificationsPage() {
  const preferences = useQuery(preferencesQuery());
  return (
    <ColumnPage>
      <AccountHead />
      <Panel title={words.title}>
        {preferences.data ? (
          <PreferencesForm given={preferences.data} />
        ) : preferences.isError ? (
          <Failure
            {...errorMessage(preferences.error, words.loadFailed)}
            onRetry={() => void preferences.refetch()}
            retrying={preferences.isFetching}
          />
        ) : (
          <div aria-busy="true" className={styles.stack}>
            <Skeleton shape="long" />
            <Skeleton shape="block" />
            <Skeleton shape="block" />
          </div>
        )}
      </Panel>
    </ColumnPage>
  );
}

function PreferencesForm({ given }: { given: Preferences }) {
  const { role, permissionFlags } = usePerson();
  const { pending, message, submit } = useSubmission();
  // What is typed stays until it is sent, whatever the server says meanwhile.
  const [value, setValue] = useState(() => typed(given));
  const [problems, setProblems] = useState<PreferenceProblems>(noProblems);
  const keep = (answer: Preferences, text: string) => {
    queryClient.setQueryData(preferencesQuery().queryKey, answer);
    setValue(typed(answer));
    showSnackbar({ severity: 'success', text });
  };
  const save = async () => {
    const body = checked(value);
    setProblems('deliveries' in body ? noProblems : body);
    if (!('deliveries' in body)) return;
    const answer = await submit(changeNotificationPreferences, { body });
    if (answer?.ok) keep(answer.body, words.saved);
  };
  const reset = async () => {
    const answer = await submit(resetNotificationPreferences, {});
    if (!answer?.ok) return;
    setProblems(noProblems);
    keep(answer.body, words.wasReset);
  };
  const reasonFor = (kind: NotificationKind) => {
    const missing = role === 'ADMIN' ? notificationFlags[kind].filter((flag) => !permissionFlags.includes(flag)) : [];
    return missing.length > 0 ? permissionWords.missing(missing) : null;
  };
  return (
    <FormShell
      error={message}
      pending={pending}
      submit={{ label: words.save, pending: words.saving }}
      onSubmit={save}
      actions={!given.isDefault && <Button onClick={() => void reset()}>{words.reset}</Button>}
      head={
        <p className={styles.text}>
          {words.intro.own(given.email, given.phone)} {given.isDefault ? words.intro.isDefault : words.intro.chosen}
        </p>
      }
    >
      <PreferenceFields
        value={value}
        onChange={setValue}
        problems={problems}
        timeZone={given.timeZone}
        reasonFor={reasonFor}
      />
    </FormShell>
  );
}
