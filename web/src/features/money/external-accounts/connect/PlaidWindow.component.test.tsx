import { afterEach, expect, test, vi } from 'vitest';
import { Dialog } from '../../../../kit/overlays/Dialog.tsx';
import { render, screen } from '../../../../testing/component.ts';
import { PlaidWindow } from './PlaidWindow.tsx';

interface Options {
  token: string;
  receivedRedirectUri?: string;
  onSuccess: (publicToken: string) => void;
  onExit: (error: { error_code: string } | null) => void;
}

afterEach(() => vi.unstubAllGlobals());

/** Opens Plaid's window from a dialog, as the page does; the vendor's script is a stub. */
async function openWindow(returnedTo: string | null = null) {
  const opened = vi.fn<(options: Options) => void>();
  vi.stubGlobal('Plaid', {
    create: (options: Options) => ({ open: () => opened(options), destroy: () => {} }),
  });
  const onShared = vi.fn<(publicToken: string) => void>();
  const onLeft = vi.fn<(reason: string) => void>();
  await render(
    <>
      <button type="button">In Plaid’s window</button>
      <Dialog open title="Reconnect" onClose={() => {}}>
        <PlaidWindow linkToken="link" returnedTo={returnedTo} onShared={onShared} onLeft={onLeft} />
      </Dialog>
    </>,
  );
  await vi.waitFor(() => expect(opened).toHaveBeenCalledTimes(1));
  return { options: opened.mock.calls[0]![0], onShared, onLeft };
}

const outside = screen.getByRole('button', { name: 'In Plaid’s window' });
const dialog = screen.getByRole('dialog');

test('while Plaid’s window is open, the dialog makes nothing inert; then it is back', async () => {
  const { options, onShared } = await openWindow();
  expect(options).toMatchObject({ token: 'link' });
  expect(options).not.toHaveProperty('receivedRedirectUri');
  expect(dialog.elements()).toEqual([]);
  await outside.click();
  options.onSuccess('public');
  await expect.element(dialog).toBeVisible();
  expect(onShared).toHaveBeenCalledWith('public');
});

test.each([
  [null, 'cancelled'],
  [{ error_code: 'INVALID_LINK_TOKEN' }, 'expired'],
  [{ error_code: 'INSTITUTION_DOWN' }, 'down'],
] as const)('left with %j: %s', async (error, reason) => {
  const { options, onLeft } = await openWindow();
  options.onExit(error);
  await expect.element(dialog).toBeVisible();
  expect(onLeft).toHaveBeenCalledWith(reason);
});

test('a visit goes on where a bank has sent the browser back', async () => {
  const { options } = await openWindow('https://cards.example/?oauth_state_id=1');
  expect(options.receivedRedirectUri).toBe('https://cards.example/?oauth_state_id=1');
});
