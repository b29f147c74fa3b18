import { expect, test } from 'vitest';
import { render, screen } from '../../testing/component.ts';
import { ColumnPage, WidePage } from './Page.tsx';

test('a column stands in the middle of a wide page', async () => {
  await render(
    <main style={{ width: 1240 }}>
      <ColumnPage>
        <p>Read from top to bottom.</p>
      </ColumnPage>
    </main>,
  );
  const outer = screen.getByRole('main').element().getBoundingClientRect();
  const inner = screen.getByRole('paragraph').element().getBoundingClientRect();
  expect(inner.width).toBe(880);
  expect(inner.left - outer.left).toBe(outer.right - inner.right);
});

test('a column below the head of an area begins where the head does', async () => {
  await render(
    <main style={{ width: 1240 }}>
      <WidePage>
        <h1>Settings</h1>
        <ColumnPage>
          <p>Read from top to bottom.</p>
        </ColumnPage>
      </WidePage>
    </main>,
  );
  const head = screen.getByRole('heading').element().getBoundingClientRect();
  const inner = screen.getByRole('paragraph').element().getBoundingClientRect();
  expect([head.width, inner.width]).toEqual([1240, 880]);
  expect(inner.left).toBe(head.left);
});
