import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import {
  ArrowDown,
  ArrowUp,
  Building2,
  CalendarClock,
  CircleHelp,
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
  type LucideIcon,
} from 'lucide-react';
import { lazy, Suspense, useEffect, useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { mayFreeze, mayUnfreeze } from '@florin/contract/cards/card-states';
import type { Card } from '@florin/contract/cards/cards';
import { isEligible } from '@florin/contract/eligibility';
import { Button } from '../../kit/actions/Button.tsx';
import { Failure } from '../../kit/feedback/Failure.tsx';
import { Dialog } from '../../kit/overlays/Dialog.tsx';
import { Icon } from '../../kit/text/Icon.tsx';
import { textOfCard } from '../../flows/cards/card-title.ts';
import { currentExport } from '../../flows/lists/current-export.ts';
import { shortWhen } from '../../flows/time/when.ts';
import { moneyText, usd } from '../../kit/text/money-parts.ts';
import { paletteWords as words } from '../../messages/en/shell/palette.ts';
import { pageAt, paths, type PagePath } from '../../paths.ts';
import { isSelectable } from '../../session/account/account-label.ts';
import { errorMessage } from '../../session/failures/error-message.ts';
import { useMayEnter } from '../../session/account/guards.ts';
import { useIsRestricted, usePerson } from '../../session/person.ts';
import { linkedAccountsQuery } from '../../session/queries/queries.ts';
import { useSite } from '../../site.ts';
import { spokenHolder } from '../sidebar/AccountItem.tsx';
import { useNavigationService } from '../navigation/navigation-service.ts';
import { toggleSimulator } from '../simulator.ts';
import { titleOf } from '../window-title.ts';
import { useReason } from '../../session/PermittedButton.tsx';
import { ActPreview, useDoAct } from './ActPreview.tsx';
import { matching, type Command } from './commands.ts';
import styles from './Palette.module.css';
import { shortcutGroups, shortcuts, type Opened } from './shortcuts.ts';
import { readOrder, type Order } from './read-order.ts';
import { useFound, type Found } from './use-found.ts';
import { useWhyNot } from './use-why-not.ts';
import { endTyping, readTyped } from './typed-ahead.ts';

/** Its form is loaded when a cardholder asks for money. */
const AskDialog = lazy(async () => ({ default: (await import('../../flows/requests/AskDialog.tsx')).AskDialog }));

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

/**
 * A field and its results. Arrow keys choose a result, Enter carries it out (WAI-ARIA combobox with a list), Tab opens
 * it as a form.
 */
function GoTo(props: Omit<PaletteProps, 'opened'>) {
  const { onClose } = props;
  const router = useRouter();
  const id = useId();
  const [typed, setTyped] = useState(() => readTyped().text);
  const [wasEntered] = useState(() => readTyped().isEntered);
  const [chosen, setChosen] = useState(0);
  const order = readOrder(typed);
  const results = useFound(order?.who ?? typed, order?.verb === 'ISSUE');
  const [asked, setAsked] = useState<Asked | null>(null);
  const acts = useActs(order, results, setAsked);
  const local = matching(useCommands(props, typed !== ''), typed);
  const found = [...acts, ...local, ...useResults(results)];
  const { run: doAct, problem } = useDoAct(onClose);
  const list = useRef<HTMLDivElement>(null);
  const at = Math.min(chosen, found.length - 1);
  // The dialog opens before this, so the field has the focus and hears the next key.
  useLayoutEffect(endTyping, []);
  useEffect(() => {
    list.current?.querySelectorAll('[role="option"]')[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const run = (command: Command | undefined) => {
    if (!command || (command.reason ?? null) !== null) return;
    if (command.act) return doAct(command.act);
    if (command.staysOpen !== true) onClose();
    command.run();
  };
  const first = useRef(() => {});
  useEffect(() => {
    first.current = () => run(local.find(({ group }) => group !== 'do'));
  });
  // Enter was pressed before the palette was shown. It then opens a page but never carries out an act that nobody has
  // seen.
  useEffect(() => {
    if (wasEntered) first.current();
  }, [wasEntered]);
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
        onPress={() => (command.act && index !== at ? setChosen(index) : run(command))}
      />
    );
  };
  const message = problem ?? (order?.wrongAmount == null ? null : words.wrongAmount(order.wrongAmount));
  return (
    <Dialog open isBare title={words.title} onClose={onClose}>
      <div className={styles.top}>
        <Icon of={Search} size={20} />
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
          className={styles.field}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setChosen(0);
          }}
          onKeyDown={(event) => {
            const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
            const step = steps[event.key];
            const form = found[at]?.form;
            if (step !== undefined && found.length > 0) setChosen((at + step + found.length) % found.length);
            else if (event.key === 'Enter') run(found[at]);
            else if (event.key === 'Tab' && !event.shiftKey && form !== undefined) {
              onClose();
              void router.navigate({ href: form });
            } else return;
            event.preventDefault();
          }}
        />
        <kbd aria-hidden="true">{words.keys.escape}</kbd>
      </div>
      {message !== null && (
        <p role="alert" className={styles.problem}>
          {message}
        </p>
      )}
      {results.failure !== null && (
        <div className={styles.failure}>
          <Failure
            {...errorMessage(results.failure.error, words.searchFailed)}
            onRetry={results.failure.retry}
            retrying={results.isSearching}
          />
        </div>
      )}
      {found.length === 0 && (
        <p role="status" className={styles.none}>
          {results.isSearching ? words.searching : words.none}
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
        {acts.length === 0 ? (
          found.map(option)
        ) : (
          <>
            <div role="group" aria-labelledby={`${id}do`}>
              <p id={`${id}do`} role="presentation" className={styles.caption}>
                {words.captions.do}
              </p>
              {acts.map(option)}
            </div>
            {found.length > acts.length && (
              <div role="group" aria-labelledby={`${id}go`}>
                <p id={`${id}go`} role="presentation" className={styles.caption}>
                  {words.captions.go}
                </p>
                {found.slice(acts.length).map(option)}
              </div>
            )}
          </>
        )}
      </div>
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
          {acts.length > 0 ? words.hints.act : words.hints.open}
        </span>
        {found[at]?.form !== undefined && (
          <span>
            <kbd>{words.keys.tab}</kbd>
            {words.hints.form}
          </span>
        )}
        <span>
          <kbd>?</kbd>
          {words.hints.keys}
        </span>
      </p>
    </Dialog>
  );
}

/** What is asked for instead of done. */
interface Asked {
  cardId?: string;
  amount: number;
}

const icons: Readonly<Record<Command['group'], LucideIcon>> = {
  do: Coins,
  page: CornerDownRight,
  person: Users,
  card: CreditCard,
  purchase: Receipt,
  account: Building2,
  help: CircleHelp,
};

function iconOf({ group, act, id }: Command): LucideIcon {
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
      {isChosen && act && reason === null && <ActPreview act={act} />}
    </div>
  );
}

type FundVerb = Extract<NonNullable<Command['act']>, { kind: 'fund' }>['act'];
const nameOfCard = (card: Card) => textOfCard(card);

/**
 * The acts that the typed order could mean, with the people it could mean. Acts that are not permitted are shown with
 * the reason.
 */
function useActs(order: Order | null, found: Found, onAsk: (asked: Asked) => void): Command[] {
  const { role } = usePerson();
  const whyNotAsk = useWhyNotAsk();
  const router = useRouter();
  const isAdministrator = role === 'ADMIN';
  const isFreeze = order?.verb === 'FREEZE' || order?.verb === 'UNFREEZE';
  const isIssue = order?.verb === 'ISSUE';
  const whyNotFund = useWhyNot('card-funding.run', order !== null && !isFreeze && !isIssue);
  const whyNotFreeze = useWhyNot(isAdministrator ? 'cards.freeze' : 'own-cards.freeze', isFreeze);
  const whyNotIssue = useWhyNot('cards.issue', isIssue);
  if (order === null) return [];
  const { verb, who, amount, isPhysical } = order;
  if (verb === 'ISSUE') {
    const issue = (holder: Found['holders'][number] | null): Command => {
      // Who is not found yet, the form looks for.
      const name = holder === null ? who : `${holder.firstName} ${holder.lastName}`;
      const search = new URLSearchParams({ issue: isPhysical ? 'physical' : 'virtual' });
      if (name !== '') search.set('holder', holder?.membershipId ?? who);
      const cardName = [holder?.rest ?? '', order.rest].filter(Boolean).join(' ');
      if (cardName !== '') search.set('name', cardName);
      if (amount !== null) search.set('limit', (amount / 100).toFixed(2));
      if (amount !== null) search.set('period', order.period);
      const form = `${paths.cards}?${search}`;
      const limit = amount === null ? null : words.limit(moneyText(usd(amount)), order.period);
      return {
        id: `issue-${holder?.membershipId ?? ''}`,
        group: 'do',
        label: isPhysical ? words.issuePhysical(name, limit) : words.issue(name, limit),
        ...(cardName !== '' && { detail: cardName }),
        reason: whyNotIssue,
        form,
        run: () => void router.navigate({ href: form }),
      };
    };
    return found.holders.length === 0 ? [issue(null)] : found.holders.map(issue);
  }
  // Cardholders do not move money. They ask an administrator to.
  if (!isAdministrator && (verb === 'FUND' || verb === 'TOP_UP')) {
    if (amount === null) return [];
    const ask = (id: string, card: Card | null): Command => ({
      id,
      group: 'do',
      label: words.askFor(moneyText(usd(amount)), card && nameOfCard(card)),
      detail: card?.status === 'PAUSED' ? words.askFrozen : words.askDetail,
      reason: whyNotAsk,
      staysOpen: true,
      run: () => onAsk({ amount, ...(card && { cardId: card.id }) }),
    });
    const open = who === '' ? [] : found.cards.filter((card) => isEligible('card.change', { card }));
    return open.length === 0 ? [ask('ask', null)] : open.map((card) => ask(`ask-${card.id}`, card));
  }
  if (who === '') {
    if (verb === 'FREEZE' || verb === 'UNFREEZE' || amount === null) return [];
    return [
      {
        id: 'choose-cards',
        group: 'do',
        label: words.chooseCards[verb](moneyText(usd(amount))),
        detail: words.chooseDetail,
        reason: whyNotFund,
        run: () => void router.navigate({ to: paths.cardFunding, search: { act: verb, amount: String(amount) } }),
      },
    ];
  }
  return found.cards.flatMap((card): Command[] => {
    const name = nameOfCard(card);
    const holder = card.holder ? { detail: `${card.holder.firstName} ${card.holder.lastName}` } : {};
    const base = { id: `${verb}-${card.id}`, group: 'do' as const, ...holder, run: () => {} };
    if (verb === 'FREEZE' || verb === 'UNFREEZE') {
      const kind = verb === 'FREEZE' ? 'freeze' : 'unfreeze';
      const actor = isAdministrator ? 'ADMIN' : 'HOLDER';
      const isPossible = verb === 'FREEZE' ? mayFreeze(card, actor) : mayUnfreeze(card, actor);
      if (!isPossible) return [];
      return [{ ...base, label: words[kind](name), reason: whyNotFreeze, act: { kind, cardId: card.id, name } }];
    }
    if (amount === null || !isEligible('card.change', { card })) return [];
    const formOf = (act: FundVerb, more: Record<string, string> = {}) =>
      `${paths.cardFunding}?${new URLSearchParams({ cards: card.id, act, amount: String(amount), ...more })}`;
    const fund = (act: FundVerb): Command => ({
      ...base,
      id: `${act}-${card.id}`,
      label: words.fund[act](moneyText(usd(amount)), name),
      reason: whyNotFund ?? (act !== 'DEFUND' && card.status === 'PAUSED' ? words.cardFrozen : null),
      form: formOf(act),
      act: { kind: 'fund', act, cardId: card.id, name, amount },
    });
    // Where one card can be meant, what else could be.
    if (verb !== 'FUND' || found.cards.length > 1) return [fund(verb)];
    const schedule = formOf('FUND', { schedule: 'new' });
    return [
      fund('FUND'),
      fund('TOP_UP'),
      {
        ...base,
        id: `schedule-${card.id}`,
        label: words.fundOnSchedule(moneyText(usd(amount)), name),
        reason: whyNotFund,
        form: schedule,
        run: () => void router.navigate({ href: schedule }),
      },
    ];
  });
}

/** Why a holder cannot ask for money; null if they can. */
function useWhyNotAsk(): string | null {
  const person = usePerson();
  const mayEnter = useMayEnter();
  const reason = useReason('requests.make');
  if (person.role === 'ADMIN') return null;
  return reason ?? (mayEnter(paths.fundingRequests, person) ? null : words.askElsewhere);
}

/** The people, cards and purchases that were found. */
function useResults({ people, cards, purchases }: Found): Command[] {
  const { role, timeZone } = usePerson();
  const router = useRouter();
  const isAdministrator = role === 'ADMIN';
  const to = (href: string) => () => void router.navigate({ href });
  return [
    ...people.map(({ membershipId, firstName, lastName }): Command => ({
      id: `person-${membershipId}`,
      group: 'person',
      label: `${firstName} ${lastName}`,
      run: to(`${paths.teamMembers}?open=${membershipId}`),
    })),
    ...cards.map((card): Command => ({
      id: `card-${card.id}`,
      group: 'card',
      label: nameOfCard(card),
      ...(card.holder && { detail: `${card.holder.firstName} ${card.holder.lastName}` }),
      run: to((isAdministrator ? paths.card : paths.ownCard).replace('$id', card.id)),
    })),
    ...purchases.map(({ id, at, merchant, amount, cardholder }): Command => ({
      id: `purchase-${id}`,
      group: 'purchase',
      label: words.purchase(merchant.name, moneyText(amount)),
      detail: [cardholder?.name, shortWhen(at, timeZone)].filter(Boolean).join(', '),
      run: to(`${isAdministrator ? paths.transactions : paths.cardTransactions}?open=${id}`),
    })),
  ];
}

/**
 * The pages a person may enter, acts that need nothing typed, the other accounts, and the ways to get help.
 * @param isAsked something is typed
 */
function useCommands({ onOpen, onSwitch }: Pick<PaletteProps, 'onOpen' | 'onSwitch'>, isAsked: boolean): Command[] {
  const person = usePerson();
  const mayEnter = useMayEnter();
  const restricted = useIsRestricted();
  const service = useNavigationService();
  const router = useRouter();
  const { program, simulator } = useSite();
  const { data: accounts = [] } = useQuery({ ...linkedAccountsQuery(), enabled: !restricted });
  const whyNotInvite = useWhyNot('invites.send', isAsked);
  const takeExport = useSyncExternalStore(currentExport.subscribe, currentExport.snapshot);
  const page = (group: 'page' | 'help', path: PagePath): Command => ({
    id: path,
    group,
    label: titleOf(path),
    also: words.alsoFoundBy[pageAt(path)?.name ?? ''] ?? '',
    run: () => void router.navigate({ to: path }),
  });
  const inSidebar = service.sidebar(person, mayEnter).flatMap(({ items }) => items.map(({ path }) => path));
  const isOpen = (path: PagePath) => mayEnter(path, person);
  const pages = new Set<PagePath>([...inSidebar, ...ownPages.filter(isOpen)]);
  const tabs = tabPages.filter(({ path }) => !pages.has(path) && isOpen(path));
  return [
    ...[...pages].map((path) => page('page', path)),
    ...tabs.map(({ path, of }): Command => ({ ...page('page', path), detail: titleOf(of) })),
    ...(isOpen(paths.teamMembers)
      ? [
          {
            id: 'invite',
            group: 'do',
            label: words.invite,
            also: words.inviteAlso,
            reason: whyNotInvite,
            run: () => void router.navigate({ to: paths.teamMembers, search: { invite: 'new' } }),
          } satisfies Command,
        ]
      : []),
    ...(takeExport === null
      ? []
      : (['csv', 'xlsx'] as const).map((format): Command => ({
          id: `export-${format}`,
          group: 'do',
          label: words.exportList[format],
          also: words.exportAlso,
          run: () => takeExport(format),
        }))),
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
      run: () => void window.open(program.supportUrl, '_blank', 'noreferrer'),
    },
    { id: 'shortcuts', group: 'help', label: words.shortcuts, run: () => onOpen('shortcuts') },
    ...(simulator
      ? [{ id: 'simulator', group: 'help', label: words.acts.simulator, run: toggleSimulator } satisfies Command]
      : []),
  ];
}

