import { useLayoutEffect, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { render, screen, userEvent } from '../testing/component.ts';
import { useBackStep } from './use-back-step.ts';

const onBack = vi.fn<() => void>();
const onForward = vi.fn<() => void>();

function Example({ leadsOn = false }) {
  const [isLater, setLater] = useState(false);
  useBackStep('testStep', {
    depth: isLater ? 1 : 0,
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

test('Back and Forward within one frame end on the step that was left', async () => {
  await render(<Example leadsOn />);
  await userEvent.click(screen.getByRole('button', { name: 'Go on' }));
  const later = window.history.state as unknown;
  for (const state of [null, later]) {
    window.history.replaceState(state, '');
    window.dispatchEvent(new PopStateEvent('popstate', { state }));
  }
  await expect.poll(() => onForward.mock.calls).toHaveLength(1);
  await expect.element(screen.getByRole('button', { name: 'Leave' })).toBeVisible();
  expect(window.history.state).toEqual(later);
});

test('Back leads one step back from the moment on in which a step is drawn', async () => {
  let answer = () => {};
  function Answered() {
    const [depth, setDepth] = useState(0);
    useBackStep('testStep', { depth, onBack: () => setDepth(depth - 1), onForward: null });
    useLayoutEffect(() => {
      answer = () => setDepth((now) => now + 1);
    }, []);
    return <h1>Step {depth}</h1>;
  }
  await render(<Answered />);
  const heading = screen.getByRole('heading');
  await expect.element(heading).toHaveTextContent('Step 0');
  for (const step of ['Step 1', 'Step 2']) {
    answer();
    await expect.element(heading).toHaveTextContent(step);
  }
  await moved(async () => {
    const drawn = new Promise<void>((resolve) => {
      const drawing = new MutationObserver(() => {
        drawing.disconnect();
        window.history.back();
        resolve();
      });
      drawing.observe(heading.element(), { subtree: true, characterData: true });
    });
    answer();
    await drawn;
  });
  await expect.element(heading).toHaveTextContent('Step 2');
});

test('each step has an entry, and a button may skip several', async () => {
  function Steps() {
    const [depth, setDepth] = useState(0);
    useBackStep('testStep', { depth, onBack: () => setDepth(depth - 1), onForward: null });
    return [0, 1, 2].map((step) => (
      <button key={step} aria-current={step === depth} onClick={() => setDepth(step)}>
        Step {step}
      </button>
    ));
  }
  const step = (number: number) => screen.getByRole('button', { name: `Step ${number}` });
  await render(<Steps />);
  await userEvent.click(step(2));
  await moved(() => window.history.back());
  await expect.element(step(1)).toHaveAttribute('aria-current', 'true');
  await moved(() => window.history.back());
  await expect.element(step(0)).toHaveAttribute('aria-current', 'true');
  await userEvent.click(step(2));
  await moved(() => userEvent.click(step(0)));
  expect(window.history.state).toBeNull();
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

test('a step within a later step of another flow keeps the mark of that flow, and the key of the router', async () => {
  window.history.replaceState({ outerStep: 'step 1', __TSR_key: 'key' }, '');
  await render(<Example />);
  await userEvent.click(screen.getByRole('button', { name: 'Go on' }));
  expect(window.history.state).toEqual({ outerStep: 'step 1', __TSR_key: 'key', testStep: 'step 1' });
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
  window.history.pushState({ testStep: 'step 1' }, '');
  const back = vi.spyOn(window.history, 'back');
  await render(<Example />);
  await userEvent.click(screen.getByRole('button', { name: 'Go on' }));
  expect(back).not.toHaveBeenCalled();
  back.mockRestore();
  await moved(() => window.history.back());
  expect(onBack).toHaveBeenCalledOnce();
});
