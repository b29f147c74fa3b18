import type { SimulatedMerchant, SimulatedPurchase } from '@florin/contract/cards/simulator';
import { useQuery } from '@tanstack/react-query';
import { ChevronUp, FlaskConical, Minus, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { IconButton } from '../../../kit/actions/IconButton.tsx';
import { Tabs } from '../../../kit/lists/Tabs.tsx';
import { Icon } from '../../../kit/text/Icon.tsx';
import { LastDigits } from '../../../kit/text/LastDigits.tsx';
import { simulatorWords as words } from '../../../messages/en/cards/simulator.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { showSimulator } from '../../../shell/simulator.ts';
import { BuySection } from './BuySection.tsx';
import { ClockBar } from './ClockBar.tsx';
import { FaultsSection } from './FaultsSection.tsx';
import { NextSection } from './NextSection.tsx';
import { merchantsQuery, playableCardsQuery, logQuery, type PlayableCard } from './queries.ts';
import { useTill } from './use-till.ts';
import styles from './simulator.module.css';
import { moneyText } from '../../../kit/text/money-parts.ts';
import { usePerson } from '../../../session/person.ts';
import { declineText } from './decline-text.ts';
import * as v from 'valibot';
import { stored } from '../../../stored.ts';

const parts = ['buy', 'next', 'faults', 'log'] as const;
type Part = (typeof parts)[number];

/** Wide enough for the four parts beside each other, in pixels. */
const columnsFrom = 1100;
/** Narrower pages have no room for a page and the simulator. */
const dockedFrom = 700;
const barHeight = 50;

/**
 * The simulator: docked at the foot like developer tools, always dark, so that nobody takes it for the product. The page
 * above it stays in use. On a phone it is a page of its own.
 */
export default function Simulator({ card }: { card: string | null }) {
  const width = useWindowWidth();
  const isPage = width < dockedFrom;
  const [isSmall, setSmall] = useState(false);
  const { height, most, least, change } = useDockHeight();
  const taken = isSmall ? barHeight : height;
  useDockedRoom(isPage ? 0 : taken);
  const root = useRef<HTMLElement>(null);
  useFocusInside(root);
  useAlone(root, isPage);
  const body = <Parts card={card} inColumns={width >= columnsFrom} />;
  const bar = (
    <div className={styles.bar}>
      <p className={styles.title}>
        <Icon of={FlaskConical} size={16} />
        <b>{words.title}</b>
        <span className={styles.demo}>{words.demo}</span>
      </p>
      <ClockBar />
      <span className={styles.ends}>
        {!isPage && (
          <IconButton
            icon={isSmall ? ChevronUp : Minus}
            label={isSmall ? words.restore : words.minimize}
            aria-expanded={!isSmall}
            onClick={() => setSmall(!isSmall)}
          />
        )}
        <IconButton icon={X} label={words.close} onClick={() => showSimulator(false)} />
      </span>
    </div>
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc closes what has the focus
    <section
      ref={root}
      tabIndex={-1}
      aria-label={words.label}
      className={styles.simulator}
      data-page={isPage || undefined}
      data-dock
      style={isPage ? undefined : { height: `${taken}px` }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        showSimulator(false);
      }}
    >
      {/* The keyboard reaches the till first; the edge and the bar, which stand above it, come last. */}
      {!isSmall && body}
      {bar}
      {!isPage && !isSmall && <Handle height={height} least={least} most={most} onChange={change} />}
    </section>
  );
}

function Parts({ card, inColumns }: Pick<PlayingProps, 'card' | 'inColumns'>) {
  const merchants = useQuery(merchantsQuery());
  const cards = useQuery(playableCardsQuery());
  const failed = [merchants, cards].find(({ isError, data }) => isError && data === undefined);
  if (failed) {
    const { text, correlationId } = errorMessage(failed.error, words.loadFailed);
    return (
      <div className={styles.waiting}>
        <Failure text={text} correlationId={correlationId} onRetry={() => void failed.refetch()} />
      </div>
    );
  }
  if (!merchants.data || !cards.data)
    return (
      <div className={styles.waiting}>
        <Skeleton />
        <Skeleton shape="short" />
      </div>
    );
  return <Playing card={card} merchants={merchants.data} cards={cards.data} inColumns={inColumns} />;
}

interface PlayingProps {
  /** The id of the card to begin with; null: the newest that can pay. */
  card: string | null;
  merchants: readonly SimulatedMerchant[];
  cards: readonly PlayableCard[];
  inColumns: boolean;
}

function Playing({ card, merchants, cards, inColumns }: PlayingProps) {
  const [part, setPart] = useState<Part>('buy');
  const till = useTill(merchants, cards, card);
  const again = (purchase: SimulatedPurchase) => {
    // The answer stands there.
    setPart('buy');
    void till.buyAgain(purchase);
  };
  const contents: Record<Part, ReactNode> = {
    buy: <BuySection till={till} merchants={merchants} cards={cards} />,
    next: <NextSection cards={cards} onAgain={again} isRepeating={till.isRepeating} />,
    faults: <FaultsSection />,
    log: <LogSection />,
  };
  if (inColumns)
    return (
      <div className={styles.columns}>
        {parts.map((each) => (
          <section key={each} aria-label={words[each]} className={styles.part} data-part={each}>
            <h2 className={styles.heading}>{words[each]}</h2>
            {contents[each]}
          </section>
        ))}
      </div>
    );
  return (
    <div className={styles.tabs}>
      <Tabs
        label={words.sections}
        items={parts.map((id) => ({ id, label: words.short[id] }))}
        selectedId={part}
        onSelect={(id) => setPart(id as Part)}
      >
        {/* What was typed at the merchant's stays while another part is looked at. */}
        {parts.map((each) => (
          <div key={each} hidden={each !== part}>
            {contents[each]}
          </div>
        ))}
      </Tabs>
    </div>
  );
}