const ownPages: readonly PagePath[] = [
  paths.account,
  paths.accountSecurity,
  paths.accountPreferences,
  paths.linkedAccounts,
  paths.loginActivity,
  paths.securityChecklist,
];

/** Pages that the sidebar does not list, with the page whose tabs or panels lead to them. */
const tabPages: readonly { path: PagePath; of: PagePath }[] = [
  { path: paths.cardRequests, of: paths.cards },
  { path: paths.cardPolicies, of: paths.cards },
  { path: paths.cardFunding, of: paths.cards },
  { path: paths.vendorLinks, of: paths.cards },
  { path: paths.cardTransactions, of: paths.purchases },
  { path: paths.cardDeclines, of: paths.purchases },
  { path: paths.teamChanges, of: paths.teamMembers },
  { path: paths.spendControls, of: paths.businessSettings },
  { path: paths.businessPermissions, of: paths.businessSettings },
  { path: paths.businessNotifications, of: paths.businessSettings },
  { path: paths.bankTransfers, of: paths.externalAccounts },
  { path: paths.accountNotifications, of: paths.account },
];

/** Every shortcut, by where it works. */
function Shortcuts({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open title={words.shortcuts} onClose={onClose} actions={<Button onClick={onClose}>{words.close}</Button>}>
      {shortcutGroups.map((group) => (
        <section key={group} aria-label={words.shortcutGroups[group]} className={styles.keyGroup}>
          <h3>{words.shortcutGroups[group]}</h3>
          <dl className={styles.keys}>
            {shortcuts
              .filter((shortcut) => shortcut.group === group)
              .map(({ id, shown }) => (
                <div key={id}>
                  <dt>
                    {shown.flat().map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{words.acts[id]}</dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
