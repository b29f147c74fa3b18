import { useForm } from 'react-hook-form';
import { expect, test, vi } from 'vitest';
import { appearances } from '../../testing/appearances.ts';
import { expectAccessible, render, screen, setAppearance, userEvent } from '../../testing/component.ts';
import { DateField } from './DateField.tsx';

interface Values {
  day: string;
}

function DayForm({ day, withTime = false, onSend }: Values & { withTime?: boolean; onSend: (values: Values) => void }) {
  const form = useForm<Values>({ defaultValues: { day } });
  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(onSend)(event)}>
      <DateField
        label="Closes"
        hint="The last day"
        today="2026-11-19"
        withTime={withTime}
        {...form.register('day', { required: true })}
        error={form.formState.errors.day ? 'Please enter a day.' : null}
      />
      <button type="submit">Issue</button>
    </form>
  );
}

const part = (name: string) => screen.getByRole('spinbutton', { name: `${name}, Closes` });
const send = () => screen.getByRole('button', { name: 'Issue' }).click();

test('a day is typed part by part, and is sent as an ISO date', async () => {
  const onSend = vi.fn<(values: Values) => void>();
  await render(<DayForm day="" onSend={onSend} />);
  await expect.element(part('month')).toBeVisible();
  await screen.getByText('Closes').click();
  await expect.element(part('month')).toHaveFocus();
  await userEvent.keyboard('1242026');
  await send();
  await vi.waitFor(() => expect(onSend.mock.lastCall?.[0]).toEqual({ day: '2026-12-04' }));
  // Two digits are a year of this century.
  await part('year').click();
  await userEvent.keyboard('31');
  await send();
  await vi.waitFor(() => expect(onSend.mock.lastCall?.[0]).toEqual({ day: '2031-12-04' }));
});

test('a day is picked in the calendar, which begins with the current month of the product, and is cleared', async () => {
  const onSend = vi.fn<(values: Values) => void>();
  await render(<DayForm day="" onSend={onSend} />);
  await send();
  await expect.element(part('month')).toHaveAccessibleDescription(/Please enter a day\./);
  await expect.element(part('month')).toHaveFocus();
  await screen.getByRole('button', { name: 'Open the calendar Closes' }).click();
  await expect.element(screen.getByRole('button', { name: /Thursday, November 19, 2026/ })).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}{Enter}');
  await expect.element(part('day')).toHaveTextContent('20');
  await send();
  await vi.waitFor(() => expect(onSend.mock.lastCall?.[0]).toEqual({ day: '2026-11-20' }));
  await screen.getByRole('button', { name: 'Open the calendar Closes' }).click();
  await screen.getByRole('button', { name: 'Clear' }).click();
  await expect.element(screen.getByRole('button', { name: 'Open the calendar Closes' })).toHaveFocus();
  await expect.element(part('month')).toHaveTextContent('mm');
  await send();
  await expect.element(part('month')).toHaveAccessibleDescription(/Please enter a day\./);
});

test('a day with a time keeps its minute', async () => {
  const onSend = vi.fn<(values: Values) => void>();
  await render(<DayForm day="2026-11-19T14:30" withTime onSend={onSend} />);
  await expect.element(part('hour')).toHaveTextContent('02');
  await expect.element(part('AM/PM')).toHaveTextContent('PM');
  await part('day').click();
  await userEvent.keyboard('{ArrowUp}');
  await send();
  await vi.waitFor(() => expect(onSend.mock.lastCall?.[0]).toEqual({ day: '2026-11-20T14:30' }));
});

test.each(appearances)('is accessible, also with its calendar: %o', async (appearance) => {
  await setAppearance(appearance);
  await render(<DayForm day="2026-11-19" onSend={() => undefined} />);
  await expectAccessible();
  await screen.getByRole('button', { name: 'Open the calendar Closes' }).click();
  await expect.element(screen.getByRole('button', { name: /Thursday, November 19, 2026/ })).toBeVisible();
  await expectAccessible();
});