interface HandleProps {
  height: number;
  least: number;
  most: number;
  onChange: (height: number) => void;
}

const step = 24;

/** The striped edge: dragged, or moved by the arrow keys. */
function Handle({ height, least, most, onChange }: HandleProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a focusable separator is a widget
    <div
      role="separator"
      aria-orientation="horizontal"
      aria-label={words.resize}
      aria-valuenow={height}
      aria-valuemin={least}
      aria-valuemax={most}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a focusable separator is a widget
      tabIndex={0}
      className={styles.handle}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) onChange(window.innerHeight - event.clientY);
      }}
      onKeyDown={(event) => {
        const moves: Readonly<Record<string, number>> = {
          ArrowUp: height + step,
          ArrowDown: height - step,
          Home: least,
          End: most,
        };
        const to = moves[event.key];
        if (to === undefined) return;
        event.preventDefault();
        onChange(to);
      }}
    />
  );
}

/** The page scrolls above what is docked. */
function useDockedRoom(pixels: number): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--docked', `${pixels}px`);
    return () => void style.removeProperty('--docked');
  }, [pixels]);
}

/** The focus goes in when it opens, and back where it was when it closes. */
function useFocusInside(root: { current: HTMLElement | null }): void {
  useEffect(() => {
    const before = document.activeElement;
    const inside = root.current;
    inside?.focus();
    return () => {
      const isLost = document.activeElement === document.body || inside?.contains(document.activeElement);
      if (isLost && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [root]);
}

/** As a page of its own it is the only one that keys and screen readers reach. */
function useAlone(root: { current: HTMLElement | null }, isPage: boolean): void {
  useEffect(() => {
    if (!isPage) return undefined;
    const others = [...(root.current?.parentElement?.children ?? [])].filter(
      (each): each is HTMLElement => each instanceof HTMLElement && each !== root.current && !each.inert,
    );
    for (const other of others) other.inert = true;
    return () => {
      for (const other of others) other.inert = false;
    };
  }, [root, isPage]);
}

function useWindowWidth(): number {
  const [width, setWidth] = useState(() => window.innerWidth);
  useEffect(() => {
    const look = () => setWidth(window.innerWidth);
    window.addEventListener('resize', look);
    return () => window.removeEventListener('resize', look);
  }, []);
  return width;
}

/** What the network and the bank sent and were answered, in sentences, newest first. */
function LogSection() {
  const { data: log = [] } = useQuery(logQuery());
  const { role } = usePerson();
  if (log.length === 0) return <p className={styles.quiet}>{words.logEmpty}</p>;
  return (
    <ul className={styles.log}>
      {log.map(({ id, merchant, type, amount, answer, milliseconds, transfer }) => {
        if (transfer) {
          const { step: reported, direction, bankAccount, returnCode } = transfer;
          return (
            <li key={id} data-answer={returnCode === null && reported !== 'decline' ? 'yes' : 'no'}>
              <span>{words.bankLine(reported, direction, moneyText(amount))}</span>
              <small>
                {bankAccount.bankName} <LastDigits digits={bankAccount.last4} />
                {returnCode !== null && ` · ${returnCode}`}
              </small>
            </li>
          );
        }
        const refusal = answer === null ? '' : declineText(answer, role);
        const text = answer === null ? words.onItsWay : refusal || (words.answers[answer] ?? words.answers['REFUSED']);
        return (
          <li key={id} data-answer={refusal === '' ? 'yes' : 'no'}>
            <span>{words.logLine(merchant, type, moneyText(amount))}</span>
            <small>
              {text}
              {milliseconds !== null && <span className={styles.time}>{words.milliseconds(milliseconds)}</span>}
            </small>
          </li>
        );
      })}
    </ul>
  );
}

const chosen = stored('florin-simulator-height', v.number(), 'local');
const least = 180;
const usual = 356;
/** What stays of the page above, in pixels. */
const leftOfPage = 160;

const mostNow = () => Math.max(least, window.innerHeight - leftOfPage);

/** The height of the docked simulator in pixels, remembered in this browser. */
function useDockHeight() {
  const [wanted, setWanted] = useState(() => chosen.read() ?? usual);
  const [most, setMost] = useState(mostNow);
  useEffect(() => {
    const look = () => setMost(mostNow());
    window.addEventListener('resize', look);
    return () => window.removeEventListener('resize', look);
  }, []);
  const bounded = (height: number) => Math.round(Math.min(Math.max(height, least), most));
  return {
    height: bounded(wanted),
    least,
    most,
    change: (height: number) => {
      setWanted(bounded(height));
      chosen.write(bounded(height));
    },
  };
}
