import { whyNotPermitted, type Permission } from '@florin/contract/permissions';
import { useRouter } from '@tanstack/react-router';
import {
  ArrowDown,
  ArrowLeft,
  ArrowUp,
  Building2,
  CalendarClock,
  Check,
  CircleHelp,
  ClipboardCheck,
  Coins,
  CornerDownLeft,
  CornerDownRight,
  CreditCard,
  Download,
  Lock,
  Receipt,
  Search,
  Snowflake,
  UserPlus,
  Users,
  X,
  type LucideIcon,
} from 'lucide-react';
import { lazy, Suspense, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../kit/actions/Button.tsx';
import { Failure } from '../../kit/feedback/Failure.tsx';
import { Dialog } from '../../kit/overlays/Dialog.tsx';
import { Icon } from '../../kit/text/Icon.tsx';
import { paletteWords as words } from '../../messages/en/shell/palette.ts';
import { verbWords } from '../../messages/en/shell/palette-verbs.ts';
import { shellPaths } from '../../paths.ts';
import { keysText } from '../../session/browser/keys-text.ts';
import { useMayEnter } from '../../session/account/guards.ts';
import { errorMessage } from '../../session/failures/error-message.ts';
import { usePerson } from '../../session/person.ts';
import { singleKeys } from '../../session/single-keys.ts';
import { useSite } from '../../site.ts';
import { titleOf } from '../window-title.ts';
import { ActPreview, useDoAct } from './ActPreview.tsx';
import { choiceOf, matching, type Command } from './commands.ts';
import styles from './Palette.module.css';
import { shortcutGroups, shortcuts, type PaletteView, type Shortcut, type ShortcutId } from './shortcuts.ts';
import { readOrder, takesAmount } from './read-order.ts';
import { useSentOrder, withSentOrder } from './sent-order.ts';
import { useActs, useWhyNotAsk, type RequestPrefill } from './use-acts.ts';
import { useCommands, useResults } from './use-commands.ts';
import { useFound } from './use-found.ts';
import { useChoices, useVerbs } from './use-verbs.ts';
import { verbOf, type VerbId } from './verbs.ts';
import { endTyping, readTyped } from './typed-ahead.ts';

/** Its form is loaded when a cardholder asks for money. */
const AskDialog = lazy(async () => ({ default: (await import('../../flows/requests/AskDialog.tsx')).AskDialog }));

interface PaletteProps {
  opened: PaletteView;
  onOpen: (what: PaletteView) => void;
  onClose: () => void;
  onSwitch: (userId: string) => void;
}

/** The command palette, or the list of shortcuts. */
export default function Palette({ opened, ...props }: PaletteProps) {
  return opened === 'palette' ? <GoTo {...props} /> : <Shortcuts onClose={props.onClose} />;
}

/**
 * A field and its results. Arrow keys choose a result, Enter carries it out (WAI-ARIA combobox with a list), Tab opens
 * it as a form.
 */
function GoTo(props: Omit<PaletteProps, 'opened'>) {
  const { onClose, onOpen } = props;
  const router = useRouter();
  const id = useId();
  const [typed, setTyped] = useState(() => readTyped().text);
  const [wasEntered] = useState(() => readTyped().isEntered);
  // Null: what comes first.
  const [chosen, setChosen] = useState<string | null>(null);
  const [asked, setAsked] = useState<RequestPrefill | null>(null);
  const [picking, setPicking] = useState<VerbId | null>(null);
  const order = picking === null ? readOrder(typed) : null;
  const results = useFound(picking === null ? (order?.who ?? typed) : '', order);
  const field = useRef<HTMLInputElement>(null);
  const write = (text: string) => {
    setTyped(text);
    setChosen(null);
  };
  const ways = {
    onAsk: setAsked,
    onPick: (verb: VerbId | null) => {
      setPicking(verb);
      write('');
      field.current?.focus();
    },
    whyNotAsk: useWhyNotAsk(),
  };
  const named = useVerbs(typed, picking !== null, ways);
  const isOrdered = order !== null && (order.amount !== null || order.wrongAmount !== null || !takesAmount(order.verb));
  const object = picking !== null || isOrdered ? null : named.withObject;
  const offered = useChoices(picking ?? object?.id ?? null, picking === null ? (object?.who ?? '') : typed, ways);
  const ordered = useActs(order, results, setAsked);
  const sent = useSentOrder();
  const acts =
    picking === null ? withSentOrder([...ordered, ...named.whole, ...offered.choices], sent) : offered.choices;
  const pages = useCommands(props, typed !== '');
  const others = useResults(results);
  const local = picking === null ? matching([...pages, ...named.begun], typed) : [];
  // Who types the name of a page in full means it, also where an act is called alike.
  const isExact = ({ group, label }: Command) => group === 'page' && label.toLowerCase() === typed.trim().toLowerCase();
  const exact = local.filter(isExact);
  const go = [...local.filter((command) => !isExact(command)), ...(picking === null ? others : [])];
  const found = [...exact, ...acts, ...go];
  const failure = results.failure ?? offered.failure;
  const [why, setWhy] = useState('');
  const entered = useRef<string | null>(null);
  const { run: doAct, problem } = useDoAct(onClose, why);
  const { role } = usePerson();
  const [hasKeys] = useState(() => singleKeys.read() !== 'off');
  const listsKeys = hasKeys && picking === null && typed === '';
  const list = useRef<HTMLDivElement>(null);
  // An order without an answer is not what another text means.
  const first = found.findIndex(({ act }) => sent === null || act !== sent.command.act || typed === sent.typed);
  const at = chosen === null ? first : found.findIndex((command) => choiceOf(command) === chosen);
  const choose = (index: number) => setChosen(found[index] ? choiceOf(found[index]) : null);
  // Nothing takes the place of an act that a person has in view and is about to press.
  if (chosen === null && found[at]?.act && !results.isOld && !offered.isSearching) choose(at);
  const freezes = found[at]?.act?.kind === 'freeze' && (found[at].reason ?? null) === null;
  // The dialog opens before this, so the field has the focus and hears the next key.
  useLayoutEffect(endTyping, []);
  useEffect(() => {
    list.current?.querySelectorAll('[role="option"]')[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const run = (command: Command | undefined) => {
    if (!command || (command.reason ?? null) !== null) return;
    if (command.isSought) {
      entered.current = typed;
      return;
    }
    if (command.act) {
      if (!results.isOld) doAct(command, typed);
      return;
    }
    if (command.staysOpen !== true) onClose();
    command.run();
  };
  // Enter was pressed before the words of the command were known.
  const isKnown = found[at] !== undefined && found[at].isSought !== true;
  const runEntered = useEffectEvent(() => {
    if (entered.current !== typed) return;
    entered.current = null;
    if (!found[at]?.act) run(found[at]);
  });
  useEffect(() => {
    if (isKnown) runEntered();
  }, [isKnown]);
  const openFirst = useRef(() => {});
  useEffect(() => {
    openFirst.current = () => run(local.find(({ group }) => group !== 'do'));
  });
  // Enter was pressed before the palette was shown. It then opens a page but never carries out an act that nobody has
  // seen.
  useEffect(() => {
    if (wasEntered) openFirst.current();
  }, [wasEntered, openFirst]);
  if (asked)
    return (
      <Suspense fallback={null}>
        <AskDialog kind="FUNDING" {...asked} onClose={onClose} />
      </Suspense>
    );
  const option = (command: Command) => {
    const index = found.indexOf(command);
    return (
      <Option
        key={command.id}
        id={`${id}${index}`}
        command={command}
        isChosen={index === at}
        // An act is done by the press that follows its preview. Nothing moves under a pointer that only passes.
        onPress={() => (command.act && index !== at ? choose(index) : run(command))}
      />
    );
  };
  const sections = [
    { name: 'exact', caption: words.captions.go, commands: exact },
    {
      name: 'do',
      caption: picking === null ? words.captions.do : verbWords.captions[verbOf(picking).of],
      commands: acts,
    },
    { name: 'go', caption: words.captions.go, commands: go },
  ].filter(({ commands }) => commands.length > 0);
  const prompt = picking === null ? words.search : verbWords[picking].choose;
  const gone = at === -1 && chosen !== null ? words.gone : null;
  const wrong = order?.wrongAmount == null ? null : words.wrongAmount(order.wrongAmount);
  const message = [problem ?? wrong, gone].filter((text) => text !== null).join(' ');
  return (
    <Dialog open isBare title={words.title} onClose={onClose}>
      <div className={styles.top}>
        {picking === null ? (
          <Icon of={Search} size={20} />
        ) : (
          <button
            type="button"
            className={styles.picking}
            aria-label={verbWords.backFrom(verbWords[picking].label)}
            onClick={() => ways.onPick(null)}
          >
            <Icon of={ArrowLeft} size={16} />
            <span aria-hidden="true">{verbWords[picking].label}</span>
          </button>
        )}
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label={prompt}
          aria-expanded="true"
          aria-controls={`${id}list`}
          aria-autocomplete="list"
          aria-activedescendant={at >= 0 ? `${id}${at}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={prompt}
          className={styles.field}
          value={typed}
          onChange={({ target }) => write(target.value)}
          onKeyDown={(event) => {
            const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
            const step = steps[event.key];
            const form = found[at]?.form;
            if (step !== undefined && found.length > 0)
              choose((Math.max(at, step > 0 ? -1 : 0) + step + found.length) % found.length);
            else if (event.key === 'Enter') run(found[at]);
            else if (event.key === '?' && listsKeys) onOpen('shortcuts');
            // One step back, as in a menu within a menu.
            else if (picking !== null && (event.key === 'Escape' || (event.key === 'Backspace' && typed === '')))
              ways.onPick(null);
            else if (event.key === 'Tab' && !event.shiftKey && form !== undefined) {
              onClose();
              void router.navigate({ href: form });
            } else return;
            event.preventDefault();
          }}
        />
        <kbd aria-hidden="true">{words.keys.escape}</kbd>
      </div>
      {message !== '' && (
        <p role="alert" className={styles.problem}>
          {message}
        </p>
      )}
      {failure !== null && (
        <div className={styles.failure}>
          <Failure
            {...errorMessage(failure.error, words.searchFailed)}
            onRetry={failure.retry}
            retrying={results.isSearching || offered.isSearching}
          />
        </div>
      )}
      {found.length === 0 && (
        <p role="status" className={styles.none}>
          {results.isSearching || offered.isSearching
            ? words.searching
            : picking === null
              ? words.none
              : verbWords[picking].none}
        </p>
      )}
      <div
        ref={list}
        id={`${id}list`}
        role="listbox"
        aria-label={words.results}
        className={styles.list}
        hidden={found.length === 0}
      >
        {acts.length === 0
          ? found.map(option)
          : sections.map(({ name, caption, commands }) => (
              <div key={name} role="group" aria-labelledby={`${id}${name}`}>
                <p id={`${id}${name}`} role="presentation" className={styles.caption}>
                  {caption}
                </p>
                {commands.map(option)}
              </div>
            ))}
      </div>
      {freezes && (
        <label className={styles.reason}>
          <span>
            {words.freezeReason.label} <small>{words.freezeReason.seenBy[role]}</small>
          </span>
          <input
            type="text"
            autoComplete="off"
            value={why}
            onChange={({ target }) => setWhy(target.value)}
            onKeyDown={({ key }) => key === 'Enter' && run(found[at])}
          />
        </label>
      )}
      <p className={styles.hints} aria-hidden="true">
        <span>
          <kbd>
            <Icon of={ArrowUp} size={14} />
          </kbd>
          <kbd>
            <Icon of={ArrowDown} size={14} />
          </kbd>
          {words.hints.choose}
        </span>
        <span>
          <kbd>{words.keys.enter}</kbd>
          {found[at] !== undefined && acts.includes(found[at]) && (found[at].verb === undefined || found[at].act)
            ? words.hints.act
            : words.hints.open}
        </span>
        {found[at]?.form !== undefined && (
          <span>
            <kbd>{words.keys.tab}</kbd>
            {words.hints.form}
          </span>
        )}
        {freezes && (
          <span>
            <kbd>{words.keys.tab}</kbd>
            {words.hints.reason}
          </span>
        )}
        {listsKeys && (
          <span className={styles.allKeys}>
            <kbd>?</kbd>
            {words.hints.keys}
          </span>
        )}
      </p>
    </Dialog>
  );
}

const icons: Readonly<Record<Command['group'], LucideIcon>> = {
  do: Coins,
  page: CornerDownRight,
  request: ClipboardCheck,
  person: Users,
  card: CreditCard,
  purchase: Receipt,
  account: Building2,
  help: CircleHelp,
};

const verbIcons: Readonly<Record<VerbId, LucideIcon>> = {
  freeze: Snowflake,
  unfreeze: Snowflake,
  replace: CreditCard,
  pin: Lock,
  close: X,
  fund: Coins,
  takeBack: Coins,
  issue: CreditCard,
  approve: Check,
  reject: X,
  ask: Coins,
  askLimit: Coins,
};

function iconOf({ group, act, verb, id }: Command): LucideIcon {
  if (verb !== undefined) return verbIcons[verb];
  if (act?.kind === 'freeze' || act?.kind === 'unfreeze') return Snowflake;
  if (id.startsWith('schedule-')) return CalendarClock;
  if (id.startsWith('export-')) return Download;
  if (id === 'invite') return UserPlus;
  return id === 'issue' ? CreditCard : icons[group];
}

interface OptionProps {
  id: string;
  command: Command;
  isChosen: boolean;
  onPress: () => void;
}

/** A result. The chosen act shows its effect. */
function Option({ id, command, isChosen, onPress }: OptionProps) {
  const { label, group, act, detail } = command;
  const reason = command.reason ?? null;
  const below = reason ?? detail;
  return (
    // The field has the focus and the keys; a pointer presses the option itself.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      aria-disabled={reason !== null || undefined}
      data-act={(group === 'do' && reason === null) || undefined}
      className={styles.option}
      onClick={onPress}
    >
      <span className={styles.mark}>
        <Icon of={iconOf(command)} size={16} />
      </span>
      <span className={styles.label}>
        {label}
        {below != null && <small className={styles.detail}>{below}</small>}
      </span>
      <span className={styles.end}>
        {group !== 'do' ? (
          words.groups[group]
        ) : reason !== null ? (
          <Icon of={Lock} size={16} />
        ) : (
          isChosen && (
            <kbd aria-hidden="true">
              <Icon of={CornerDownLeft} size={14} />
            </kbd>
          )
        )}
      </span>
      {isChosen && act && reason === null && command.mayBeDone !== true && <ActPreview act={act} />}
    </div>
  );
}

/** What some shortcuts do, of which one must be permitted. */
const permissionsOf: Partial<Record<ShortcutId, readonly Permission[]>> = {
  note: ['transactions.note', 'my-transactions.note'],
  approve: ['requests.decide'],
  reject: ['requests.decide'],
  issue: ['cards.issue'],
  freeze: ['cards.freeze', 'own-cards.freeze'],
  edit: ['spend-policies.change'],
};

/** The text of a shortcut; null if the person cannot use it. */
function useShortcutText(): (shortcut: Shortcut) => string | null {
  const person = usePerson();
  const mayEnter = useMayEnter();
  const { simulator } = useSite();
  const holder = { role: person.role, flags: person.permissionFlags };
  return ({ group, id, act }) => {
    if (group === 'go') {
      const page = act.pages.find((each) => mayEnter(shellPaths[each], person));
      return page === undefined ? null : titleOf(shellPaths[page]);
    }
    if (act?.kind === 'simulator' && !simulator) return null;
    const isPermitted = permissionsOf[id]?.some((permission) => whyNotPermitted(permission, holder) === null) ?? true;
    return isPermitted ? words.acts[id] : null;
  };
}

/** The shortcuts that the person can use, by where they work. */
function Shortcuts({ onClose }: { onClose: () => void }) {
  const textOf = useShortcutText();
  const usable = shortcuts.flatMap((shortcut) => {
    const text = textOf(shortcut);
    return text === null ? [] : [{ ...shortcut, text }];
  });
  return (
    <Dialog open title={words.shortcuts} onClose={onClose} actions={<Button onClick={onClose}>{words.close}</Button>}>
      {shortcutGroups
        .map((group) => ({ group, items: usable.filter((shortcut) => shortcut.group === group) }))
        .filter(({ items }) => items.length > 0)
        .map(({ group, items }) => (
          <section key={group} aria-label={words.shortcutGroups[group]} className={styles.keyGroup}>
            <h3>{words.shortcutGroups[group]}</h3>
            <dl className={styles.keys}>
              {items.map(({ id, shown, text }) => (
                <div key={id}>
                  <dt>
                    {shown.flat().map((key) => (
                      <kbd key={key}>{keysText(key)}</kbd>
                    ))}
                  </dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
    </Dialog>
  );
}
