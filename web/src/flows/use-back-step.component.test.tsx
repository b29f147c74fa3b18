import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { render, screen, userEvent } from '../testing/component.ts';
import { useBackStep } from './use-back-step.ts';

const onBack = vi.fn<() => void>();

function Example() {
  const [isLater, setLater] = useState(false);
  useBackStep('testStep', isLater, onBack);
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
  window.history.replaceState(null, '');
});

test('Back leads to the step before', async () => {
  await render(<Example />);
  await userEvent.click(screen.getByRole('button', { name: 'Go on' }));
  await moved(() => window.history.back());
  expect(onBack).toHaveBeenCalledOnce();
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
