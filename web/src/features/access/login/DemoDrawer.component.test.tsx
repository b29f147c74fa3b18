import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { expectAccessible, render, screen, setAppearance, userEvent } from '../../../testing/component.ts';
import DemoDrawer from './DemoDrawer.tsx';

const demoData = {
  password: 'a-demo-password',
  people: [
    { username: 'admin', name: 'Ada Okafor', what: 'administrator of a prepaid business' },
    { username: 'seven', name: 'Sven Dahl', what: 'seven linked accounts, one of every label' },
  ],
  cards: [{ number: '4000 0012 1234 5672', holder: 'Rosa Delgado', what: 'code by email' }],
  invites: [{ code: 'inv_pending', name: 'Paula Winter', what: 'pending' }],
  vendorLinks: [{ code: 'vln_ready', email: 'billing@vendors.example', what: 'works once' }],
};

const answer = vi.fn<() => Promise<Response>>();
beforeEach(() => {
  answer.mockResolvedValue(Response.json(demoData));
  vi.stubGlobal('fetch', answer);
});
afterEach(() => vi.unstubAllGlobals());

test('finds a person by name and fills in username and password', async () => {
  const onPick = vi.fn<(login: object) => void>();
  await render(<DemoDrawer onPick={onPick} onClose={() => undefined} />);
  await expect.element(screen.getByRole('searchbox', { name: 'Search' })).toHaveFocus();
  await userEvent.keyboard('sven');
  await expect.element(screen.getByRole('button', { name: /admin/ })).not.toBeInTheDocument();
  await userEvent.keyboard('{Tab}{Enter}');
  expect(onPick).toHaveBeenCalledWith({ username: 'seven', password: 'a-demo-password' });
});

test('leads to invites, vendor links and the registration of cards', async () => {
  await render(<DemoDrawer onPick={() => undefined} onClose={() => undefined} />);
  const link = (name: RegExp) => expect.element(screen.getByRole('link', { name }));
  await link(/Paula Winter/).toHaveAttribute('href', '/registration?code=inv_pending');
  await link(/billing@vendors/).toHaveAttribute('href', '/card-details-request/vln_ready');
  await link(/4000 0012/).toHaveAttribute('href', '/registration');
});

test('says when nothing matches', async () => {
  await render(<DemoDrawer onPick={() => undefined} onClose={() => undefined} />);
  await expect.element(screen.getByRole('button', { name: /admin/ })).toBeVisible();
  await userEvent.keyboard('nobody');
  await expect.element(screen.getByRole('status').first()).toHaveTextContent('Nothing matches “nobody”.');
});

test('offers another try when the list cannot be loaded', async () => {
  answer.mockRejectedValueOnce(new TypeError('no network'));
  await render(<DemoDrawer onPick={() => undefined} onClose={() => undefined} />);
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('button', { name: /admin/ })).toBeVisible();
});

test.each([
  { scheme: 'light' },
  { scheme: 'dark' },
  { theme: 'legacy' },
  { forcedColors: true },
  { width: 320 },
] as const)('is accessible: %o', async (appearance) => {
  await setAppearance(appearance);
  await render(<DemoDrawer onPick={() => undefined} onClose={() => undefined} />);
  await expect.element(screen.getByRole('button', { name: /admin/ })).toBeVisible();
  await expectAccessible();
});
