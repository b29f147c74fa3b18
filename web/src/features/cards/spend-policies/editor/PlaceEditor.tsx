import type { CategoryGroupLine } from '@florin/contract/cards/category-groups';
import {
  calendarPeriods,
  type AmountPeriod,
  type LimitRule,
  type LimitScope,
  type ListRule,
  type Rule,
} from '@florin/contract/cards/policies/spend-rules';
import { X } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { groupName, type Place } from '@florin/contract/cards/policies/rule-sentences';
import { DayField } from '../../../../flows/time/DayField.tsx';
import { Button } from '../../../../kit/actions/Button.tsx';
import { IconButton } from '../../../../kit/actions/IconButton.tsx';
import { AmountField } from '../../../../kit/forms/fields/AmountField.tsx';
import { Checkbox } from '../../../../kit/forms/fields/Checkbox.tsx';
import { TextAreaField, TextField } from '../../../../kit/forms/fields/TextField.tsx';
import { FormShell } from '../../../../kit/forms/FormShell.tsx';
import { typedAmount } from '../../../../kit/forms/cents-of.ts';
import { hourWords } from '@florin/contract/cards/policies/hour-sentences';
import { spendRuleWords } from '@florin/contract/cards/policies/rule-words';
import { spendPolicyWords } from '../../../../messages/en/cards/spend-policies.ts';
import { KeptNotice } from '../../../../session/kept-forms/KeptNotice.tsx';
import { useKeptFields } from '../../../../session/kept-forms/use-kept-fields.ts';
import type { KeptForm } from '../../../../session/kept-forms/use-kept-form.ts';
import type { Layer } from '../queries.ts';
import styles from './policy-editor.module.css';

const words = spendPolicyWords.place;

export interface PlaceProps {
  rule: Rule;
  place: Place;
  layer: Layer;
  groups: readonly CategoryGroupLine[];
  /** The key by which what is typed is kept over the end of the session. */
  keptAs: string;
  onChange: (rule: Rule) => void;
}

type FormProps = PlaceProps & { onDone: () => void };

/** The editor of a place of a sentence. */
export function PlaceForm({ rule, place, ...props }: FormProps) {
  if (rule.kind === 'amount' || rule.kind === 'count') {
    if (place === 'limit') return <LimitForm {...props} rule={rule} />;
    if (place === 'group') return <GroupForm {...props} rule={rule} />;
    if (place === 'scope') return <ScopeForm {...props} rule={rule} />;
    return <PeriodForm {...props} rule={rule} />;
  }
  if (rule.kind === 'hours')
    return place === 'exempt' ? <ExemptForm {...props} rule={rule} /> : <HoursForm {...props} rule={rule} />;
  if (rule.kind === 'receipts') return <ReceiptForm {...props} rule={rule} />;
  return <ListForm {...props} rule={rule} />;
}

type Of<R extends Rule> = Omit<FormProps, 'rule' | 'place'> & { rule: R };

interface EditorFormProps {
  /** Applies what was chosen. @returns whether it could */
  onApply: () => boolean;
  onDone: () => void;
  /** What was kept of it. */
  kept?: KeptForm;
  children: ReactNode;
}

/** Enter and "Done" apply; Esc leaves everything as it is. */
function EditorForm({ onApply, onDone, kept, children }: EditorFormProps) {
  return (
    <FormShell
      layout="own"
      className={styles.form}
      error={null}
      pending={false}
      submit={null}
      onSubmit={() => onApply() && onDone()}
      head={kept && <KeptNotice kept={kept} />}
    >
      {children}
      <div className={styles.formActions}>
        <Button variant="quiet" onClick={onDone}>
          {words.cancel}
        </Button>
        <Button type="submit">{words.done}</Button>
      </div>
    </FormShell>
  );
}

/** A typed amount in minor units: '1,250.5' is 125050; null for anything else. */
function minorOf(text: string): number | null {
  const found = /^(\d{1,10})(?:\.(\d{0,2}))?$/.exec(text.replaceAll(/[\s,$]/g, ''));
  return found ? Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0')) : null;
}
const wholeOf = (text: string): number | null => (/^\d{1,7}$/.test(text.trim()) ? Number(text) : null);

