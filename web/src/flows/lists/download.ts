import type { Endpoint, Input } from '@florin/contract/endpoint';
import { session } from '@florin/contract/access/session';
import { addressOf, call, NetworkFailure, UnexpectedAnswer } from '../../api.ts';
import { showSnackbar } from '../../kit/feedback/snackbar-store.ts';
import { listWords as words } from '../../messages/en/kit/lists.ts';
import { currentEpoch } from '../../session/browser-session.ts';
import { notifyFailure } from '../../session/failures/report-error.ts';

/** A call that exports a list (contract/src/exports.ts). */
type ExportCall = Endpoint & { file: readonly string[] };

/** The browser streams a larger file to the disk, so that no export is too large for the memory. */
const heldAtMostBytes = 32 * 1024 * 1024;

/**
 * Exports a list as a file. The answer is read here, because for an error a browser would only say that the download
 * failed. A snackbar shows errors.
 */
export async function download<const E extends ExportCall>(endpoint: E, input: Omit<Input<E>, never>): Promise<void> {
  const address = addressOf(endpoint, input);
  const again = () => void download(endpoint, input);
  const stop = new AbortController();
  const epoch = currentEpoch();
  let response: Response;
  try {
    response = await fetch(address, {
      headers: { 'x-requested-by': 'florin', ...(epoch !== null && { 'x-account-epoch': epoch }) },
      credentials: 'same-origin',
      cache: 'no-store',
      signal: stop.signal,
    });
  } catch {
    notifyFailure(new NetworkFailure('no answer', null), words.notExported, again);
    return;
  }
  if (!response.ok) {
    await notifyRefusal(response, again);
    return;
  }
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  try {
    for await (const part of response.body ?? []) {
      bytes += part.length;
      if (bytes > heldAtMostBytes) {
        stop.abort();
        follow(address, '');
        return;
      }
      parts.push(part);
    }
  } catch {
    // An incomplete file would look complete.
    notifyFailure(new NetworkFailure('the file broke off', null), words.exportBroke, again);
    return;
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? words.exportName;
  const file = URL.createObjectURL(new Blob(parts, { type: response.headers.get('content-type') ?? '' }));
  follow(file, name);
  URL.revokeObjectURL(file);
}

/** @param name of the file; empty for the server's */
function follow(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  // An answer that is not a file does not replace the page.
  link.download = name;
  link.click();
}

async function notifyRefusal(response: Response, onRetry: () => void): Promise<void> {
  const { status, headers } = response;
  // Notifies the session's watcher if the session has ended.
  if (status === 401 || status === 409) await call(session, {}).catch(() => null);
  else if (status === 429) {
    const seconds = Number(headers.get('retry-after') ?? 60);
    showSnackbar({ severity: 'warning', text: words.exportedOften(Math.max(1, Math.ceil(seconds / 60))) });
  } else if (status === 403) showSnackbar({ severity: 'warning', text: words.exportForbidden });
  else notifyFailure(new UnexpectedAnswer(status, headers.get('x-correlation-id')), words.notExported, onRetry);
}
