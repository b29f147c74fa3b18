import type { FundingLine } from '@florin/contract/money/card-funding';
import type { Card } from '@florin/contract/cards/cards';
import { cardFunding } from '@florin/contract/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { productTime } from '../../../clock.ts';
import { lookOf } from '../../../flows/cards/card-look.ts';
import { cardGroupsQuery } from '../../../flows/cards/queries.ts';
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { titleOfCard } from '../../../flows/cards/card-title.ts';
import { CardState, isOver } from '../../../flows/cards/CardState.tsx';
import { Button, buttonClass } from '../../../kit/actions/Button.tsx';
import { Segments } from '../../../kit/actions/Segments.tsx';
import type { CardLook } from '../../../kit/card/card-look.ts';
import { classNames } from '../../../kit/class-names.ts';
import looks from '../../../kit/card/looks.module.css';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { Notice } from '../../../kit/feedback/Notice.tsx';
import { TextField } from '../../../kit/forms/fields/TextField.tsx';
import { useLate } from '../../../kit/forms/use-late.ts';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { ListEmpty } from '../../../kit/lists/ListStates.tsx';
import type { Column, Sort } from '../../../kit/lists/table/columns.ts';
import { Table } from '../../../kit/lists/table/Table.tsx';
import { SelectField } from '../../../kit/pickers/SelectField.tsx';
import { LastDigits } from '../../../kit/text/LastDigits.tsx';
import { Money } from '../../../kit/text/Money.tsx';
import { moneyText, usd } from '../../../kit/text/money-parts.ts';
import { fundingWords as words } from '../../../messages/en/money/card-funding.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { paths } from '../../../paths.ts';
import { useReason } from '../../../session/PermittedButton.tsx';
import { singleKeys } from '../../../session/single-keys.ts';
import { CsvDialog } from './CsvDialog.tsx';
import { Change } from './Change.tsx';
import { balancesQuery, pickQuery, type Order } from './queries.ts';
import styles from './card-funding.module.css';

/** What the dry run says of the chosen cards. */
export interface Planned {
  lines: readonly FundingLine[];
  /** It is of an order that has been changed since. */
  isOld: boolean;
}

interface CardPickerProps {
  act: Order['act'];
  /** Of the order, in minor units; null where there is none. */
  amount: number | null;
  chosen: Order['cards'];
  onChosen: (chosen: Order['cards']) => void;
  /** Null while something is missing. */
  planned: Planned | null;
  searchRef: RefObject<HTMLInputElement | null>;
}

interface Row extends Pick<FundingLine, 'cardId' | 'last4' | 'holder'> {
  /** Its own, or what it is. */
  name: string;
  /** Of a card that was found: its state. A chosen one has its reason. */
  card: Card | null;
  look: CardLook;
  /** What it has now; null: not known. */
  now: FundingLine | null;
  /** It will be known. */
  isLoading: boolean;
  /** What it gets; null: not chosen, or not computed yet. */
  line: FundingLine | null;
  isOld: boolean;
}

/** So many rows stand there before the others are asked for: what will happen is below them on a phone. */
const shownFirst = 10;

/** After so long without another letter the server is asked. */
const pauseMilliseconds = 150;

const columns: Column<Row>[] = [
  {
    id: 'card',
    title: words.columns.card,
    sort: 'ascending',
    cell: ({ name, last4, card }) => (
      <span className={styles.card}>
        <span>
          {name} <LastDigits digits={last4} />
        </span>
        {card !== null && (card.status !== 'OPEN' || isOver(card, productTime())) && <CardState of={card} />}
      </span>
    ),
  },
  { id: 'holder', title: words.columns.holder, folds: 'first', cell: ({ holder }) => holder },
  {
    id: 'has',
    title: words.columns.has,
    align: 'end',
    sort: 'ascending',
    labelled: true,
    cell: ({ now, isLoading }) =>
      now === null ? (
        // A card on a phone does not grow when it comes.
        isLoading && (
          <span className={styles.soon}>
            <Skeleton shape="short" />
          </span>
        )
      ) : now.reason === 'NO_BALANCE' ? (
        <span className={styles.quiet}>{words.drawsOnAccount}</span>
      ) : (
        <Money value={now.before} />
      ),
  },
  {
    id: 'gets',
    title: words.columns.gets,
    align: 'end',
    card: 'figure',
    cell: ({ line, isOld }) =>
      line && (
        <span className={isOld ? styles.quiet : undefined}>
          <Change line={line} />
        </span>
      ),
  },
  {
    id: 'will',
    title: words.columns.will,
    align: 'end',
    card: 'aside',
    labelled: true,
    cell: ({ line, isOld }) =>
      line &&
      line.reason !== 'NO_BALANCE' && (
        <span className={isOld || line.change.amount === 0 ? styles.quiet : undefined}>
          <Money value={line.after} />
        </span>
      ),
  },
];

