import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../kit/actions/Button.tsx';
import fieldStyles from '../../kit/forms/Field.module.css';
import { Dialog } from '../../kit/overlays/Dialog.tsx';
import { paletteWords as words } from '../../messages/en/palette.ts';
import { paths, type EntryPath } from '../../paths.ts';
import { isSelectable } from '../../session/account/account-label.ts';
import { useMayEnter } from '../../session/account/guards.ts';
import { useIsRestricted, usePerson } from '../../session/person.ts';
import { linkedAccountsQuery } from '../../session/queries/queries.ts';
import { useSite } from '../../site.ts';
import { spokenHolder } from '../sidebar/AccountItem.tsx';
import { useNavigationService } from '../navigation/navigation-service.ts';
import { titleOf } from '../window-title.ts';
import { matching, type Command } from './commands.ts';
import styles from './Palette.module.css';
import type { Opened } from './shortcuts.ts';

interface PaletteProps {
  opened: Opened;
  onOpen: (what: Opened) => void;
  onClose: () => void;
  onSwitch: (userId: string) => void;
}

/** The command palette, or the list of shortcuts. */
export default function Palette({ opened, ...props }: PaletteProps) {
  return opened === 'palette' ? <GoTo {...props} /> : <Shortcuts onClose={props.onClose} />;
}

/** A field and what it finds: arrow keys choose, Enter goes there (WAI-ARIA combobox with a list). */
function GoTo(props: Omit<PaletteProps, 'opened'>) {
  const { onClose } = props;
  const id = useId();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const found = matching(useCommands(props), typed);
  const list = useRef<HTMLDivElement>(null);
  const at = Math.min(chosen, found.length - 1);
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  return (
    <Dialog open title={words.title} onClose={onClose}>
      <input
        type="text"
        role="combobox"
        aria-label={words.search}
        aria-expanded="true"
        aria-controls={`${id}list`}
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? `${id}${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={words.search}
        className={fieldStyles.input}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setChosen(0);
        }}
        onKeyDown={(event) => {
          const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
          const step = steps[event.key];
          if (step !== undefined && found.length > 0) setChosen((at + step + found.length) % found.length);
          else if (event.key === 'Enter') run(found[at]);
          else return;
          event.preventDefault();
        }}
      />
      <div ref={list} id={`${id}list`} role="listbox" aria-label={words.results} className={styles.list}>
        {found.map((command, index) => (
          // The field has the focus and the keys; a pointer presses the option itself.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
          <div
            key={command.id}
            id={`${id}${index}`}
            role="option"
            aria-selected={index === at}
            className={styles.option}
            onPointerMove={() => setChosen(index)}
            onClick={() => run(command)}
          >
            <span className={styles.label}>{command.label}</span>
            <span className={styles.group}>{words.groups[command.group]}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p role="status">{words.none}</p>}
    </Dialog>
  );
}

/** The pages a person may enter, the other accounts, and the ways to get help. */
function useCommands({ onOpen, onSwitch }: Pick<PaletteProps, 'onOpen' | 'onSwitch'>): Command[] {
  const person = usePerson();
  const mayEnter = useMayEnter();
  const restricted = useIsRestricted();
  const service = useNavigationService();
  const router = useRouter();
  const { supportUrl } = useSite().program;
  const { data: accounts = [] } = useQuery({ ...linkedAccountsQuery(), enabled: !restricted });
  const page = (group: 'page' | 'help', path: EntryPath): Command => ({
    id: path,
    group,
    label: titleOf(path),
    run: () => void router.navigate({ to: path }),
  });
  const inSidebar = service.sidebar(person, mayEnter).flatMap(({ items }) => items.map(({ path }) => path));
  const pages = new Set<EntryPath>([...inSidebar, ...ownPages.filter((path) => mayEnter(path, person))]);
  return [
    ...[...pages].map((path) => page('page', path)),
    ...accounts
      .filter((account) => !account.isCurrent && isSelectable(account))
      .map((account): Command => ({
        id: account.userId,
        group: 'account',
        label: words.switchTo(account.businessName),
        also: spokenHolder(account),
        run: () => onSwitch(account.userId),
      })),
    page('help', paths.contactUs),
    page('help', paths.faq),
    {
      id: 'help-center',
      group: 'help',
      label: words.helpCenter,
      run: () => void window.open(supportUrl, '_blank', 'noreferrer'),
    },
    { id: 'shortcuts', group: 'help', label: words.shortcuts, run: () => onOpen('shortcuts') },
  ];
}

const ownPages: readonly EntryPath[] = [
  paths.account,
  paths.accountSecurity,
  paths.accountPreferences,
  paths.linkedAccounts,
  paths.loginActivity,
  paths.securityChecklist,
];

function Shortcuts({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open title={words.shortcuts} onClose={onClose} actions={<Button onClick={onClose}>{words.close}</Button>}>
      <dl className={styles.keys}>
        {words.keys.map(({ keys, act }) => (
          <div key={act}>
            <dt>
              {keys.map((each) => (
                <kbd key={each}>{each}</kbd>
              ))}
            </dt>
            <dd>{act}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
