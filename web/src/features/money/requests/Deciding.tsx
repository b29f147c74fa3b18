import {
  addNoteToRequest,
  approveRequest,
  rejectRequest,
  type CardRequestForDecision,
} from '@florin/contract/money/requests';
import { transactions } from '@florin/contract/cards/transactions';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { useRef, useState } from 'react';
import { momentsOf } from '../../../flows/lists/days.ts';
import { askedText, countryNames } from '../../../flows/requests/asked-words.ts';
import { refreshRequests } from '../../../flows/requests/queries.ts';
import { RequestTimeline } from '../../../flows/requests/RequestTimeline.tsx';
import flow from '../../../flows/requests/requests.module.css';
import { useContentKey } from '../../../flows/requests/use-content-key.ts';
import { longWhen } from '../../../flows/time/when.ts';
import { useSingleKeys } from '../../../flows/use-single-keys.ts';
import { Button } from '../../../kit/actions/Button.tsx';
import { Notice } from '../../../kit/feedback/Notice.tsx';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { AmountField } from '../../../kit/forms/fields/AmountField.tsx';
import { centsOf, typedCents } from '../../../kit/forms/cents-of.ts';
import { FormMessage } from '../../../kit/forms/FormMessage.tsx';
import { TextField } from '../../../kit/forms/fields/TextField.tsx';
import { Icon } from '../../../kit/text/Icon.tsx';
import { LastDigits } from '../../../kit/text/LastDigits.tsx';
import { Money } from '../../../kit/text/Money.tsx';
import { moneyText } from '../../../kit/text/money-parts.ts';
import { declineReason } from '@florin/contract/cards/decline-sentences';
import { decidingWords as words } from '../../../messages/en/money/deciding.ts';
import { requestWords } from '../../../messages/en/money/requests.ts';
import { paths } from '../../../paths.ts';
import { useReason } from '../../../session/PermittedButton.tsx';
import { fetchOrThrow, keyOf } from '../../../session/queries/query-client.ts';
import { useSubmission } from '../../../session/failures/use-submission.ts';
import { KeptNotice } from '../../../session/kept-forms/KeptNotice.tsx';
import { useKept } from '../../../session/kept-forms/use-kept-form.ts';
import { usePerson } from '../../../session/person.ts';
import { singleKeys } from '../../../session/single-keys.ts';
import { checkShipping, emptyShipping, ShippingFields } from './ShippingFields.tsx';
import styles from './requests.module.css';

const usd = (amount: number) => ({ amount, currency: 'USD' });
const disjunction = new Intl.ListFormat('en-US', { type: 'disjunction' });

/** One request: who asks what, why, what is missing, what an approval changes, and the decision. */
export function Deciding({ of, onDecided }: { of: CardRequestForDecision; onDecided: () => void }) {
  const { requestedBy, card, purpose, requestedAt, expiresAt, timeline } = of;
  const say = useMoment();
  const { allowAdminViewCardUsage } = usePerson();
  const isWaiting = of.status === 'PENDING';
  const [amount, setAmount] = useState(of.amount === null ? '' : typedCents(of.amount.amount));
  const typed = centsOf(amount);
  const notes = timeline.flatMap(({ note, kind }) => (note !== null && kind !== 'CREATED' ? [note] : []));
  return (
    <div className={styles.deciding}>
      <div className={styles.read}>
        <div>
          <h2 className={styles.asking}>{words.asksFor(requestedBy.name, whatOf(of))}</h2>
          <p className={flow.quiet}>
            {card && (
              <>
                {card.name} <LastDigits digits={card.last4} /> ·{' '}
              </>
            )}
            {words.askedAt(say(requestedAt))}
            {isWaiting && ` · ${words.expires(say(expiresAt))}`}
          </p>
        </div>
        <blockquote className={styles.why}>{purpose}</blockquote>
        <div className={styles.columns}>
          {of.declined && <Declined of={of.declined} />}
          {isWaiting && <Effect of={of} cents={typed} />}
        </div>
        {isWaiting && of.exception && !of.declined && !allowAdminViewCardUsage && (
          <p className={flow.quiet}>{words.hidden}</p>
        )}
        {isWaiting && <Before of={of} />}
        {(!isWaiting || notes.length > 0) && (
          <section>
            <h3>{requestWords.happened}</h3>
            <RequestTimeline timeline={timeline} />
          </section>
        )}
      </div>
      {isWaiting ? (
        <Decision of={of} amount={amount} onAmount={setAmount} onDecided={onDecided} />
      ) : (
        <div className={styles.foot}>
          <Notice severity="info">
            {of.decision?.by
              ? words.decidedBy(requestWords.statuses[of.status], of.decision.by)
              : words.over(requestWords.statuses[of.status])}
            {of.decision?.note && ` “${of.decision.note}”`}
          </Notice>
        </div>
      )}
    </div>
  );
}

