import { expect, test } from 'vitest';
import { render, screen } from '../../testing/component.ts';
import { ColumnPage } from './Page.tsx';

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
