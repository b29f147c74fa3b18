import type { WhenShort } from '@florin/contract/money/card-funding';
import type { FundingAct } from '@florin/contract/money/funding-acts';
import { useEffect, useId, useRef, useState, type ComponentProps, type ReactNode, type Ref } from 'react';
import { Button as DayButton } from 'react-aria-components/Button';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { CircleAlert } from 'lucide-react';
import { DayField } from '../../../flows/time/DayField.tsx';
import { zoneName } from '../../../flows/time/when.ts';
import { tidied } from '../../../kit/forms/cents-of.ts';
import { Popup } from '../../../kit/overlays/Popup.tsx';
import { InlineSelect } from '../../../kit/pickers/InlineSelect.tsx';
import { Icon } from '../../../kit/text/Icon.tsx';
import { fundingWords as words } from '../../../messages/en/money/card-funding.ts';
import type { Order } from './queries.ts';
import { isScheduled, nameOf, problemsOf, type Times } from './schedule-setup.ts';
import { longDay } from './schedule-words.ts';
import styles from './card-funding.module.css';

const { form, weekdays: weekdayNames } = words.schedules;
const idsOf = <Id extends string>(of: Readonly<Record<Id, string>>) => Object.keys(of) as Id[];
const optionsOf = <Id extends string>(of: Readonly<Record<Id, string>>) =>
  idsOf(of).map((id) => ({ id, label: of[id] }));

const acts = optionsOf(words.acts).map((option) => ({ ...option, detail: words.actDetails[option.id] }));
const shorts = optionsOf(words.shorts);
const whens = optionsOf(form.whens);
const weekdays = weekdayNames.map((label, i) => ({ id: String(i + 1), label }));
const monthDays = Array.from({ length: 31 }, (_, i) => ({ id: String(i + 1), label: form.monthDay(i + 1) }));

interface OrderSentenceProps {
  order: Order;
  /** The sentence, without what stands below it. */
  place: Ref<HTMLDivElement>;
  /** The amount as it is typed. */
  typed: string;
  /** Each card has an amount of its own. */
  hasOwn: boolean;
  /** It is a schedule's, and stays one. */
  isSchedule: boolean;
  times: Times;
  /** Of the schedule. */
  timeZone: string;
  amountRef: Ref<HTMLInputElement>;
  onAct: (act: FundingAct) => void;
  onTyped: (typed: string) => void;
  onWhenShort: (whenShort: WhenShort) => void;
  onTimes: (times: Times) => void;
  /** Leads to the cards. */
  onCards: () => void;
}

/**
 * An order or a schedule as a sentence, whose blanks are its fields. The words around a blank are its label for the eye,
 * and its hidden label names it; below the sentence stands what is wrong, with the name of the field.
 */
