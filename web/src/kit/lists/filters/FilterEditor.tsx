import { Suspense, useId, useState, type ReactNode } from 'react';
import { Checkbox } from '../../forms/fields/Checkbox.tsx';
import { TextField } from '../../forms/fields/TextField.tsx';
import { FormShell } from '../../forms/FormShell.tsx';
import { typedAmount } from '../../forms/cents-of.ts';
import { LazyDateRange } from '../../pickers/DateRangeField.tsx';
import { parseAmount } from './filter-text.ts';
import {
  amountBetween,
  type AmountFilter,
  type ChoiceFilter,
  type DateFilter,
  type Filter,
  type FilterField,
  type FoundFilter,
  type TextFilter,
} from './filters.ts';
import styles from './FilterEditor.module.css';
import { kitListWords } from '../../../messages/en/kit/kit-lists.ts';

const words = kitListWords.filters;

interface EditorProps<F extends FilterField, V extends Filter> {
  field: F;
  value: V | undefined;
  onChange: (filter: V | null) => void;
  onDone: () => void;
  today: string;
}

type FieldOf<Kind extends FilterField['kind']> = Extract<FilterField, { kind: Kind }>;

/** Changes one filter. Choices and days apply at once; typed text applies with Enter or its button. */
export function FilterEditor({ field, value, ...rest }: EditorProps<FilterField, Filter>) {
  switch (field.kind) {
    case 'text':
      return <TextEditor field={field} value={value?.kind === 'text' ? value : undefined} {...rest} />;
    case 'choice':
      return <ChoiceEditor field={field} value={value?.kind === 'choice' ? value : undefined} {...rest} />;
    case 'found':
      return <FoundEditor field={field} value={value?.kind === 'found' ? value : undefined} {...rest} />;
    case 'date':
      return <DateEditor field={field} value={value?.kind === 'date' ? value : undefined} {...rest} />;
    case 'amount':
      return <AmountEditor field={field} value={value?.kind === 'amount' ? value : undefined} {...rest} />;
    default:
      return field satisfies never;
  }
}

function TextEditor({ field, value, onChange, onDone }: EditorProps<FieldOf<'text'>, TextFilter>) {
  const [text, setText] = useState(value?.contains ?? '');
  const apply = () => {
    onChange(text.trim() === '' ? null : { kind: 'text', contains: text.trim() });
    onDone();
  };
  return (
    <TypedForm onApply={apply}>
      <TextField
        label={`${field.label} ${words.contains}`}
        value={text}
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- an editor that was opened takes the focus
        autoFocus
        onChange={({ target }) => setText(target.value)}
      />
    </TypedForm>
  );
}

/** Typed text, which Enter and the button apply. */
const TypedForm = ({ onApply, children }: { onApply: () => void; children: ReactNode }) => (
  <FormShell
    layout="own"
    className={styles.form}
    error={null}
    pending={false}
    submit={{ label: words.apply, pending: words.apply, variant: 'secondary' }}
    onSubmit={onApply}
  >
    {children}
  </FormShell>
);

/** With this many options or more, options are found by typing. */
const findFrom = 9;

function ChoiceEditor({ field, value, onChange }: EditorProps<FieldOf<'choice'>, ChoiceFilter>) {
  const name = useId();
  const [not, setNot] = useState(value?.not ?? false);
  const [sought, setSought] = useState('');
  const options = field.options ?? [];
  const of = value?.of ?? [];
  const change = (next: Partial<ChoiceFilter>) => {
    const filter: ChoiceFilter = { kind: 'choice', not, of, ...next };
    onChange(filter.of.length === 0 ? null : filter);
  };
  const shown = options.filter(({ label }) => label.toLowerCase().includes(sought.trim().toLowerCase()));
  return (
    <div className={styles.form}>
      <fieldset className={styles.operators}>
        <legend className="visually-hidden">{field.label}</legend>
        {[false, true].map((isNot) => (
          <label key={String(isNot)} className={styles.operator}>
            <input
              type="radio"
              name={name}
              checked={not === isNot}
              onChange={() => {
                setNot(isNot);
                change({ not: isNot });
              }}
            />
            {isNot ? words.isNot : words.is}
          </label>
        ))}
      </fieldset>
      {options.length >= findFrom && (
        <TextField
          label={words.find}
          value={sought}
          autoComplete="off"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- an editor that was opened takes the focus
          autoFocus
          onChange={({ target }) => setSought(target.value)}
        />
      )}
      <fieldset className={styles.options}>
        <legend className="visually-hidden">{field.label}</legend>
        {shown.map(({ id, label }, index) => (
          <Checkbox
            key={id}
            label={label}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- an editor that was opened takes the focus
            autoFocus={index === 0 && options.length < findFrom}
            checked={of.includes(id)}
            onChange={({ target }) => change({ of: target.checked ? [...of, id] : of.filter((each) => each !== id) })}
          />
        ))}
        {shown.length === 0 && <p className={styles.none}>{words.noOption}</p>}
      </fieldset>
    </div>
  );
}

