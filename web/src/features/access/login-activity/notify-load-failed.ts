import { CallFailure } from '../../../api.ts';
import { showSnackbar } from '../../../kit/feedback/Snackbar.tsx';
import { loginActivityWords as words } from '../../../messages/en/access/login-activity.ts';

/** Specification, section 8: the snackbar of a load or load-more failure, with the Error ID where there is one. */
export function notifyLoadFailed(error: unknown): void {
  const correlationId = error instanceof CallFailure ? error.correlationId : null;
  showSnackbar({ severity: 'error', text: words.loadFailed, correlationId });
}
