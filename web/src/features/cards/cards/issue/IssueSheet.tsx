import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lookOf } from '../../../../flows/cards/card-look.ts';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { inviteKey } from '../../../../flows/team/refresh-team.ts';
import { calendarDay } from '../../../../flows/time/when.ts';
import { Button, buttonClass } from '../../../../kit/actions/Button.tsx';
import { CardObject } from '../../../../kit/card/CardObject.tsx';
import { moneyText, usd } from '../../../../kit/text/money-parts.ts';
import { Failure } from '../../../../kit/feedback/Failure.tsx';
import { Notice } from '../../../../kit/feedback/Notice.tsx';
import { Skeleton } from '../../../../kit/feedback/Skeleton.tsx';
import { SideSheet } from '../../../../kit/overlays/SideSheet.tsx';
import { cardDetailsWords } from '../../../../messages/en/cards/card-details.ts';
import { issueCardWords as words } from '../../../../messages/en/cards/issue-card.ts';
import { paths } from '../../../../paths.ts';
import { keysText } from '../../../../session/browser/keys-text.ts';
import { wasLeftOpen } from '../../../../session/kept-forms/use-kept-form.ts';
import { ReasonedButton, useReason } from '../../../../session/PermittedButton.tsx';
import { usePerson } from '../../../../session/person.ts';
import { showSimulator } from '../../../../shell/simulator.ts';
import { useSite } from '../../../../site.ts';
import { errorMessage } from '../../../../session/failures/error-message.ts';
import { balanceQuery } from '../../../../session/queries/queries.ts';
import { holderOfAddressQuery, holdersQuery, nameOf } from './holder-queries.ts';
import { forgetFunding, leftFunding, noteFunding } from './funding-note.ts';
import type { Foot, IssueStart, Made, Typed } from './IssueForm.tsx';
import styles from './issue.module.css';

// The sheet is there before the code of its fields is, which comes while the team is loaded.
const formCode = () => import('./IssueForm.tsx');
formCode().catch(() => undefined);
const IssueForm = lazy(formCode);
const FirstFunding = lazy(() => import('./FirstFunding.tsx'));
const NextDeposit = lazy(() => import('../../../../flows/cards/NextDeposit.tsx'));
const NobodyYet = lazy(() => import('./NobodyYet.tsx'));
const InviteDialog = lazy(() => import('../../../../flows/team/InviteDialog.tsx'));

/** How often a business without cardholders is asked whether it has one. */
const nobodyMilliseconds = 5000;

interface IssueSheetProps {
  start: IssueStart;
  /** What the address fills in the next time, after a reload or another sign-in; nothing once the card is issued. */
  onTyped: (parts: Typed) => void;
  /** The page shows the new card. */
  onIssued: () => void;
  onClose: () => void;
  returnTo: () => HTMLElement | null;
}

