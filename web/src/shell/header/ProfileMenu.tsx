import { loginActivity } from '@florin/contract/limits';
import { createUserPreference } from '@florin/contract/program/user-preference';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
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
  Wrench,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import { CountBadge } from '../../kit/feedback/CountBadge.tsx';
import { showSnackbar } from '../../kit/feedback/Snackbar.tsx';
import { MenuButton, type MenuEntry } from '../../kit/overlays/menus/MenuButton.tsx';
import { Mark } from '../../kit/text/Mark.tsx';
import { countText } from '../../kit/text/count-text.ts';
import { Icon } from '../../kit/text/Icon.tsx';
import { en } from '../../messages/en.ts';
import { pageTitles } from '../../messages/en/shell/pages.ts';
import { shellWords } from '../../messages/en/shell/shell.ts';
import { paths } from '../../paths.ts';
import { errorMessage } from '../../session/failures/error-message.ts';
import { logOut } from '../../session/leave.ts';
import { useIsRestricted, usePerson } from '../../session/person.ts';
import { linkedAccountsQuery, loginAlertQuery } from '../../session/queries/queries.ts';
import { fetchOrThrow } from '../../session/queries/query-client.ts';
import styles from './ProfileMenu.module.css';

const shields = { safe: ShieldCheck, alert: ShieldAlert, unknown: Shield };

const wayOut: MenuEntry = { id: 'log-out', icon: LogOut, label: shellWords.logOut };

/** The entries, with a badge if other devices have logged in. */
const entriesOf = (newLogins: string | null, isOperator: boolean, isAdministrator: boolean): readonly MenuEntry[] => [
  { id: 'profile', icon: UserRound, label: shellWords.myProfile, href: paths.account },
  {
    id: 'login-activity',
    icon: History,
    label: pageTitles.loginActivity,
    href: paths.loginActivity,
    ...(newLogins !== null && { badge: <CountBadge text={newLogins} label={shellWords.newLogins(newLogins)} /> }),
  },
  { id: 'security-checklist', icon: ListChecks, label: pageTitles.securityChecklist, href: paths.securityChecklist },
  { id: 'add-account', icon: UserRoundPlus, label: shellWords.addAccount, href: paths.addAccount },
  ...(isOperator ? [{ id: 'operator', icon: Wrench, label: pageTitles.operator, href: paths.operator }] : []),
  ...(isAdministrator ? [{ id: 'back-to-admin', icon: Undo2, label: shellWords.backToAdmin }] : []),
  wayOut,
];

/** The person's own menu: profile, security, another account, and Log out. Its shield warns of new logins. */
export function ProfileMenu() {
  const { firstName, lastName, userName, isOperator = false } = usePerson();
  const name = `${firstName} ${lastName}`;
  const { count, hasFailed } = useLoginAlert();
  // A restricted session may only log out.
  const restricted = useIsRestricted();
  const newLogins = count !== null && count > 0 ? countText(count, loginActivity.badgeAtMost) : null;
  // Unknown is not shown as safe.
  const status = newLogins !== null ? 'alert' : count === 0 ? 'safe' : 'unknown';
  const backToAdmin = useBackToAdmin();
  const isAdministrator = useIsAdministrator();
  const notice = newLogins !== null ? shellWords.newLogins(newLogins) : hasFailed && shellWords.loginAlertUnknown;
  return (
    <MenuButton
      label={[shellWords.profileMenu(name), notice].filter(Boolean).join(', ')}
      heading={
        <>
          <p className={styles.name}>{name}</p>
          <p className={styles.username}>{userName}</p>
        </>
      }
      entries={restricted ? [wayOut] : entriesOf(newLogins, isOperator, isAdministrator)}
      onAction={(id) => {
        if (id === 'back-to-admin') void backToAdmin();
        if (id !== 'log-out') return;
        showSnackbar({ severity: 'info', text: en.loggingOut });
        void logOut('user');
      }}
    >
      <span className={styles.person} title={notice || name} data-tour="profile">
        <Mark name={name} round />
        <span className={styles.shield} data-status={status}>
          <Icon of={shields[status]} size={16} />
        </span>
      </span>
    </MenuButton>
  );
}

/** Whether the person is an administrator, here or in a linked account (reading 32). */
function useIsAdministrator(): boolean {
  const restricted = useIsRestricted();
  const { role } = usePerson();
  const { data: accounts = [] } = useQuery({ ...linkedAccountsQuery(), enabled: !restricted });
  return role === 'ADMIN' || accounts.some((account) => account.role === 'ADMIN' && account.isUserAccountOpen);
}

/** 'Back to admin' (specification section 4): keeps preferNewApp as false and goes to the area of the role. */
function useBackToAdmin(): () => Promise<void> {
  const router = useRouter();
  const { role } = usePerson();
  return async () => {
    try {
      await fetchOrThrow(createUserPreference, { body: { preferNewApp: false } });
      await router.navigate({ to: role === 'ADMIN' ? paths.transactions : paths.purchases });
    } catch (error) {
      showSnackbar(errorMessage(error, en.errors.UNEXPECTED));
    }
  };
}

/**
 * The number of devices that have logged in since the person's last visit (specification, section 4); `count` is null
 * while unknown, and `hasFailed` if it could not be loaded. It is loaded once the person has stayed on a page for 500
 * ms, and again whenever the answer is a minute old.
 */
function useLoginAlert(): { count: number | null; hasFailed: boolean } {
  const restricted = useIsRestricted();
  const { pathname } = useLocation();
  const [stayedOn, setStayedOn] = useState<string | null>(null);
  useEffect(() => {
    if (stayedOn !== null) return undefined;
    const timer = setTimeout(() => setStayedOn(pathname), loginActivity.alertDebounceMilliseconds);
    return () => clearTimeout(timer);
  }, [stayedOn, pathname]);
  const { data, isError } = useQuery({
    ...loginAlertQuery(),
    enabled: stayedOn !== null && !restricted,
    refetchInterval: loginActivity.cacheMilliseconds,
  });
  if (data === undefined) return { count: null, hasFailed: isError };
  return { count: data.shouldAlert ? data.newLoginsCount : 0, hasFailed: false };
}