function LimitForm({ rule, keptAs, onChange, onDone }: Of<LimitRule>) {
  const isAmount = rule.kind === 'amount';
  const { values, change, kept } = useKeptFields(keptAs, {
    typed: isAmount ? typedAmount(rule.limit) : String(rule.limit),
  });
  const { typed } = values;
  const [error, setError] = useState<string | null>(null);
  const apply = () => {
    const limit = isAmount ? minorOf(typed) : wholeOf(typed);
    if (limit === null) {
      setError(isAmount ? words.wrongAmount : words.wrongCount);
      return false;
    }
    onChange({ ...rule, limit });
    return true;
  };
  const field = {
    value: typed,
    error,
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- an opened editor takes the focus
    autoFocus: true,
    onFocus: ({ currentTarget }: { currentTarget: HTMLInputElement }) => currentTarget.select(),
    onChange: ({ target }: { target: HTMLInputElement }) => change({ typed: target.value }),
  };
  return (
    <EditorForm onApply={apply} onDone={onDone} kept={kept}>
      {isAmount ? (
        <AmountField label={words.amountUsd} {...field} />
      ) : (
        <TextField label={words.count} inputMode="numeric" autoComplete="off" {...field} />
      )}
    </EditorForm>
  );
}

interface ChoiceProps<V extends string> {
  legend: string;
  options: readonly { id: V; label: string }[];
  value: V;
  onChange: (value: V) => void;
}

