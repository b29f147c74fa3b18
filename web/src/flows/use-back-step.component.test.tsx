import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { render, screen, userEvent } from '../testing/component.ts';
import { useBackStep } from './use-back-step.ts';

const onBack = vi.fn<() => void>();
const onForward = vi.fn<() => void>();

function Example({ leadsOn = false }) {
  const [isLater, setLater] = useState(false);
  useBackStep('testStep', {
    isLater,
    onBack: () => {
      onBack();
      setLater(false);
    },
    onForward: leadsOn
      ? () => {
          onForward();
          setLater(true);
        }
      : null,
  });
  return <button onClick={() => setLater(!isLater)}>{isLater ? 'Leave' : 'Go on'}</button>;
}

/** Resolves once the browser has moved in its history. */
async function moved(move: () => void | Promise<void>): Promise<void> {
  const popped = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  await move();
  await popped;
}

afterEach(() => {
  onBack.mockClear();
  onForward.mockClear();
  window.history.replaceState(null, '');
});

test('Back leads to the step before', async () => {
  await render(<Example />);
  await userEvent.click(screen.getByRole('button', { name: 'Go on' }));
  await moved(() => window.history.back());
  expect(onBack).toHaveBeenCalledOnce();
});

test.each(['Back', 'a button'])('Forward leads to the step that was left by %s', async (way) => {
  await render(<Example leadsOn />);
  await userEvent.click(screen.getByRole('button', { name: 'Go on' }));
  await moved(() =>
    way === 'Back' ? window.history.back() : userEvent.click(screen.getByRole('button', { name: 'Leave' })),
  );
  const entries = window.history.length;
  await moved(() => window.history.forward());
  expect(onForward).toHaveBeenCalledOnce();
  await expect.element(screen.getByRole('button', { name: 'Leave' })).toBeVisible();
  expect(window.history).toHaveLength(entries);
  await moved(() => window.history.back());
  await expect.element(screen.getByRole('button', { name: 'Go on' })).toBeVisible();
});

test('Forward to a step that is gone leads back at once', async () => {
  await render(<Example />);
  await userEvent.click(screen.getByRole('button', { name: 'Go on' }));
  await moved(() => window.history.back());
  window.history.forward();
  // Forward, and back again.
  let pops = 0;
  window.addEventListener('popstate', () => (pops += 1));
  await expect.poll(() => pops).toBe(2);
  expect(window.history.state).toBeNull();
  await expect.element(screen.getByRole('button', { name: 'Go on' })).toBeVisible();
});

test('a step within a later step of another flow keeps the mark of that flow', async () => {
  window.history.replaceState({ outerStep: true, other: 1 }, '');
  await render(<Example />);
  await userEvent.click(screen.getByRole('button', { name: 'Go on' }));
  expect(window.history.state).toEqual({ outerStep: true, testStep: true });
});

test('leaving the step by a button removes its entry', async () => {
  await render(<Example />);
  await userEvent.click(screen.getByRole('button', { name: 'Go on' }));
  const entries = window.history.length;
  await moved(() => userEvent.click(screen.getByRole('button', { name: 'Leave' })));
  expect(window.history.state).toBeNull();
  expect(window.history).toHaveLength(entries);
  expect(onBack).not.toHaveBeenCalled();
});

test('after a reload, the entry stays until the step is restored', async () => {
  window.history.pushState({ testStep: true }, '');
  const back = vi.spyOn(window.history, 'back');
  await render(<Example />);
  await userEvent.click(screen.getByRole('button', { name: 'Go on' }));
  expect(back).not.toHaveBeenCalled();
  back.mockRestore();
  await moved(() => window.history.back());
  expect(onBack).toHaveBeenCalledOnce();
});
