import { Fingerprint, KeyRound, LockKeyhole, ShieldCheck, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { productTime } from '../../../clock.ts';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { ColumnPage } from '../../../kit/layout/Page.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { accountWords as words } from '../../../messages/en/access/account.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { StepUpProvider } from '../../../flows/step-up/StepUpProvider.tsx';
import { AccountHead } from './AccountHead.tsx';
import { AuthenticatorsPanel } from './factors/AuthenticatorsPanel.tsx';
import { BackupCodesPanel } from './factors/BackupCodesPanel.tsx';
import { wouldHold } from './factors/hold.ts';
import { MfaPanel } from './factors/MfaPanel.tsx';
import { PasskeysPanel } from './factors/PasskeysPanel.tsx';
import { PasswordRow } from './PasswordRow.tsx';
import { SettingRow } from './SettingRow.tsx';
import { useSecuritySettings } from './queries.ts';

/** /account/security: the second factor, its factors, and the password. Every change requires a fresh proof. */
export function AccountSecurityPage() {
  const settings = useSecuritySettings();
  const [openedAt] = useState(productTime);
  const row = settings.data && { settings: settings.data, holds: wouldHold(settings.data, openedAt) };
  return (
    <StepUpProvider>
      <ColumnPage>
        <AccountHead />
        {settings.data && row ? (
          <Panel padded={false}>
            <PasswordRow settings={settings.data} />
            <MfaPanel settings={settings.data} />
            <PasskeysPanel {...row} />
            <AuthenticatorsPanel {...row} />
            <BackupCodesPanel {...row} />
          </Panel>
        ) : settings.isError ? (
          <Panel>
            <Failure
              {...errorMessage(settings.error, words.factors.failed)}
              onRetry={() => void settings.refetch()}
              retrying={settings.isFetching}
            />
          </Panel>
        ) : (
          <Panel padded={false}>
            <div aria-busy="true">
              {rows.map(({ icon, title }) => (
                <SettingRow key={title} icon={icon} title={title} text={<Skeleton shape="long" />} />
              ))}
            </div>
          </Panel>
        )}
      </ColumnPage>
    </StepUpProvider>
  );
}

/** The rows before their states are known. */
const rows = [
  { icon: LockKeyhole, title: words.password.title },
  { icon: ShieldCheck, title: words.mfa.title },
  { icon: Fingerprint, title: words.passkeys.title },
  { icon: Smartphone, title: words.authenticators.title },
  { icon: KeyRound, title: words.backupCodes.title },
];
