import { setFourEyes, type BusinessSettings } from '@florin/contract/program/business-settings';
import { permissionFlags, presets, type Preset } from '@florin/contract/permissions';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pendingChangesQuery } from '../../../flows/pending-changes.ts';
import { useState } from 'react';
import { SettingsHead } from '../../../flows/settings/SettingsHead.tsx';
import { ConfirmAct } from '../../../flows/step-up/ConfirmAct.tsx';
import { StepUpProvider } from '../../../flows/step-up/StepUpProvider.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { StatusTag } from '../../../kit/feedback/StatusTag.tsx';
import { ColumnPage, WidePage } from '../../../kit/layout/Page.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { businessSettingsWords } from '../../../messages/en/program/business-settings.ts';
import { pageTitles } from '../../../messages/en/shell/pages.ts';
import { permissionNames, presetNames } from '../../../messages/en/access/team-permissions.ts';
import { paths } from '../../../paths.ts';
import { useEpoch } from '../../../session/browser-session.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { PermittedButton } from '../../../session/PermittedButton.tsx';
import { queryClient } from '../../../session/queries/query-client.ts';
import { profileQuery } from './queries.ts';
import styles from './business-settings.module.css';

const words = businessSettingsWords.permissions;

/** /business-settings/permissions: four eyes, and what each kind of administrator may do. */
export function PermissionsPage() {
  // A fresh proof renews the session, and the query's key with it.
  useEpoch();
  const profile = useQuery(profileQuery());
  return (
    <StepUpProvider>
      <WidePage>
        <SettingsHead title={pageTitles.businessPermissions} intro={words.intro} />
        <ColumnPage>
          <Panel title={words.fourEyes}>
            {profile.data ? (
              <FourEyes of={profile.data} />
            ) : profile.isError ? (
              <Failure
                {...errorMessage(profile.error, businessSettingsWords.loadFailed)}
                onRetry={() => void profile.refetch()}
                retrying={profile.isFetching}
              />
            ) : (
              <div aria-busy="true" className={styles.stack}>
                <Skeleton shape="long" />
                <Skeleton shape="medium" />
              </div>
            )}
          </Panel>
          <Panel title={words.presets}>
            <p className={styles.mute}>
              {words.presetsText}{' '}
              <Link to={paths.teamMembers} className={styles.link}>
                {words.people}
              </Link>
            </p>
            <dl className={styles.presets}>
              {(Object.keys(presets) as Preset[]).map((preset) => (
                <div key={preset}>
                  <dt>{presetNames[preset].name}</dt>
                  <dd>{presetNames[preset].text}</dd>
                  <dd>{listOf(preset)}</dd>
                </div>
              ))}
            </dl>
          </Panel>
        </ColumnPage>
      </WidePage>
    </StepUpProvider>
  );
}

const names = new Intl.ListFormat('en', { type: 'unit' });
const listOf = (preset: Preset) =>
  presets[preset].length === permissionFlags.length
    ? null
    : names.format(presets[preset].map((flag) => permissionNames[flag].name));

function FourEyes({ of: { fourEyes, version } }: { of: BusinessSettings }) {
  const [isAsking, setAsking] = useState(false);
  const changes = useQuery(pendingChangesQuery());
  const waiting = changes.data?.changes.filter(({ status }) => status === 'PENDING').length ?? 0;
  const dialog = fourEyes ? words.dialog.off : words.dialog.on;
  const refresh = () =>
    Promise.all(
      [profileQuery(), pendingChangesQuery()].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })),
    );
  return (
    <div className={styles.line}>
      <div>
        <p>
          <StatusTag tone={fourEyes ? 'ok' : 'neutral'}>{fourEyes ? words.on : words.off}</StatusTag>
        </p>
        <p className={styles.mute}>{fourEyes ? words.onText : words.offText}</p>
        <p>
          <Link to={paths.teamChanges} className={styles.link}>
            {waiting > 0 ? words.waiting(waiting) : words.changes}
          </Link>
        </p>
        {changes.isError && !changes.data && (
          <Failure
            {...errorMessage(changes.error, words.changesFailed)}
            onRetry={() => void changes.refetch()}
            retrying={changes.isFetching}
          />
        )}
      </div>
      <PermittedButton permission="four-eyes.change" onClick={() => setAsking(true)}>
        {fourEyes ? words.turnOff : words.turnOn}
      </PermittedButton>
      {isAsking && (
        <ConfirmAct
          words={{ ...dialog, submitting: words.dialog.submitting, cancel: words.dialog.cancel }}
          variant={fourEyes ? 'danger' : 'primary'}
          act={(send) => send(setFourEyes, { body: { fourEyes: !fourEyes, version } })}
          done={fourEyes ? words.asked : words.turnedOn}
          refresh={refresh}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
