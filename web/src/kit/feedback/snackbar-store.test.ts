import { afterEach, expect, test, vi } from 'vitest';
import { dismissCalmSnackbars, dismissSnackbar, lifetimeMs, showSnackbar, snackbars } from './snackbar-store.ts';

afterEach(() => {
  for (const { id } of snackbars.snapshot()) dismissSnackbar(id);
});

test('listeners hear of every change until they leave', () => {
  const listener = vi.fn<() => void>();
  const leave = snackbars.subscribe(listener);
  const id = showSnackbar({ severity: 'info', text: 'a' });
  dismissSnackbar(id);
  expect(listener).toHaveBeenCalledTimes(2);
  leave();
  showSnackbar({ severity: 'info', text: 'b' });
  expect(listener).toHaveBeenCalledTimes(2);
});

test('the fourth message replaces the oldest', () => {
  for (const text of ['a', 'b', 'c', 'd']) showSnackbar({ severity: 'info', text });
  expect(snackbars.snapshot().map(({ text }) => text)).toEqual(['b', 'c', 'd']);
});

test('what a dialog takes away would have gone by itself; what needs reading stays', () => {
  showSnackbar({ severity: 'success', text: 'done' });
  showSnackbar({ severity: 'warning', text: 'read', durationMs: 60_000 });
  showSnackbar({ severity: 'info', text: 'press', action: { label: 'Undo', onPress: () => {} } });
  dismissCalmSnackbars();
  expect(snackbars.snapshot().map(({ text }) => text)).toEqual(['read', 'press']);
});

test.each([
  [{ severity: 'success', text: '' }, 6000],
  [{ severity: 'error', text: '' }, null],
  [{ severity: 'warning', text: '', durationMs: 60_000 }, 60_000],
  [{ severity: 'info', text: '', correlationId: 'abc' }, null],
  [{ severity: 'info', text: '', action: { label: 'Undo', onPress: () => {} } }, null],
] as const)('%j stays %j ms', { tags: ['@2.shell.39', '@4.57'] }, (message, ms) => {
  expect(lifetimeMs(message)).toBe(ms);
});