/** What became of earlier requests, and what the person has spent, for those who may see it. */
function Before({ of: { requestedBy, earlier } }: { of: CardRequestForDecision }) {
  const { timeZone, allowAdminViewCardUsage } = usePerson();
  const missing = useReason('transactions.view');
  const seesPurchases = missing === null && allowAdminViewCardUsage;
  const spent = useQuery({ ...spentQuery(requestedBy.membershipId, timeZone), enabled: seesPurchases });
  return (
    <section>
      <div className={styles.before}>
        <h3>{words.before}</h3>
        {seesPurchases && (
          <Link to={paths.transactions} search={{ cardholder: requestedBy.membershipId }}>
            {words.purchasesOf(firstNameOf(requestedBy.name))}
          </Link>
        )}
      </div>
      {spent.data && (
        <dl className={flow.facts}>
          <div>
            <dt>{words.spent}</dt>
            <dd>
              <Money value={spent.data} />
            </dd>
          </div>
        </dl>
      )}
      <p className={flow.quiet}>{words.earlier(earlier.approved, earlier.rejected)}</p>
    </section>
  );
}

const firstNameOf = (name: string): string => name.split(' ')[0]!;

/** What a person has spent in the month of the business, refunds taken off; null where there is too much to add up. */
const spentQuery = (membershipId: string, zone: string) =>
  queryOptions({
    queryKey: [...keyOf('spent-this-month'), membershipId],
    queryFn: async ({ signal }) => {
      const days = momentsOf({ kind: 'date', preset: 'this-month' }, zone);
      const { totals } = await fetchOrThrow(transactions, { query: { membershipId, limit: '1', ...days } }, signal);
      if (totals === null) return null;
      const { settled, held, returned } = totals;
      return { ...settled, amount: settled.amount + held.amount - returned.amount };
    },
    meta: { unshown: words.spentFailed },
  });

/** What is asked for, to follow "asks for". */
function whatOf(of: CardRequestForDecision): string {
  const { kind, amount, period, countries, until, declined, cardName } = of;
  const sum = amount === null ? '' : moneyText(amount);
  if (kind === 'FUNDING') return words.askWhat.funding(sum);
  if (kind === 'CARD') return words.askWhat.card(cardName ?? '');
  if (kind === 'LIMIT')
    return amount !== null && period !== null
      ? words.askWhat.limit(sum, requestWords.periods[period])
      : words.askWhat.countries(countryNames(countries));
  if (until === null) return words.askWhat.freeze;
  return declined ? words.askWhat.exception(declined.merchant) : words.askWhat.exceptionUnnamed;
}

function Declined({
  of: { merchant, at, amount, code, left },
}: {
  of: NonNullable<CardRequestForDecision['declined']>;
}) {
  const say = useMoment();
  return (
    <section>
      <h3>{words.whyDeclined}</h3>
      <dl className={flow.facts}>
        <div>
          <dt>
            {merchant}, {say(at)}
          </dt>
          <dd>
            <Money value={amount} />
          </dd>
        </div>
        {left && (
          <>
            <div>
              <dt>{words.left}</dt>
              <dd>
                <Money value={{ ...left, amount: -left.amount }} />
              </dd>
            </div>
            <div className={flow.total}>
              <dt>{words.lacking}</dt>
              <dd>
                <Money value={usd(Math.max(0, amount.amount - left.amount))} />
              </dd>
            </div>
          </>
        )}
      </dl>
      {!left && code && <p className={flow.quiet}>{declineReason(code)}</p>}
    </section>
  );
}

/** Says a moment in the time zone of the business. */
function useMoment(): (at: string) => string {
  const { timeZone } = usePerson();
  return (at) => longWhen(at, timeZone);
}

