import { expect, test } from 'vitest';
import { appearances } from '../src/testing/appearances.ts';
import { expectAccessible, render, screen, setAppearance } from '../src/testing/component.ts';
import { KitPage } from './KitPage.tsx';

const parts = ['list', 'rows', 'states', 'pickers'];

test.each(parts.flatMap((part) => appearances.map((appearance) => ({ part, ...appearance }))))(
  'every part is accessible and fits: %o',
  async ({ part, ...appearance }) => {
    await setAppearance(appearance);
    window.history.replaceState(null, '', `?part=${encodeURIComponent(part)}`);
    await render(<KitPage />);
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible();
  },
);