/** Issues a card: the card fills in as it is typed, and below stands what it could do, before it exists. */
export default function IssueSheet({ start, onTyped, onIssued, onClose, returnTo }: IssueSheetProps) {
  const form = useId();
  // Who registers meanwhile can get the card.
  const holders = useQuery({
    ...holdersQuery(''),
    refetchInterval: ({ state }) => (state.data?.length === 0 ? nobodyMilliseconds : false),
  });
  // What is picked later goes to the address too, and is no beginning.
  const [named] = useState(start.holder);
  const given = useQuery({ ...holderOfAddressQuery(named), enabled: named !== '' });
  const reason = useReason('cards.issue');
  const [made, setMade] = useState<Made | null>(null);
  const [round, setRound] = useState(0);
  const [foot, setFoot] = useState<Foot>({ pending: false, fund: null, draws: null, left: null });
  const { userId } = usePerson();
  const [left, setLeft] = useState(leftFunding);
  // What is under way ends while the sheet shows it.
  const [isFunding, setFunding] = useState(false);
  const isUnderWay = isFunding || (made === null && foot.pending);
  const [isInviting, setInviting] = useState(() => wasLeftOpen(inviteKey));
  const [isHeld, setHeld] = useState(false);
  if (isHeld && !isUnderWay) setHeld(false);
  const note =
    made === null || made.fund === null ? null : { cardId: made.card.id, last4: made.card.last4, amount: made.fund };
  // A person who closes the sheet now has read the result, so the reminder is not needed.
  const forget = () => note !== null && forgetFunding(userId, note);
  const close = () => {
    if (isUnderWay) return setHeld(true);
    forget();
    onClose();
  };
  const isReady = reason === null && (holders.data?.length ?? 0) > 0;
  const failed = [holders, given].find(({ isError, data }) => isError && data === undefined);
  return (
    <>
      <SideSheet
        open
        holds
        title={made ? words.issued.title : words.title}
        onClose={close}
        returnTo={returnTo}
        actions={
          made ? (
            <>
              <span className={styles.left} role="status">
                {isHeld && words.issued.wait}
              </span>
              <Button onClick={close}>{words.issued.close}</Button>
            </>
          ) : (
            <>
              <div ref={keepInSight} className={styles.consequence} role="status">
                {isHeld ? <p>{words.wait}</p> : foot.draws && <Draws {...foot.draws} fund={foot.fund} />}
              </div>
              {foot.left !== null && (
                <span className={styles.left}>{words.left(foot.left.today, foot.left.firstName)}</span>
              )}
              <Button onClick={close}>{words.cancel}</Button>
              <ReasonedButton
                reason={reason}
                variant="primary"
                type="submit"
                form={form}
                unavailable={!isReady}
                pending={foot.pending}
                pendingLabel={words.submitting}
              >
                {foot.fund === null ? words.submit : words.submitWith(moneyText(usd(foot.fund)))}
                <kbd className={styles.keys} aria-hidden="true">
                  {keysText(words.keys)}
                </kbd>
              </ReasonedButton>
            </>
          )
        }
      >
        {made ? (
          <Issued
            {...made}
            onTry={() => {
              // The simulator stands behind the sheet.
              close();
              showSimulator(true, made.card.id);
            }}
            isFunding={isFunding}
            onUnderWay={setFunding}
            onLeave={forget}
            onFunded={forget}
            onAgain={() => {
              forget();
              setMade(null);
              setRound((last) => last + 1);
            }}
          />
        ) : reason !== null ? (
          <Notice severity="info">{reason}</Notice>
        ) : failed ? (
          <Failure
            {...errorMessage(failed.error, words.teamFailed)}
            onRetry={() => void failed.refetch()}
            retrying={failed.isFetching}
          />
        ) : !holders.data || given.isLoading ? (
          <Loading />
        ) : holders.data.length === 0 ? (
          <Suspense fallback={<Skeleton shape="block" />}>
            <NobodyYet onInvite={() => setInviting(true)} />
          </Suspense>
        ) : (
          <>
            {left !== null && (
              <Notice severity="warning">
                {words.leftUnfunded(left.last4, moneyText(usd(left.amount)))}{' '}
                <Link
                  to={paths.cardFunding}
                  search={{ cards: left.cardId, amount: String(left.amount) }}
                  onClick={() => forgetFunding(userId, left)}
                >
                  {words.issued.fundWith(moneyText(usd(left.amount)))}
                </Link>{' '}
                <Button
                  variant="quiet"
                  onClick={() => {
                    forgetFunding(userId, left);
                    setLeft(null);
                  }}
                >
                  {words.leftKnown}
                </Button>
              </Notice>
            )}
            <Suspense fallback={<Loading />}>
              <IssueForm
                key={round}
                id={form}
                start={round === 0 ? start : { ...start, holder: '', name: '', limit: '', merchant: '' }}
                given={round === 0 ? (given.data ?? null) : null}
                onTyped={onTyped}
                onFoot={setFoot}
                onInvite={() => setInviting(true)}
                onMade={(done) => {
                  if (done.fund !== null) {
                    noteFunding(userId, { cardId: done.card.id, last4: done.card.last4, amount: done.fund });
                    setFunding(true);
                  }
                  setMade(done);
                  onIssued();
                }}
              />
            </Suspense>
          </>
        )}
      </SideSheet>
      {isInviting && (
        <Suspense>
          <InviteDialog isForCard onClose={() => setInviting(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Keeps the field that is being filled in in sight when the foot grows. */
function keepInSight(foot: HTMLElement | null) {
  if (foot === null) return undefined;
  const observer = new ResizeObserver(() => {
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.scrollIntoView({ block: 'nearest' });
  });
  observer.observe(foot);
  return () => observer.disconnect();
}

/** What the issue does with money: where the card gets it from, and what it begins with. */
function Draws({ source, available, fund }: NonNullable<Foot['draws']> & Pick<Foot, 'fund'>) {
  const before = moneyText(available);
  if (fund !== null && fund > available.amount)
    return (
      <Notice severity="warning">
        {words.fundMissing(before)}{' '}
        <Suspense>
          <NextDeposit />
        </Suspense>
      </Notice>
    );
  return (
    <p>
      {fund === null
        ? words.draws[source](before)
        : words.begins(moneyText(usd(fund)), before, moneyText({ ...available, amount: available.amount - fund }))}
      {source === 'WALLET' && available.amount === 0 && (
        <Suspense>
          {' '}
          <NextDeposit />
        </Suspense>
      )}
    </p>
  );
}

interface IssuedProps extends Made, Record<'onTry' | 'onAgain' | 'onLeave' | 'onFunded', () => void> {
  isFunding: boolean;
  onUnderWay: (isUnderWay: boolean) => void;
}

/** The card that was issued, and what comes next. */
function Issued({ card, limit, fund, isFunding, onUnderWay, ...acts }: IssuedProps) {
  const { onTry, onAgain, onLeave, onFunded } = acts;
  const { program, simulator } = useSite();
  const { userData } = usePerson();
  const funding = useReason('card-funding.run');
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const holder = card.holder?.firstName ?? card.nameOnCard;
  const day = card.shipment?.expectedOn ?? null;
  // A card that does not draw on the company balance begins with nothing.
  const [isFunded, setFunded] = useState(false);
  const isEmpty = !userData.usePexAccountBalanceForAuths && !isFunded;
  // What it may spend is the likeliest amount. The page of the link shows it before anything moves.
  const first = isEmpty && limit !== null ? limit.amount : null;
  const toFund = { cards: card.id, ...(first !== null && { amount: String(first) }) };
  const ready = isEmpty ? words.issued.unfunded(holder) : words.issued.virtual(holder);
  const offersFunding = funding === null && fund === null;
  return (
    <div className={styles.done}>
      <CardObject
        issuer={program.name}
        look={lookOf(card.controls)}
        network={userData.bankPayment}
        number={
          <>
            <span aria-hidden="true">{cardDetailsWords.hidden(card.last4)}</span>
            <span className="visually-hidden">{cardDetailsWords.hiddenSpoken(card.last4)}</span>
          </>
        }
        nameOnCard={card.nameOnCard}
      />
      <h3 ref={title} tabIndex={-1}>
        {words.issuedTo(card.holder === null ? card.nameOnCard : nameOf(card.holder))}
      </h3>
      {(fund === null || isFunded || card.kind === 'PHYSICAL') && (
        <p>{card.kind === 'VIRTUAL' ? ready : words.issued.physical(holder, day === null ? null : calendarDay(day))}</p>
      )}
      {limit !== null && <p>{words.issued.limit(words.limit(moneyText(usd(limit.amount)), limit.period))}</p>}
      {isEmpty && fund === null && <AccountShort amount={first} />}
      {fund !== null && (
        <Suspense fallback={<p>{words.issued.funding(moneyText(usd(fund)))}</p>}>
          <FirstFunding
            cardId={card.id}
            amount={fund}
            onUnderWay={onUnderWay}
            onFunded={() => {
              setFunded(true);
              onFunded();
            }}
          />
        </Suspense>
      )}
      {!isFunding && (
        <div className={styles.head}>
          {offersFunding && (
            <Link to={paths.cardFunding} search={toFund} className={buttonClass(isEmpty ? { variant: 'primary' } : {})}>
              {first === null ? words.issued.fund : words.issued.fundWith(moneyText(usd(first)))}
            </Link>
          )}
          <Link
            to={paths.card}
            params={{ id: card.id }}
            onClick={onLeave}
            className={buttonClass(isEmpty && (offersFunding || fund !== null) ? {} : { variant: 'primary' })}
          >
            {words.issued.view}
          </Link>
          {simulator && !isEmpty && <Button onClick={onTry}>{words.issued.tryIt}</Button>}
          <Button onClick={onAgain}>{words.issued.again}</Button>
        </div>
      )}
      {simulator && isEmpty && offersFunding && (
        <p>
          <Link to={paths.cardFunding} search={toFund}>
            {words.issued.fundFirst}
          </Link>{' '}
          {words.issued.toTry}
        </p>
      )}
    </div>
  );
}

/** That the account has too little to fund the card, and when it will have more. @param amount cents; null for any */
function AccountShort({ amount }: { amount: number | null }) {
  const { data } = useQuery(balanceQuery());
  if (data === undefined || data.available.amount >= (amount ?? 1)) return null;
  return (
    <Notice severity="warning">
      {words.issued.accountShort(moneyText(data.available))}{' '}
      <Suspense>
        <NextDeposit />
      </Suspense>
    </Notice>
  );
}

/** In place of the form. */
const Loading = () => (
  <div aria-busy="true" className={styles.form}>
    <span className="visually-hidden">{words.loading}</span>
    <div className={styles.top}>
      <span className={styles.ghost} />
      <Skeleton shape="block" />
    </div>
    {[1, 2, 3].map((pair) => (
      <div key={pair} className={styles.pair}>
        <span className={styles.field} />
        <span className={styles.field} />
      </div>
    ))}
  </div>
);