/** What an approval changes, and what it does not. @param props.cents as typed; the server has computed what was asked */
function Effect({ of, cents }: { of: CardRequestForDecision; cents: number | null }) {
  const say = useMoment();
  return (
    <section>
      <h3>{words.ifApproved}</h3>
      <ul className={styles.effects}>
        {sentencesOf(of, cents, say).map((sentence) => (
          <li key={sentence}>
            <Icon of={Check} size={16} />
            <span>{sentence}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function sentencesOf(of: CardRequestForDecision, cents: number | null, say: (at: string) => string): string[] {
  const { kind, effect, amount, period, until, countries, cardKind, requestedBy } = of;
  const sum = cents !== null && !Number.isNaN(cents) ? cents : (amount?.amount ?? 0);
  const first = firstNameOf(requestedBy.name);
  if (kind === 'FUNDING' && effect) {
    const { card, business } = effect;
    const left = business.before.amount - sum;
    return [
      words.gets(first, moneyText(usd(sum)), moneyText(usd(card.before.amount + sum))),
      left < 0
        ? words.short(moneyText(business.before), moneyText(usd(-left)))
        : words.keeps(moneyText(business.before), moneyText(usd(left))),
      words.limitsStay,
    ];
  }
  if (kind === 'LIMIT') {
    const end = until === null ? '' : say(until);
    return [
      ...(amount !== null && period !== null
        ? [words.raised(first, moneyText(usd(sum)), requestWords.periods[period], end)]
        : []),
      ...(countries.length > 0 ? [words.opened(countryNames(countries), end)] : []),
      words.othersStay,
      words.noMoney,
    ];
  }
  if (kind === 'UNBLOCK')
    return [until === null ? words.unfrozen : allowedText(of, say(until)), words.othersStay, words.noMoney];
  const issued = cardKind === 'PHYSICAL' ? words.physical(first) : words.issued(first);
  return [
    issued,
    ...(amount !== null && period !== null
      ? [words.issuedLimit(moneyText(usd(sum)), requestWords.periods[period])]
      : []),
    words.noMoney,
  ];
}

/** What an exception allows until its end. */
function allowedText({ exception }: CardRequestForDecision, until: string): string {
  if (!exception) return words.excepted(until);
  const { about, value } = exception;
  if (about === 'hours' || value === null) return words.exceptions.hours(until);
  switch (about) {
    case 'country':
      return words.exceptions.place(countryNames([value]), until);
    case 'state':
    case 'currency':
      return words.exceptions.place(value, until);
    case 'presence':
      return words.exceptions.presence(words.presences[value as keyof typeof words.presences], until);
    case 'merchant':
      return words.exceptions.merchant(value, until);
    case 'mcc':
    case 'group':
      return words.exceptions.category(value, until);
  }
}

interface DecisionProps {
  of: CardRequestForDecision;
  amount: string;
  onAmount: (typed: string) => void;
  onDecided: () => void;
}

function Decision({ of, amount, onAmount, onDecided }: DecisionProps) {
  const { id, requestedBy, deciders } = of;
  const [note, setNote] = useState('');
  const [step, setStep] = useState<'approve' | 'reject' | 'note' | null>(null);
  const [wrong, setWrong] = useState<'amount' | 'note' | 'noteOnly' | 'shipping' | null>(null);
  const [typedShipping, setShipping] = useState(() => emptyShipping(requestedBy.name));
  const [tries, setTries] = useState(0);
  const base = {
    amount: of.amount === null ? '' : typedCents(of.amount.amount),
    note: '',
    shipping: emptyShipping(requestedBy.name),
  };
  const values = { amount, note, shipping: typedShipping };
  const kept = useKept(`decision ${id}`, {
    read: () => ({ base, values }),
    isClean: JSON.stringify(values) === JSON.stringify(base),
    restore: ({ values: typed }) => {
      onAmount(typed.amount);
      setNote(typed.note);
      setShipping(typed.shipping);
    },
  });
  const noteField = useRef<HTMLInputElement>(null);
  const amountField = useRef<HTMLInputElement>(null);
  const { pending, message, submit } = useSubmission();
  const keyFor = useContentKey();
  const cents = centsOf(amount);
  const isAmount = of.amount === null || (cents !== null && cents > 0);
  const needsAddress = of.kind === 'CARD' && of.cardKind === 'PHYSICAL';
  const address = checkShipping(typedShipping);
  const noteProblems = { note: words.rejectNote, noteOnly: requestWords.note.required } as const;
  const noteProblem = (wrong === 'note' || wrong === 'noteOnly') && note.trim() === '' ? noteProblems[wrong] : null;

  const finish = async (answer: { ok: boolean } | null, text: string) => {
    if (answer?.ok) {
      showSnackbar({ severity: 'success', text });
      // The next one is chosen from the list as it was.
      onDecided();
    }
    // Another person decided first: the request shows who and what.
    if (answer !== null) await refreshRequests();
  };
  const approve = async () => {
    if (!of.mayDecide) return;
    if (!isAmount) {
      setWrong('amount');
      amountField.current?.focus();
      return;
    }
    if (needsAddress && address.shipping === null) {
      setWrong('shipping');
      setTries(tries + 1);
      return;
    }
    setStep('approve');
    const content = {
      note: note.trim() || null,
      ...(of.amount !== null && { amount: cents }),
      ...(needsAddress && { shipping: address.shipping }),
    };
    const body = { ...content, idempotencyKey: keyFor(['approve', id, content]) };
    await finish(await submit(approveRequest, { params: { id }, body }), words.approved(askedText(of)));
  };
  const reject = async () => {
    if (!of.mayDecide) return;
    if (note.trim() === '') {
      setWrong('note');
      noteField.current?.focus();
      return;
    }
    setStep('reject');
    const content = { note: note.trim() };
    const body = { ...content, idempotencyKey: keyFor(['reject', id, content]) };
    await finish(await submit(rejectRequest, { params: { id }, body }), words.rejected(askedText(of)));
  };
  const sendNote = async () => {
    if (note.trim() === '') {
      setWrong('noteOnly');
      noteField.current?.focus();
      return;
    }
    setStep('note');
    const body = { note: note.trim(), idempotencyKey: keyFor(['note', id, note.trim()]) };
    const answer = await submit(addNoteToRequest, { params: { id }, body });
    if (answer?.ok) {
      setNote('');
      setWrong(null);
      showSnackbar({ severity: 'success', text: requestWords.note.sent });
    }
    if (answer !== null) await refreshRequests();
  };
  const place = useRef<HTMLDivElement>(null);
  const [hasKeys] = useState(() => singleKeys.read() !== 'off');
  // A held key decides once.
  useSingleKeys(
    {
      a: ({ repeat }) => repeat || void approve(),
      r: ({ repeat }) => repeat || void reject(),
    },
    place,
  );

  if (!of.mayDecide)
    return (
      <div className={styles.foot}>
        <Notice severity="info">
          {words.notYours} {deciders.length > 0 ? requestWords.dialog.decides(deciders) : requestWords.dialog.nobody}
        </Notice>
      </div>
    );
  const label =
    of.amount !== null && cents !== null && isAmount ? words.approveAmount(moneyText(usd(cents))) : words.approve;
  return (
    <div ref={place} className={styles.foot}>
      <KeptNotice kept={kept} />
      {needsAddress && (
        <ShippingFields
          typed={typedShipping}
          onTyped={setShipping}
          tries={tries}
          problems={wrong === 'shipping' ? (address.problems ?? {}) : {}}
        />
      )}
      <div className={styles.fields}>
        {of.amount !== null && (
          <AmountField
            ref={amountField}
            label={words.approveWith}
            value={amount}
            error={wrong === 'amount' && !isAmount ? words.amountFormat : null}
            onChange={({ target }) => onAmount(target.value)}
          />
        )}
        <TextField
          ref={noteField}
          label={words.noteTo(firstNameOf(requestedBy.name))}
          aside={<span className={flow.quiet}>{requestWords.optional}</span>}
          autoComplete="off"
          maxLength={500}
          value={note}
          error={noteProblem}
          onChange={({ target }) => setNote(target.value)}
        />
      </div>
      <FormMessage message={message} />
      <div className={styles.buttons}>
        <Button
          variant="quiet"
          className={styles.reject}
          pending={pending && step === 'reject'}
          pendingLabel={words.rejecting}
          onClick={() => void reject()}
        >
          {words.reject} {hasKeys && <kbd>R</kbd>}
        </Button>
        <Button
          variant="quiet"
          pending={pending && step === 'note'}
          pendingLabel={words.sendingNote}
          onClick={() => void sendNote()}
        >
          {words.onlyNote}
        </Button>
        <Button
          variant="primary"
          className={styles.approve}
          pending={pending && step === 'approve'}
          pendingLabel={words.approving}
          onClick={() => void approve()}
        >
          {label} {hasKeys && <kbd>A</kbd>}
        </Button>
      </div>
      {deciders.length > 0 && <p className={styles.others}>{words.others(disjunction.format(deciders))}</p>}
    </div>
  );
}