export function OrderSentence({
  order,
  place,
  typed,
  hasOwn,
  isSchedule,
  times,
  timeZone,
  amountRef,
  onAct,
  onTyped,
  onWhenShort,
  onTimes,
  onCards,
}: OrderSentenceProps) {
  const id = useId();
  const afterPress = useAfterPress();
  // A field that nobody has touched is not wrong yet.
  const [touched, setTouched] = useState<ReadonlySet<keyof Times>>(new Set());
  const { act, amount, cards, whenShort } = order;
  const { frequency } = times;
  const set = (name: keyof Times, value: string) => {
    setTouched((all) => new Set([...all, name]));
    onTimes({ ...times, [name]: value });
  };
  const found = problemsOf(times, order);
  const labels = { amount: words.amount[act], ...form.labels };
  const problems = new Map<string, string>([
    ...(act !== 'ZERO' && !hasOwn && typed !== '' && amount === null ? [['amount', words.amountWrong] as const] : []),
    ...[...touched].flatMap((name) => (found[name] === undefined ? [] : [[name, found[name]] as const])),
  ]);
  const problemOf = (name: string) => (problems.has(name) ? `${id}${name}` : undefined);
  const typing = (name: 'timeOfDay' | 'threshold' | 'name') => ({
    label: form.labels[name],
    problem: problemOf(name),
    onChange: ({ target }: { target: HTMLInputElement }) => set(name, target.value),
  });
  const choosing = (name: keyof Times) => ({ className: styles.blank, onPick: (value: string) => set(name, value) });
  const day = (name: 'startsOn' | 'endsOn') => ({
    label: form.labels[name],
    value: times[name],
    problem: problemOf(name),
    error: problems.get(name) ?? null,
    onDay: (value: string) => set(name, value),
  });
  const sentence = [
    words.blanks.order[act](cards.length),
    isScheduled(act) ? words.blanks.when[frequency] + words.blanks.short : words.blanks.end,
    frequency === 'NOW' ? '' : words.blanks.name,
  ].join('');
  return (
    <>
      <div ref={place} className={styles.sentence}>
        {fill(sentence, {
          act: (
            <InlineSelect
              label={words.act}
              options={isSchedule ? acts.filter((option) => isScheduled(option.id)) : acts}
              value={act}
              text={words.acts[act]}
              onPick={onAct}
              className={styles.blank}
            />
          ),
          cards: (
            <button
              type="button"
              className={styles.blank}
              aria-label={words.blanks.toCards(cards.length)}
              onClick={onCards}
            >
              {words.blanks.cards(cards.length)}
            </button>
          ),
          amount: hasOwn ? (
            words.ownAmounts
          ) : (
            <Blank
              ref={amountRef}
              label={labels.amount}
              start="$"
              inputMode="decimal"
              placeholder={words.blanks.amount}
              value={typed}
              problem={problemOf('amount')}
              onChange={({ target }) => onTyped(target.value)}
              onBlur={() => afterPress(() => onTyped(tidied(typed)))}
            />
          ),
          when: (
            <InlineSelect
              label={form.when}
              options={isSchedule ? whens.filter((option) => option.id !== 'NOW') : whens}
              value={frequency}
              text={words.blanks.whens[frequency]}
              {...choosing('frequency')}
            />
          ),
          weekday: (
            <InlineSelect
              label={form.weekday}
              options={weekdays}
              value={times.weekday}
              {...choosing('weekday')}
              text={weekdayNames[Number(times.weekday) - 1] ?? ''}
            />
          ),
          monthDay: (
            <InlineSelect
              label={form.dayOfMonth}
              options={monthDays}
              value={times.dayOfMonth}
              {...choosing('dayOfMonth')}
              text={form.monthDay(Number(times.dayOfMonth))}
            />
          ),
          time: <Blank type="time" value={times.timeOfDay} {...typing('timeOfDay')} />,
          zone: zoneName(timeZone),
          threshold: (
            <Blank
              start="$"
              inputMode="decimal"
              placeholder={words.blanks.amount}
              value={times.threshold}
              {...typing('threshold')}
              onBlur={() => afterPress(() => onTimes({ ...times, threshold: tidied(times.threshold) }))}
            />
          ),
          starts: (
            <DayBlank
              text={times.startsOn === '' ? words.blanks.noDay : longDay(times.startsOn)}
              {...day('startsOn')}
            />
          ),
          ends: (
            <DayBlank
              text={times.endsOn === '' ? words.blanks.noEnd : words.blanks.until(longDay(times.endsOn))}
              min={times.startsOn}
              {...day('endsOn')}
            />
          ),
          short: (
            <InlineSelect
              label={words.short}
              options={shorts}
              value={whenShort}
              text={words.shorts[whenShort]}
              onPick={onWhenShort}
              className={styles.blank}
            />
          ),
          name: <Blank value={nameOf(times)} {...typing('name')} />,
        })}
      </div>
      {frequency === 'MONTHLY' && Number(times.dayOfMonth) > 28 && <p className={styles.quiet}>{form.dayHint}</p>}
      {problems.size > 0 && (
        <ul className={styles.problems}>
          {[...problems].map(([name, problem]) => (
            <li key={name} id={`${id}${name}`}>
              <Icon of={CircleAlert} size={14} />
              <span>{words.blanks.problem(labels[name as keyof typeof labels] ?? '', problem)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Does something once no press is under way: a field that grows on leaving it would move what is pressed. */
function useAfterPress(): (act: () => void) => void {
  const isDown = useRef(false);
  const waiting = useRef<(() => void) | null>(null);
  useEffect(() => {
    const press = () => {
      isDown.current = true;
    };
    const release = () => {
      isDown.current = false;
      // The click comes after it.
      setTimeout(() => {
        waiting.current?.();
        waiting.current = null;
      });
    };
    document.addEventListener('pointerdown', press, true);
    document.addEventListener('pointerup', release, true);
    document.addEventListener('pointercancel', release, true);
    return () => {
      document.removeEventListener('pointerdown', press, true);
      document.removeEventListener('pointerup', release, true);
      document.removeEventListener('pointercancel', release, true);
    };
  }, []);
  return (act) => {
    if (isDown.current) waiting.current = act;
    else act();
  };
}

/** A sentence of the messages, with a field in place of each name in braces. A comma or a full stop stays with its field. */
function fill(sentence: string, blanks: Readonly<Record<string, ReactNode>>) {
  const parts = sentence.split(/\{(\w+)\}([,.]?)/);
  return parts.map((part, i) => {
    if (i % 3 === 0) return part;
    if (i % 3 === 2) return null;
    return (
      <span key={part} className={styles.place}>
        {blanks[part]}
        {parts[i + 1]}
      </span>
    );
  });
}

interface BlankProps extends Omit<ComponentProps<'input'>, 'aria-label' | 'className' | 'size'> {
  label: string;
  value: string;
  /** Before what is typed. */
  start?: string;
  /** The id of what is wrong with it. */
  problem: string | undefined;
}

/** A blank that is typed in, as wide as what stands in it. */
const Blank = ({ label, start, problem, ...input }: BlankProps) => (
  <span className={styles.blank} data-invalid={problem !== undefined || undefined}>
    {start}
    <input
      autoComplete="off"
      {...input}
      aria-label={label}
      aria-invalid={problem !== undefined || undefined}
      aria-describedby={problem}
      // Where the browser does not make it as wide as its text.
      size={Math.max(6, input.value.length)}
    />
  </span>
);

interface DayBlankProps {
  label: string;
  text: string;
  value: string;
  min?: string;
  problem: string | undefined;
  error: string | null;
  onDay: (day: string) => void;
}

/** A blank for a day, which opens its field. */
const DayBlank = ({ label, text, value, problem, error, onDay, ...field }: DayBlankProps) => (
  <DialogTrigger>
    <DayButton
      className={styles.blank}
      aria-label={words.blanks.dayOf(label, text)}
      aria-describedby={problem}
      data-invalid={problem !== undefined || undefined}
    >
      {text}
    </DayButton>
    <Popup placement="bottom start">
      <Dialog aria-label={label} className={styles.day}>
        <DayField label={label} value={value} error={error} onChange={({ target }) => onDay(target.value)} {...field} />
      </Dialog>
    </Popup>
  </DialogTrigger>
);
