import {
  digestHour,
  Preferences,
  type NotificationKind,
  type NotificationPreferences,
} from '@florin/contract/program/notification-preferences';
import * as v from 'valibot';
import { AmountField } from '../../kit/forms/fields/AmountField.tsx';
import { Checkbox } from '../../kit/forms/fields/Checkbox.tsx';
import { TextField } from '../../kit/forms/fields/TextField.tsx';
import { centsOf, typedAmount } from '../../kit/forms/cents-of.ts';
import { notificationWords as words } from '../../messages/en/program/notifications.ts';
import { zoneName } from '../time/when.ts';
import { DeliveryTable } from './DeliveryTable.tsx';
import styles from './notifications.module.css';

/** Preferences as they are typed. */
export interface TypedPreferences {
  deliveries: NotificationPreferences['deliveries'];
  isQuiet: boolean;
  from: string;
  until: string;
  lowBalance: string;
}

export const typed = ({ deliveries, quietHours, lowBalanceBelow }: NotificationPreferences): TypedPreferences => ({
  deliveries,
  isQuiet: quietHours !== null,
  from: quietHours?.from ?? '21:00',
  until: quietHours?.until ?? '08:00',
  lowBalance: typedAmount(lowBalanceBelow),
});

/** What is wrong with typed preferences, by field. */
export interface PreferenceProblems {
  from: string | null;
  until: string | null;
  lowBalance: string | null;
}
export const noProblems: PreferenceProblems = { from: null, until: null, lowBalance: null };

/** The preferences in the form that is sent, or the errors of the fields. */
export function checked(value: TypedPreferences): NotificationPreferences | PreferenceProblems {
  const { deliveries, isQuiet, from, until } = value;
  const lowBalanceBelow = centsOf(value.lowBalance) ?? 0;
  const quietHours = isQuiet ? { from, until } : null;
  const result = v.safeParse(Preferences, { deliveries, quietHours, lowBalanceBelow });
  if (result.success) return result.output;
  const at = (name: string) => result.issues.find(({ path }) => path?.some(({ key }) => key === name));
  const low = at('lowBalanceBelow');
  return {
    from: at('from') ? words.quiet.format : null,
    until: at('until') ? words.quiet.format : null,
    lowBalance: low ? (low.message === 'tooLong' ? words.low.tooLong : words.low.format) : null,
  };
}

/** '8 AM' */
const hourText = new Intl.DateTimeFormat('en-US', { hour: 'numeric', timeZone: 'UTC' }).format(
  Date.UTC(2026, 0, 1, digestHour),
);

interface PreferenceFieldsProps {
  value: TypedPreferences;
  onChange: (value: TypedPreferences) => void;
  problems: PreferenceProblems;
  /** IANA name. */
  timeZone: string;
  reasonFor?: (kind: NotificationKind) => string | null;
  disabled?: boolean;
}

/** Events by channel, quiet hours, and the amount below which a balance is low. */
export function PreferenceFields(props: PreferenceFieldsProps) {
  const { value, onChange, problems, reasonFor = () => null, disabled = false } = props;
  const timeZone = zoneName(props.timeZone);
  const set = (part: Partial<TypedPreferences>) => onChange({ ...value, ...part });
  return (
    <>
      <DeliveryTable
        value={value.deliveries}
        onChange={(deliveries) => set({ deliveries })}
        reasonFor={reasonFor}
        disabled={disabled}
      />
      <p className={styles.mute}>{words.digest(hourText, timeZone)}</p>
      <fieldset className={styles.part} disabled={disabled}>
        <legend>{words.quiet.title}</legend>
        <Checkbox
          label={words.quiet.label}
          hint={words.quiet.hint(timeZone)}
          checked={value.isQuiet}
          onChange={({ target }) => set({ isQuiet: target.checked })}
        />
        {value.isQuiet && (
          <div className={styles.times}>
            <TextField
              type="time"
              label={words.quiet.from}
              value={value.from}
              error={problems.from}
              onChange={({ target }) => set({ from: target.value })}
            />
            <TextField
              type="time"
              label={words.quiet.until}
              value={value.until}
              error={problems.until}
              onChange={({ target }) => set({ until: target.value })}
            />
          </div>
        )}
      </fieldset>
      <fieldset className={styles.part} disabled={disabled}>
        <legend>{words.low.title}</legend>
        <AmountField
          label={words.low.label}
          value={value.lowBalance}
          error={problems.lowBalance}
          onChange={({ target }) => set({ lowBalance: target.value })}
        />
      </fieldset>
    </>
  );
}