/** One of a few, all in sight. */
function Choice<V extends string>({ legend, options, value, onChange }: ChoiceProps<V>) {
  const name = useId();
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      {options.map(({ id, label }) => (
        <label key={id}>
          <input
            type="radio"
            name={name}
            checked={id === value}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- an opened editor takes the focus
            autoFocus={id === value}
            onChange={() => onChange(id)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

function PeriodForm({ rule, onChange, onDone }: Of<LimitRule>) {
  const periods: readonly AmountPeriod[] = [
    ...(rule.kind === 'amount' ? (['purchase'] as const) : []),
    ...calendarPeriods,
    'since',
  ];
  const [period, setPeriod] = useState<AmountPeriod>(rule.period);
  const [since, setSince] = useState(rule.since ?? '');
  const apply = () => {
    const { since: _, ...rest } = rule;
    const next = { ...rest, period, ...(period === 'since' && since !== '' && { since }) };
    onChange(next as LimitRule);
    return true;
  };
  return (
    <EditorForm onApply={apply} onDone={onDone}>
      <Choice
        legend={words.period}
        options={periods.map((id) => ({ id, label: spendRuleWords.periods[id] }))}
        value={period}
        onChange={setPeriod}
      />
      {period === 'since' && (
        <DayField label={words.since} value={since} onChange={({ target }) => setSince(target.value)} />
      )}
    </EditorForm>
  );
}

/** The scopes that a limit of a layer can add up. */
const scopesOf: Record<Layer, readonly LimitScope[]> = {
  BUSINESS: ['card', 'business'],
  GROUP: ['card', 'group'],
  CARD: ['card'],
};

function ScopeForm({ rule, layer, onChange, onDone }: Of<LimitRule>) {
  const [of, setOf] = useState<LimitScope>(rule.of ?? 'card');
  const apply = () => {
    const { of: _, ...rest } = rule;
    onChange(of === 'card' ? rest : { ...rest, of });
    return true;
  };
  return (
    <EditorForm onApply={apply} onDone={onDone}>
      <Choice
        legend={words.scope}
        options={scopesOf[layer].map((id) => ({ id, label: spendRuleWords.scopes[id] }))}
        value={of}
        onChange={setOf}
      />
    </EditorForm>
  );
}

function GroupForm({ rule, groups, onChange, onDone }: Of<LimitRule>) {
  const [group, setGroup] = useState(rule.group ?? '');
  const apply = () => {
    const { group: _, ...rest } = rule;
    onChange(group === '' ? rest : { ...rest, group });
    return true;
  };
  return (
    <EditorForm onApply={apply} onDone={onDone}>
      <Choice
        legend={words.group}
        options={[
          { id: '', label: words.anyGroup },
          ...groups.map(({ key }) => ({ id: key, label: groupName(key, groups) })),
        ]}
        value={group}
        onChange={setGroup}
      />
    </EditorForm>
  );
}

interface ManyProps {
  legend: string;
  options: readonly { id: string; label: string }[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Any of many; a search stands above a long list. */
function Many({ legend, options, chosen, onChange }: ManyProps) {
  const [typed, setTyped] = useState('');
  const isLong = options.length > 16;
  const wanted = typed.trim().toLowerCase();
  const shown = options.filter(({ label }) => label.toLowerCase().includes(wanted));
  return (
    <fieldset className={styles.many}>
      <legend>
        {legend} <span className={styles.mute}>{words.chosen(chosen.length)}</span>
      </legend>
      {isLong && (
        <TextField
          label={words.search}
          type="search"
          value={typed}
          autoComplete="off"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- an opened editor takes the focus
          autoFocus
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      <div className={styles.boxes}>
        {shown.length === 0 && <p className={styles.mute}>{words.nothingFound}</p>}
        {shown.map(({ id, label }, index) => (
          <Checkbox
            key={id}
            label={label}
            checked={chosen.includes(id)}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- an opened editor takes the focus
            autoFocus={!isLong && index === 0}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, id] : chosen.filter((value) => value !== id))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

const regions = new Intl.DisplayNames('en', { type: 'region' });
/** The codes of ISO 3166-1 that have a name, by name; those that are reserved or made up for tests are no country's. */
function countryOptions() {
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(65 + index));
  const noCountry = new Set(['EU', 'EZ', 'UN', 'XA', 'XB', 'QO', 'ZZ', 'AC', 'CP', 'DG', 'EA', 'IC', 'TA', 'CQ']);
  return letters
    .flatMap((one) => letters.map((two) => one + two))
    .flatMap((id) => {
      const label = regions.of(id);
      return label === undefined || label === id || noCountry.has(id) ? [] : [{ id, label }];
    })
    .toSorted((a, b) => a.label.localeCompare(b.label));
}

const typedKinds = {
  mcc: { label: words.codes, hint: words.codesHint, value: /^\d{4}$/ },
  merchant: { label: words.merchants, hint: words.merchantsHint, value: /^.{1,80}$/ },
  state: { label: words.states, hint: words.statesHint, value: /^[A-Z0-9]{1,3}$/ },
  currency: { label: words.currencies, hint: words.currenciesHint, value: /^[A-Z]{3}$/ },
} as const;

function ListForm({ rule, groups, ...form }: Of<ListRule>) {
  const { field } = rule;
  if (field === 'group' || field === 'country' || field === 'presence') {
    const options =
      field === 'country'
        ? countryOptions()
        : field === 'group'
          ? groups.map(({ key }) => ({ id: key, label: groupName(key, groups) }))
          : Object.entries(spendRuleWords.presences).map(([id, label]) => ({ id, label }));
    return <ChosenForm rule={rule} options={options} {...form} />;
  }
  return <TypedForm rule={rule} of={typedKinds[field]} {...form} />;
}

interface ChosenFormProps extends Pick<FormProps, 'keptAs' | 'onChange' | 'onDone'> {
  rule: ListRule;
  options: readonly { id: string; label: string }[];
}

function ChosenForm({ rule, options, keptAs, onChange, onDone }: ChosenFormProps) {
  const { values, change, kept } = useKeptFields<{ chosen: string[] }>(keptAs, { chosen: rule.values });
  const { chosen } = values;
  const apply = () => {
    onChange({ ...rule, values: chosen });
    return true;
  };
  return (
    <EditorForm onApply={apply} onDone={onDone} kept={kept}>
      <Many
        legend={spendRuleWords.lists[rule.kind][rule.field]}
        options={options}
        chosen={chosen}
        onChange={(next) => change({ chosen: next })}
      />
    </EditorForm>
  );
}

interface TypedFormProps extends Pick<FormProps, 'keptAs' | 'onChange' | 'onDone'> {
  rule: ListRule;
  of: (typeof typedKinds)[keyof typeof typedKinds];
}

function TypedForm({ rule, of, keptAs, onChange, onDone }: TypedFormProps) {
  const isMerchant = rule.field === 'merchant';
  const {
    values: { typed },
    change,
    kept,
  } = useKeptFields(keptAs, { typed: rule.values.join(isMerchant ? '\n' : ', ') });
  const [error, setError] = useState<string | null>(null);
  const apply = () => {
    const values = typed
      .split(isMerchant ? /\n/ : /[\s,;]+/)
      .map((value) => (isMerchant ? value.trim() : value.trim().toUpperCase()))
      .filter(Boolean);
    const wrong = values.find((value) => !of.value.test(value));
    if (wrong !== undefined) {
      setError(words.wrongList(wrong));
      return false;
    }
    onChange({ ...rule, values: [...new Set(values)] });
    return true;
  };
  return (
    <EditorForm onApply={apply} onDone={onDone} kept={kept}>
      <TextAreaField
        label={of.label}
        hint={of.hint}
        rows={4}
        value={typed}
        error={error}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- an opened editor takes the focus
        autoFocus
        onChange={({ target }) => change({ typed: target.value })}
      />
    </EditorForm>
  );
}

type HoursRule = Extract<Rule, { kind: 'hours' }>;

function ExemptForm({ rule, groups, keptAs, onChange, onDone }: Of<HoursRule>) {
  const { values, change, kept } = useKeptFields<{ chosen: string[] }>(keptAs, { chosen: rule.exempt ?? [] });
  const { chosen } = values;
  const apply = () => {
    const { exempt: _, ...rest } = rule;
    onChange(chosen.length === 0 ? rest : { ...rest, exempt: chosen });
    return true;
  };
  return (
    <EditorForm onApply={apply} onDone={onDone} kept={kept}>
      <Many
        legend={words.exempt}
        options={groups.map(({ key }) => ({ id: key, label: groupName(key, groups) }))}
        chosen={chosen}
        onChange={(next) => change({ chosen: next })}
      />
    </EditorForm>
  );
}

/** Monday first. */
const week = [1, 2, 3, 4, 5, 6, 0];
const timeText = (minute: number) =>
  `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const minuteOf = (text: string): number | null => {
  const [hours, minutes] = text.split(':').map(Number);
  return hours === undefined || minutes === undefined || Number.isNaN(hours + minutes) ? null : hours * 60 + minutes;
};

interface TypedWindow {
  id: number;
  weekdays: number[];
  from: string;
  to: string;
}

function HoursForm({ rule, keptAs, onChange, onDone }: Of<HoursRule>) {
  const form = useKeptFields<{ windows: TypedWindow[] }>(keptAs, {
    windows: rule.windows.map(({ weekdays, from, to }, id) => ({
      id,
      weekdays,
      from: timeText(from),
      to: timeText(to),
    })),
  });
  const { windows } = form.values;
  const setWindows = (next: TypedWindow[]) => form.change({ windows: next });
  const [error, setError] = useState<string | null>(null);
  const change = (id: number, parts: Partial<TypedWindow>) =>
    setWindows(windows.map((window) => (window.id === id ? { ...window, ...parts } : window)));
  const apply = () => {
    const read = windows.map(({ weekdays, from, to }) => ({
      weekdays: weekdays.toSorted((a, b) => a - b),
      from: minuteOf(from),
      // Midnight at the end is the end of the day.
      to: to === '00:00' ? 1440 : minuteOf(to),
    }));
    if (read.some(({ from, to }) => from === null || to === null)) {
      setError(words.wrongTime);
      return false;
    }
    onChange({ ...rule, windows: read as HoursRule['windows'] });
    return true;
  };
  return (
    <EditorForm onApply={apply} onDone={onDone} kept={form.kept}>
      {windows.map((window, index) => (
        <fieldset key={window.id} className={styles.window}>
          <legend className="visually-hidden">{words.windows}</legend>
          <div className={styles.week} role="group" aria-label={words.days}>
            {week.map((day) => (
              <label key={day} className={styles.day}>
                <input
                  type="checkbox"
                  checked={window.weekdays.includes(day)}
                  // oxlint-disable-next-line jsx-a11y/no-autofocus -- an opened editor takes the focus
                  autoFocus={index === 0 && day === 1}
                  aria-label={hourWords.weekdays[day]}
                  onChange={({ target }) =>
                    change(window.id, {
                      weekdays: target.checked
                        ? [...window.weekdays, day]
                        : window.weekdays.filter((each) => each !== day),
                    })
                  }
                />
                <span aria-hidden="true">{hourWords.weekdays[day]!.slice(0, 3)}</span>
              </label>
            ))}
          </div>
          <div className={styles.times}>
            <TextField
              label={words.from}
              type="time"
              value={window.from}
              error={index === 0 ? error : null}
              onChange={({ target }) => change(window.id, { from: target.value })}
            />
            <TextField
              label={words.until}
              type="time"
              value={window.to}
              onChange={({ target }) => change(window.id, { to: target.value })}
            />
            {windows.length > 1 && (
              <IconButton
                icon={X}
                label={words.removeWindow}
                onClick={() => setWindows(windows.filter(({ id }) => id !== window.id))}
              />
            )}
          </div>
        </fieldset>
      ))}
      <p className={styles.mute}>{words.untilHint}</p>
      {windows.length < 14 && (
        <Button
          variant="quiet"
          onClick={() =>
            setWindows([
              ...windows,
              { id: Math.max(-1, ...windows.map(({ id }) => id)) + 1, weekdays: [], from: '07:00', to: '23:00' },
            ])
          }
        >
          {words.addWindow}
        </Button>
      )}
    </EditorForm>
  );
}

type ReceiptsRule = Extract<Rule, { kind: 'receipts' }>;

function ReceiptForm({ rule, keptAs, onChange, onDone }: Of<ReceiptsRule>) {
  const {
    values: { days, from, overdue },
    change,
    kept,
  } = useKeptFields(keptAs, {
    days: rule.withinDays === undefined ? '' : String(rule.withinDays),
    from: rule.fromAmount === undefined ? '' : typedAmount(rule.fromAmount),
    overdue: String(rule.overdueAtMost),
  });
  const [wrong, setWrong] = useState<'days' | 'from' | 'overdue' | null>(null);
  const apply = () => {
    const withinDays = days.trim() === '' ? undefined : wholeOf(days);
    const fromAmount = from.trim() === '' ? undefined : minorOf(from);
    const overdueAtMost = wholeOf(overdue);
    if (withinDays === null || withinDays === 0 || (withinDays ?? 1) > 60) setWrong('days');
    else if (fromAmount === null) setWrong('from');
    else if (overdueAtMost === null || overdueAtMost > 1000) setWrong('overdue');
    else {
      onChange({
        kind: 'receipts',
        overdueAtMost,
        ...(withinDays !== undefined && { withinDays }),
        ...(fromAmount !== undefined && { fromAmount }),
      });
      return true;
    }
    return false;
  };
  return (
    <EditorForm onApply={apply} onDone={onDone} kept={kept}>
      <TextField
        label={words.within}
        inputMode="numeric"
        autoComplete="off"
        value={days}
        error={wrong === 'days' ? words.wrongCount : null}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- an opened editor takes the focus
        autoFocus
        onChange={({ target }) => change({ days: target.value })}
      />
      <AmountField
        label={words.fromAmount}
        value={from}
        error={wrong === 'from' ? words.wrongAmount : null}
        onChange={({ target }) => change({ from: target.value })}
      />
      <TextField
        label={words.overdue}
        inputMode="numeric"
        autoComplete="off"
        value={overdue}
        error={wrong === 'overdue' ? words.wrongCount : null}
        onChange={({ target }) => change({ overdue: target.value })}
      />
    </EditorForm>
  );
}
