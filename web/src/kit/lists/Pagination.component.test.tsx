import { expect, test, vi } from 'vitest';
import { appearances } from '../../testing/appearances.ts';
import { expectAccessible, render, screen, setAppearance } from '../../testing/component.ts';
import { Pagination } from './Pagination.tsx';

test('goes to the next page, and at the end says that there is none', async () => {
  const onNext = vi.fn<() => void>();
  const { rerender } = await render(
    <Pagination label="purchases" summary="1 – 50" onPrevious={null} onNext={onNext} />,
  );
  await expect.element(screen.getByRole('button', { name: 'Previous' })).toHaveAttribute('aria-disabled', 'true');
  await screen.getByRole('button', { name: 'Next' }).click();
  expect(onNext).toHaveBeenCalledOnce();
  await rerender(<Pagination label="purchases" summary="51 – 60" onPrevious={() => undefined} onNext={null} />);
  await expect.element(screen.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true');
  await expect.element(screen.getByRole('navigation', { name: 'Pages of purchases' })).toBeVisible();
});

test('or adds more rows; while they load, pressing does nothing', async () => {
  const onMore = vi.fn<() => void>();
  const { rerender } = await render(<Pagination label="purchases" onMore={onMore} />);
  await screen.getByRole('button', { name: 'Load more' }).click();
  await rerender(<Pagination label="purchases" onMore={onMore} pending />);
  await screen.getByRole('button', { name: 'Loading rows' }).click({ force: true });
  expect(onMore).toHaveBeenCalledOnce();
});

test('a list of one page has no pages', async () => {
  await render(<Pagination label="purchases" summary="3 purchases" />);
  expect(screen.getByRole('navigation').query()).toBeNull();
});

test.each(appearances)('is accessible: %o', async (appearance) => {
  await setAppearance(appearance);
  await render(
    <>
      <Pagination
        label="purchases"
        summary="38 purchases, 2 fee lines"
        total="$14,832.30"
        onPrevious={null}
        onNext={() => undefined}
      />
      <Pagination label="purchases" summary="50 purchases" onMore={() => undefined} pending />
    </>,
  );
  await expectAccessible();
});