const rowOf = (line: FundingLine, planned: Planned | null, plan: FundingLine | undefined, look: CardLook): Row => ({
  cardId: line.cardId,
  look,
  name: titleOfCard({ name: line.cardName, kind: line.kind }),
  last4: line.last4,
  holder: line.holder,
  card: null,
  now: line,
  isLoading: false,
  line: plan ?? null,
  isOld: planned?.isOld ?? false,
});

/** Nobody can spend what is on it yet. */
const isIdle = ({ status, holder }: Card) => status.startsWith('PENDING') || holder === null;

const getsNothing = ({ line }: Row) => line !== null && line.change.amount === 0;

/** The order of all cards, before a person chooses another. */
const byName: Sort = { column: 'card', direction: 'ascending' };
const { compare } = new Intl.Collator('en-US', { numeric: true });
const has = ({ now }: Row): number | null => (now === null || now.reason === 'NO_BALANCE' ? null : now.before.amount);

/** Cards without a balance of their own come last in both directions. */
function inOrder(rows: readonly Row[], { column, direction }: Sort): Row[] {
  const sign = direction === 'ascending' ? 1 : -1;
  const names = (a: Row, b: Row) =>
    compare(a.name, b.name) || compare(a.holder ?? '', b.holder ?? '') || compare(a.last4, b.last4);
  if (column !== 'has') return rows.toSorted((a, b) => sign * names(a, b));
  return rows.toSorted((a, b) => {
    const [one, other] = [has(a), has(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null) || names(a, b);
    return sign * (one - other) || names(a, b);
  });
}

/** The cards of the order, found by name, holder, number or group: what each has now, gets, and will have. */
export function CardPicker({ act, amount, chosen, onChosen, planned, searchRef }: CardPickerProps) {
  const [text, setText] = useState('');
  const [group, setGroup] = useState('');
  const [view, setView] = useState<'allCards' | 'chosen'>(chosen.length > 0 ? 'chosen' : 'allCards');
  const [sort, setSort] = useState<Sort | null>(null);
  const [isLong, setLong] = useState(false);
  const [isCsv, setCsv] = useState(false);
  const [hasKeys] = useState(() => singleKeys.read() !== 'off');
  const [openedAt] = useState(productTime);
  const wanted = text.trim().slice(0, 80);
  const asked = useLate(wanted, pauseMilliseconds);
  const found = useQuery({ ...pickQuery(asked, group), placeholderData: keepPreviousData });
  const groups = useQuery({ ...cardGroupsQuery(), meta: { unshown: words.groupsFailed } });
  const cards = useMemo(() => found.data?.items ?? [], [found.data]);
  const isChosen = view === 'chosen' && chosen.length > 0;
  const ids = useMemo(
    () => (isChosen ? chosen.map(({ cardId }) => cardId).slice(0, cardFunding.cardsAtMost) : cards.map(({ id }) => id)),
    [isChosen, chosen, cards],
  );
  const balances = useQuery({
    ...balancesQuery(ids),
    placeholderData: keepPreviousData,
    // The chosen cards are nothing without them, and the list says so itself.
    ...(isChosen && { meta: {} }),
  });
  const selection = useMemo(() => new Set(chosen.map(({ cardId }) => cardId)), [chosen]);
  const shownSort = sort ?? (isChosen ? null : byName);
  const rows = useMemo(() => {
    const now = new Map((balances.data ?? []).map((line) => [line.cardId, line]));
    const plans = new Map((planned?.lines ?? []).map((line) => [line.cardId, line]));
    if (!isChosen) {
      const all = cards.map((card): Row => {
        const holder = card.holder && `${card.holder.firstName} ${card.holder.lastName}`;
        return {
          cardId: card.id,
          name: titleOfCard(card),
          last4: card.last4,
          holder,
          card,
          look: lookOf(card.controls),
          now: now.get(card.id) ?? null,
          isLoading: balances.isFetching,
          line: (selection.has(card.id) && plans.get(card.id)) || null,
          isOld: planned?.isOld ?? false,
        };
      });
      return inOrder(all, shownSort ?? byName);
    }
    const lines = ids.flatMap((id) => now.get(id) ?? plans.get(id) ?? []);
    const known = new Map(cards.map(({ id, controls }) => [id, lookOf(controls)]));
    const all = lines.map((line) => rowOf(line, planned, plans.get(line.cardId), known.get(line.cardId) ?? 'usual'));
    if (shownSort !== null) return inOrder(all, shownSort);
    // What a person has to know first.
    return [...all.filter(getsNothing), ...all.filter((row) => !getsNothing(row))];
  }, [balances.data, balances.isFetching, planned, isChosen, cards, ids, selection, shownSort]);
  const shown = isLong ? rows : rows.slice(0, shownFirst);
  // Money on a card that allows no purchase is of no use there, but can be taken back.
  const isTaken = act === 'DEFUND' || act === 'ZERO';
  const isUsable = (card: Card) => isTaken || (!isIdle(card) && !isOver(card, openedAt));
  const useless = cards.filter((card) => !isUsable(card));
  const select = (next: ReadonlySet<string>) => {
    const kept = chosen.filter(({ cardId }) => next.has(cardId));
    const known = new Set(kept.map(({ cardId }) => cardId));
    const added = [...next].filter((id) => !known.has(id));
    // One card is chosen on purpose. Of several, those whose money nobody could spend are left out.
    const taken = added.length === 1 ? added : added.filter((id) => useless.every((card) => card.id !== id));
    onChosen([...kept, ...taken.map((cardId) => ({ cardId, amount: null }))]);
  };
  const leftOut = isChosen ? [] : useless.filter(({ id }) => !selection.has(id));
  const usable = isChosen ? [] : rows.filter(({ card }) => card !== null && isUsable(card));
  const usableIds = usable.map(({ cardId }) => cardId);
  const chooseFound = () => select(new Set([...selection, ...usableIds]));
  // A button that chooses or shows cards goes away with the press: the focus goes to the first of them, which is in view then.
  const goesTo = useRef<{ from: Element; box: string } | null>(null);
  useLayoutEffect(() => {
    if (goesTo.current !== null) focusBox(goesTo.current.from, goesTo.current.box);
    goesTo.current = null;
  });
  const byButton = (from: Element, first: Row | undefined, choose: () => void) => {
    goesTo.current = { from: from.closest('section')!, box: '[data-index] input:checked' };
    if (first && !shown.includes(first)) setLong(true);
    choose();
  };
  // Exactly the cards that would get something.
  const below =
    act !== 'TOP_UP' || amount === null || balances.isPlaceholderData
      ? []
      : usable.filter((row) => row.card?.status === 'OPEN' && (has(row) ?? amount) < amount);
  const areBelowChosen = selection.size === below.length && below.every(({ cardId }) => selection.has(cardId));
  const offersBelow = amount !== null && below.length > 0 && !areBelowChosen;
  const hasFound = wanted === asked && found.data !== undefined && !found.isPlaceholderData;
  // Enter that comes before the answer waits for it.
  const isEntered = useRef(false);
  const answered = useEffectEvent(() => {
    if (isEntered.current) chooseFound();
    isEntered.current = false;
  });
  useEffect(() => {
    if (hasFound) answered();
  }, [hasFound]);
  const canChooseFound = usable.some(({ cardId }) => !selection.has(cardId));
  const groupOptions = [
    { id: '', label: words.everyGroup },
    ...(groups.data ?? []).map(({ id, name }) => ({ id, label: name })),
  ];
  const changed = (planned?.lines ?? []).filter(({ change }) => change.amount !== 0);
  const total = changed.reduce((sum, { change }) => sum + change.amount, 0);
  const hidden = rows.length - shown.length;
  return (
    <Panel
      title={words.cards}
      padded={false}
      actions={
        <span className={styles.tools}>
          {chosen.length > 0 ? (
            <Segments
              label={words.views}
              options={{ allCards: words.allCards, chosen: words.chosenCards(chosen.length) }}
              value={view}
              onChange={setView}
            />
          ) : null}
          <span aria-live="polite" className="visually-hidden">
            {words.chosen(chosen.length)}
          </span>
          {chosen.length > 0 && (
            <Button variant="quiet" onClick={() => onChosen([])}>
              {words.clear}
            </Button>
          )}
          <Button variant="quiet" onClick={() => setCsv(true)}>
            {words.csv.open}
          </Button>
        </span>
      }
    >
      {!isChosen && (
        <div className={styles.pick}>
          <TextField
            ref={searchRef}
            label={words.search}
            type="search"
            autoComplete="off"
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              isEntered.current = false;
            }}
            onKeyDown={(event) => {
              const isEnter = event.key === 'Enter' && !event.ctrlKey && !event.metaKey;
              if (isEnter && wanted !== '' && !hasFound) isEntered.current = true;
              else if (isEnter && wanted !== '' && canChooseFound) chooseFound();
              else if (isEnter || event.key === 'ArrowDown') {
                event.preventDefault();
                focusBox(event.currentTarget, '[data-index="0"] input');
              }
            }}
          />
          {groupOptions.length > 1 && (
            <SelectField
              label={words.group}
              placeholder={words.everyGroup}
              options={groupOptions}
              value={group}
              onChange={({ target }) => setGroup(target.value)}
            />
          )}
          {(canChooseFound || offersBelow) && (
            <div className={styles.choices}>
              {canChooseFound && (
                <Button size="lg" onClick={({ currentTarget }) => byButton(currentTarget, usable[0], chooseFound)}>
                  {words.addFound(usable.length, Boolean(found.data?.nextCursor))}
                  {wanted !== '' && hasFound && <kbd aria-hidden="true">{words.enter}</kbd>}
                </Button>
              )}
              {offersBelow && (
                <Button
                  size="lg"
                  onClick={({ currentTarget }) =>
                    byButton(currentTarget, below[0], () =>
                      onChosen(below.map(({ cardId }) => ({ cardId, amount: null }))),
                    )
                  }
                >
                  {words.chooseBelow(below.length, moneyText(usd(amount)))}
                </Button>
              )}
            </div>
          )}
        </div>
      )}
      {leftOut.length > 0 && (
        <p className={styles.note}>
          {words.leftOut(cards.length, Boolean(found.data?.nextCursor), {
            idle: leftOut.filter(isIdle).length,
            over: leftOut.filter((card) => !isIdle(card)).length,
          })}
        </p>
      )}
      {chosen.length > cardFunding.cardsAtMost && (
        <Notice severity="error">{words.tooMany(cardFunding.cardsAtMost)}</Notice>
      )}
      <Table
        inPanel
        selects
        label={words.cards}
        rows={shown}
        columns={columns}
        rowId={idOf}
        rowName={nameOf}
        mark={markOf}
        sort={shownSort}
        onSort={setSort}
        selection={selection}
        onSelection={select}
        keys={hasKeys}
        view={JSON.stringify([asked, group, isChosen, shownSort])}
        loading={isChosen ? rows.length === 0 && balances.isFetching : found.isPending}
        expected={isChosen ? Math.min(chosen.length, shownFirst) : 8}
        empty={
          isChosen && balances.isError ? (
            <Failure
              {...errorMessage(balances.error, words.balancesFailed)}
              onRetry={() => void balances.refetch()}
              retrying={balances.isFetching}
            />
          ) : found.isError ? (
            <Failure
              {...errorMessage(found.error, words.cardsFailed)}
              onRetry={() => void found.refetch()}
              retrying={found.isFetching}
            />
          ) : (
            <NoCards isSearch={asked !== '' || group !== ''} />
          )
        }
        footer={
          <div className={styles.foot}>
            {hidden > 0 ? (
              <Button
                variant="quiet"
                onClick={({ currentTarget }) => {
                  goesTo.current = {
                    from: currentTarget.closest('section')!,
                    box: `[data-index="${shown.length}"] input`,
                  };
                  setLong(true);
                }}
              >
                {words.showMore(hidden)}
              </Button>
            ) : (
              !isChosen && found.data?.nextCursor && <span>{words.first(rows.length)}</span>
            )}
            {changed.length > 0 && (
              <span className={styles.sum} data-old={planned?.isOld || undefined}>
                {total < 0 ? words.give(changed.length) : words.get(changed.length)}{' '}
                <b>
                  <Money value={usd(Math.abs(total))} />
                </b>
              </span>
            )}
          </div>
        }
      />
      {isCsv && (
        <CsvDialog
          onClose={() => setCsv(false)}
          onCards={(lines) => {
            onChosen(lines);
            setView('chosen');
            setCsv(false);
          }}
        />
      )}
    </Panel>
  );
}

/** Moves the focus to a checkbox of the list in which an element is. */
const focusBox = (from: Element, box: string) => from.closest('section')?.querySelector<HTMLElement>(box)?.focus();

const idOf = ({ cardId }: Row) => cardId;
const nameOf = ({ name, last4 }: Row) => `${name} ${last4}`;
/** One that is not in use is pale. */
const markOf = ({ card, look }: Row) => (
  <span className={classNames(looks.mini, (card?.status ?? 'OPEN') !== 'OPEN' && styles.pale)} data-look={look} />
);

/** Nothing is found, or there is nothing to find: then the first card is one press away. */
const NoCards = ({ isSearch }: { isSearch: boolean }) => {
  const reason = useReason('cards.issue');
  if (isSearch) return <ListEmpty title={words.noneFound} text={words.noneFoundText} />;
  return (
    <ListEmpty
      title={words.noCards}
      text={reason ?? words.noCardsText}
      action={
        reason === null && (
          <Link to={paths.cards} search={{ issue: 'virtual' }} className={buttonClass({ variant: 'primary' })}>
            {words.issue}
          </Link>
        )
      }
    />
  );
};
