import { changeNotificationDefaults } from '@florin/contract/program/business-settings';
import type { NotificationDefaults } from '@florin/contract/program/notification-preferences';
import type { Role } from '@florin/contract/access/session';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  checked,
  noProblems,
  PreferenceFields,
  typed,
  type PreferenceProblems,
} from '../../../flows/notifications/PreferenceFields.tsx';
import { SettingsHead } from '../../../flows/settings/SettingsHead.tsx';
import { Button } from '../../../kit/actions/Button.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Notice } from '../../../kit/feedback/Notice.tsx';
import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { useUndoSnackbar } from '../../../kit/feedback/use-undo-snackbar.ts';
import { FormShell } from '../../../kit/forms/FormShell.tsx';
import { ColumnPage, WidePage } from '../../../kit/layout/Page.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { Tabs } from '../../../kit/lists/Tabs.tsx';
import { businessSettingsWords } from '../../../messages/en/program/business-settings.ts';
import { notificationWords } from '../../../messages/en/program/notifications.ts';
import { pageTitles } from '../../../messages/en/shell/pages.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { useSubmission } from '../../../session/failures/use-submission.ts';
import { useReason } from '../../../session/PermittedButton.tsx';
import { usePerson } from '../../../session/person.ts';
import { queryClient } from '../../../session/queries/query-client.ts';
import { defaultsQuery, profileQuery } from './queries.ts';
import styles from './business-settings.module.css';

const words = notificationWords.business;

/** /business-settings/notifications: what people are notified of who have not chosen. */
export function NotificationsPage() {
  const { businessName } = usePerson();
  const defaults = useQuery(defaultsQuery());
  const profile = useQuery(profileQuery());
  const failed = [defaults, profile].find(({ isError, data }) => isError && !data);
  return (
    <WidePage>
      <SettingsHead title={pageTitles.businessNotifications} intro={words.intro(businessName)} />
      <ColumnPage>
        <Panel>
          {defaults.data && profile.data ? (
            <DefaultsForm given={defaults.data} timeZone={profile.data.timeZone} />
          ) : failed ? (
            <Failure
              {...errorMessage(failed.error, words.loadFailed)}
              onRetry={() => void failed.refetch()}
              retrying={failed.isFetching}
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
    </WidePage>
  );
}

interface StoredDefaults {
  defaults: NotificationDefaults;
  version: number;
}

const roles = ['ADMIN', 'CARDHOLDER'] as const;
const typedOf = ({ ADMIN, CARDHOLDER }: NotificationDefaults) => ({
  ADMIN: typed(ADMIN),
  CARDHOLDER: typed(CARDHOLDER),
});

function DefaultsForm({ given, timeZone }: { given: StoredDefaults; timeZone: string }) {
  const reason = useReason('business-settings.change');
  const { pending, message, say, submit } = useSubmission();
  const [role, setRole] = useState<Role>('CARDHOLDER');
  // What is typed stays until it is sent, whatever others change meanwhile.
  const [value, setValue] = useState(() => typedOf(given.defaults));
  const [version, setVersion] = useState(given.version);
  const [theirs, setTheirs] = useState<StoredDefaults | null>(null);
  const [problems, setProblems] = useState<Record<Role, PreferenceProblems>>({
    ADMIN: noProblems,
    CARDHOLDER: noProblems,
  });
  /** What is stored, as far as this form has seen. */
  const [base, setBase] = useState(given);
  const isChanged = JSON.stringify(value) !== JSON.stringify(typedOf(base.defaults));
  const take = (answer: StoredDefaults) => {
    setBase(answer);
    setProblems({ ADMIN: noProblems, CARDHOLDER: noProblems });
    setValue(typedOf(answer.defaults));
    setVersion(answer.version);
    setTheirs(null);
  };
  const showUndo = useUndoSnackbar();
  // The page may be left by then: a failure is shown over whichever page is open.
  const undo = async ({ defaults }: StoredDefaults, stored: number) => {
    const answer = await submit(changeNotificationDefaults, { body: { defaults, version: stored } });
    say(null);
    if (answer?.ok) {
      queryClient.setQueryData(defaultsQuery().queryKey, answer.body);
      void queryClient.invalidateQueries({ queryKey: profileQuery().queryKey });
      take(answer.body);
    } else void queryClient.invalidateQueries({ queryKey: defaultsQuery().queryKey });
    showSnackbar(
      answer?.ok
        ? { severity: 'success', text: businessSettingsWords.undone }
        : { severity: 'warning', text: businessSettingsWords.notUndone },
    );
  };
  const save = async () => {
    const [ADMIN, CARDHOLDER] = [checked(value.ADMIN), checked(value.CARDHOLDER)];
    setProblems({
      ADMIN: 'deliveries' in ADMIN ? noProblems : ADMIN,
      CARDHOLDER: 'deliveries' in CARDHOLDER ? noProblems : CARDHOLDER,
    });
    if (!('deliveries' in ADMIN)) return setRole('ADMIN');
    if (!('deliveries' in CARDHOLDER)) return setRole('CARDHOLDER');
    const answer = await submit(changeNotificationDefaults, { body: { defaults: { ADMIN, CARDHOLDER }, version } });
    if (answer?.ok) {
      queryClient.setQueryData(defaultsQuery().queryKey, answer.body);
      void queryClient.invalidateQueries({ queryKey: profileQuery().queryKey });
      const before = theirs ?? base;
      take(answer.body);
      if (isChanged)
        showUndo(businessSettingsWords.notifications.saved, {
          label: businessSettingsWords.undo,
          onPress: () => void undo(before, answer.body.version),
        });
      else showSnackbar({ severity: 'success', text: businessSettingsWords.notifications.saved });
    } else if (answer?.code === 'VERSION_CONFLICT') {
      const now = await queryClient.fetchQuery({ ...defaultsQuery(), staleTime: 0 });
      say(null);
      setVersion(now.version);
      setTheirs(now);
    }
    return undefined;
  };
  const { save: label, saving } = businessSettingsWords.notifications;
  return (
    <FormShell
      error={message}
      pending={pending}
      submit={reason === null ? { label, pending: saving } : null}
      onSubmit={save}
      actions={
        isChanged && theirs === null ? (
          <Button onClick={() => take(base)}>{businessSettingsWords.discard}</Button>
        ) : null
      }
      beforeButton={
        theirs ? (
          <Notice severity="warning">
            {businessSettingsWords.conflict.defaults}{' '}
            <Button variant="quiet" onClick={() => take(theirs)}>
              {businessSettingsWords.conflict.take}
            </Button>
          </Notice>
        ) : reason !== null ? (
          <p className={styles.mute}>{reason}</p>
        ) : null
      }
    >
      <Tabs
        label={words.tabs}
        items={roles.map((id) => ({ id, label: words.roles[id] }))}
        selectedId={role}
        onSelect={(id) => setRole(id === 'ADMIN' ? 'ADMIN' : 'CARDHOLDER')}
      >
        <div className={styles.stack}>
          <PreferenceFields
            value={value[role]}
            onChange={(next) => setValue({ ...value, [role]: next })}
            problems={problems[role]}
            timeZone={timeZone}
            disabled={reason !== null}
          />
        </div>
      </Tabs>
    </FormShell>
  );
}
