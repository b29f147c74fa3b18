import { loginActivity } from '@florin/contract/limits';
import {
  History,
  ListChecks,
  LogOut,
  Shield,
  ShieldAlert,
  ShieldCheck,
  Undo2,
  UserRound,
  UserRoundPlus,
} from 'lucide-react';
import { Avatar } from '../kit/text/Avatar.tsx';
import { countText } from '../kit/text/count-text.ts';
import { CountBadge } from '../kit/feedback/CountBadge.tsx';
import { Icon } from '../kit/text/Icon.tsx';
import { MenuButton, type MenuEntry } from '../kit/overlays/MenuButton.tsx';
import { showSnackbar } from '../kit/feedback/Snackbar.tsx';
import { en } from '../messages/en.ts';
import { shellWords } from '../messages/en/shell.ts';
import { paths } from '../paths.ts';
import { logOut } from '../session/leave.ts';
import { useIsRestricted, usePerson } from '../session/person.ts';
import { useBackToAdmin } from './use-back-to-admin.ts';
import { useLoginAlert } from './use-login-alert.ts';
import styles from './ProfileMenu.module.css';

const shields = { safe: ShieldCheck, alert: ShieldAlert, unknown: Shield };

const wayOut: MenuEntry = { id: 'log-out', icon: LogOut, label: shellWords.logOut };

/** The entries, with a badge where other devices have logged in. */
const entriesOf = (newLogins: string | null): readonly MenuEntry[] => [
  { id: 'profile', icon: UserRound, label: shellWords.myProfile, href: paths.account },
  {
    id: 'login-activity',
    icon: History,
    label: en.pages.loginActivity,
    href: paths.loginActivity,
    ...(newLogins !== null && { badge: <CountBadge text={newLogins} label={shellWords.newLogins(newLogins)} /> }),
  },
  { id: 'security-checklist', icon: ListChecks, label: en.pages.securityChecklist, href: paths.securityChecklist },
  { id: 'add-account', icon: UserRoundPlus, label: shellWords.addAccount, href: paths.addAccount },
  { id: 'back-to-admin', icon: Undo2, label: shellWords.backToAdmin },
  wayOut,
];

/** The person's own menu: profile, security, another account, and the way out. Its shield warns of new logins. */
export function ProfileMenu() {
  const { firstName, lastName, userName } = usePerson();
  const name = `${firstName} ${lastName}`;
  const { count, hasFailed } = useLoginAlert();
  // A restricted session may do nothing but leave.
  const restricted = useIsRestricted();
  const newLogins = count !== null && count > 0 ? countText(count, loginActivity.badgeAtMost) : null;
  // What is not known is not called safe.
  const standing = newLogins !== null ? 'alert' : count === 0 ? 'safe' : 'unknown';
  const backToAdmin = useBackToAdmin();
  const said = newLogins !== null ? shellWords.newLogins(newLogins) : hasFailed && shellWords.loginAlertUnknown;
  return (
    <MenuButton
      label={[shellWords.profileMenu(name), said].filter(Boolean).join(', ')}
      heading={
        <>
          <p className={styles.name}>{name}</p>
          <p className={styles.username}>{userName}</p>
        </>
      }
      entries={restricted ? [wayOut] : entriesOf(newLogins)}
      onAction={(id) => {
        if (id === 'back-to-admin') void backToAdmin();
        if (id !== 'log-out') return;
        showSnackbar({ severity: 'info', text: en.loggingOut });
        void logOut('user');
      }}
    >
      <span className={styles.person} data-tour="profile">
        <Avatar name={name} round />
        <span className={styles.shield} data-standing={standing}>
          <Icon of={shields[standing]} size={14} />
        </span>
      </span>
    </MenuButton>
  );
}
