import { useState } from 'react';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Notice } from '../../../kit/feedback/Notice.tsx';
import { ColumnPage } from '../../../kit/layout/Page.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { accountWords as words } from '../../../messages/en/account.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { StepUpProvider } from '../../../flows/step-up/StepUpProvider.tsx';
import styles from './account.module.css';
import { AccountHead } from './AccountHead.tsx';
import { AuthenticatorsPanel } from './factors/AuthenticatorsPanel.tsx';
import { BackupCodesPanel } from './factors/BackupCodesPanel.tsx';
import { wouldHold } from './factors/hold.ts';
import { MfaPanel } from './factors/MfaPanel.tsx';
import { PasskeysPanel } from './factors/PasskeysPanel.tsx';
import { PasswordPanel } from './PasswordPanel.tsx';
import { useSecuritySettings } from './queries.ts';

/** /account/security: the second factor, its factors, and the password. Every change requires a fresh proof. */
export function AccountSecurityPage() {
  const settings = useSecuritySettings();
  const [openedAt] = useState(() => Date.now());
  return (
    <StepUpProvider>
      <ColumnPage>
        <AccountHead />
        {settings.data ? (
          <>
            <MfaPanel settings={settings.data} />
            {wouldHold(settings.data, openedAt) && <Notice severity="info">{words.hold}</Notice>}
            <PasskeysPanel settings={settings.data} />
            <AuthenticatorsPanel settings={settings.data} />
            <BackupCodesPanel settings={settings.data} />
            <PasswordPanel settings={settings.data} />
          </>
        ) : settings.isError ? (
          <Panel>
            <Failure
              {...errorMessage(settings.error, words.factors.failed)}
              onRetry={() => void settings.refetch()}
              retrying={settings.isFetching}
            />
          </Panel>
        ) : (
          [words.mfa.title, words.passkeys.title, words.authenticators.title].map((title) => (
            <Panel key={title} title={title}>
              <div aria-busy="true" className={styles.stack}>
                <Skeleton shape="long" />
                <Skeleton shape="medium" />
              </div>
            </Panel>
          ))
        )}
      </ColumnPage>
    </StepUpProvider>
  );
}
