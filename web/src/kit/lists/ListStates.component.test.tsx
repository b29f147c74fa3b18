import { expect, test, vi } from 'vitest';
import { appearances } from '../../testing/appearances.ts';
import { expectAccessible, render, screen, setAppearance } from '../../testing/component.ts';
import { Button } from '../actions/Button.tsx';
import { ListEmpty, ListFailed, ListNoMatch } from './ListStates.tsx';

test('failed rows are reported at once, with the Error ID and a retry', async () => {
  const onRetry = vi.fn<() => void>();
  await render(
    <ListFailed title="The next 50 did not load." text="Try again." correlationId="7F3K" onRetry={onRetry} />,
  );
  const alert = screen.getByRole('alert');
  expect(alert.element().textContent).toContain('The next 50 did not load.');
  expect(alert.element().textContent).toContain('7F3K');
  await alert.getByRole('button', { name: 'Try again' }).click();
  expect(onRetry).toHaveBeenCalledOnce();
});

test('filters that leave nothing say so politely', async () => {
  await render(
    <ListNoMatch title="Nothing matches these filters.">
      <Button>Clear filters</Button>
    </ListNoMatch>,
  );
  expect(screen.getByRole('status').element().textContent).toContain('Nothing matches these filters.');
});

test('on a phone, every way out of filters has one line', async () => {
  await setAppearance({ width: 320 });
  const ways = ['Without the search: 57', 'Without the status filter: 19', 'Clear filters'];
  await render(
    <ListNoMatch title="Nothing matches these filters.">
      {ways.map((way) => (
        <Button key={way}>{way}</Button>
      ))}
    </ListNoMatch>,
  );
  const heights = ways.map((name) => screen.getByRole('button', { name }).element().getBoundingClientRect().height);
  expect(Math.max(...heights)).toBeLessThan(50);
});

test.each(appearances)('all states are accessible: %o', async (appearance) => {
  await setAppearance(appearance);
  await render(
    <>
      <ListEmpty
        title="No purchases yet"
        text="Issue a card, and each purchase appears here the second it happens."
        action={<Button>Issue card</Button>}
      />
      <ListNoMatch title="Nothing matches these three filters." text="Did you mean “hilton”? It finds 2.">
        <Button>Clear filters</Button>
      </ListNoMatch>
      <ListFailed title="The next 50 did not load." text="Again?" correlationId="7F3K" onRetry={() => undefined} />
    </>,
  );
  await expectAccessible();
});