const noIds: readonly string[] = [];

/** Chosen ones first; the others are found by typing. */
function FoundEditor({ field, value, onChange }: EditorProps<FieldOf<'found'>, FoundFilter>) {
  const [sought, setSought] = useState('');
  const { Found, Labels } = field;
  const of = value?.of ?? noIds;
  const toggle = (id: string, isChosen: boolean) => {
    const next = isChosen ? [...of, id] : of.filter((each) => each !== id);
    onChange(next.length === 0 ? null : { kind: 'found', of: next });
  };
  return (
    <div className={styles.form}>
      <TextField
        label={words.find}
        value={sought}
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- an editor that was opened takes the focus
        autoFocus
        onChange={({ target }) => setSought(target.value)}
      />
      <Found sought={sought.trim()}>
        {({ choices, state, onRetry }) => {
          const others = choices.filter(({ id }) => !of.includes(id));
          return (
            <>
              <fieldset className={styles.options} aria-busy={state === 'searching' || undefined}>
                <legend className="visually-hidden">{field.label}</legend>
                <Labels ids={of}>
                  {(labels) =>
                    of.map((id) => (
                      <Checkbox
                        key={id}
                        label={labels.find((label) => label.id === id)?.label ?? words.unnamed}
                        checked
                        onChange={() => toggle(id, false)}
                      />
                    ))
                  }
                </Labels>
                {others.map(({ id, label }) => (
                  <Checkbox key={id} label={label} checked={false} onChange={() => toggle(id, true)} />
                ))}
              </fieldset>
              <div role="status" className={styles.none}>
                {state === 'searching' && words.searching}
                {state === 'found' && (others.length === 0 ? words.noOption : sought === '' && words.typeToFind)}
                {state === 'failed' && (
                  <>
                    {words.searchFailed}{' '}
                    <button type="button" className={styles.retry} onClick={onRetry}>
                      {words.retry}
                    </button>
                  </>
                )}
              </div>
            </>
          );
        }}
      </Found>
    </div>
  );
}

function DateEditor({ field, value, onChange, onDone, today }: EditorProps<FieldOf<'date'>, DateFilter>) {
  return (
    <Suspense fallback={<div className={styles.coming} />}>
      <LazyDateRange
        preset={value?.preset ?? null}
        span={value && value.preset === null ? value : { from: null, to: null }}
        presets={field.presets}
        today={today}
        onPreset={(preset) => onChange({ kind: 'date', preset })}
        onSpan={({ from, to }) =>
          onChange(from === null && to === null ? null : { kind: 'date', preset: null, from, to })
        }
        onDone={onDone}
      />
    </Suspense>
  );
}

function AmountEditor({ field, value, onChange, onDone }: EditorProps<FieldOf<'amount'>, AmountFilter>) {
  const typed = (amount: bigint | null = null) => (amount === null ? '' : typedAmount(amount, field.digits));
  const [min, setMin] = useState(typed(value?.min));
  const [max, setMax] = useState(typed(value?.max));
  const [isTried, setTried] = useState(false);
  const parsed = { min: parseAmount(min, field.digits), max: parseAmount(max, field.digits) };
  const errorOf = (amount: bigint | null | undefined) => (isTried && amount === undefined ? words.badAmount : null);
  const apply = () => {
    setTried(true);
    if (parsed.min === undefined || parsed.max === undefined) return;
    onChange(amountBetween(parsed.min, parsed.max));
    onDone();
  };
  return (
    <TypedForm onApply={apply}>
      <div className={styles.amounts}>
        <TextField
          label={`${field.label} ${words.atLeast}`}
          value={min}
          error={errorOf(parsed.min)}
          inputMode="decimal"
          autoComplete="off"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- an editor that was opened takes the focus
          autoFocus
          onChange={({ target }) => setMin(target.value)}
        />
        <TextField
          label={`${field.label} ${words.atMost}`}
          value={max}
          error={errorOf(parsed.max)}
          inputMode="decimal"
          autoComplete="off"
          onChange={({ target }) => setMax(target.value)}
        />
      </div>
    </TypedForm>
  );
}
