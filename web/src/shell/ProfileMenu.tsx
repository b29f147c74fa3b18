import { LogOut, UserRound, UserRoundPlus } from 'lucide-react';
import { Avatar } from '../kit/Avatar.tsx';
import { MenuButton, type MenuEntry } from '../kit/MenuButton.tsx';
import { showSnackbar } from '../kit/Snackbar.tsx';
import { en } from '../messages/en.ts';
import { paths } from '../paths.ts';
import { logOut } from '../session/log-out.ts';
import { usePerson } from '../session/person.ts';
import styles from './ProfileMenu.module.css';

const entries: readonly MenuEntry[] = [
  { id: 'profile', icon: UserRound, label: en.shell.myProfile, href: paths.account },
  { id: 'add-account', icon: UserRoundPlus, label: en.shell.addAccount, href: paths.addAccount },
  { id: 'log-out', icon: LogOut, label: en.shell.logOut },
];

/** The person's own menu: profile, another account, and the way out. */
export function ProfileMenu() {
  const { firstName, lastName, userName } = usePerson();
  const name = `${firstName} ${lastName}`;
  return (
    <MenuButton
      label={en.shell.profileMenu(name)}
      heading={
        <>
          <p className={styles.name}>{name}</p>
          <p className={styles.username}>{userName}</p>
        </>
      }
      entries={entries}
      onAction={(id) => {
        if (id !== 'log-out') return;
        showSnackbar({ severity: 'info', text: en.shell.loggingOut });
        void logOut('user');
      }}
    >
      <Avatar name={name} round />
    </MenuButton>
  );
}
