import { useState } from 'react';
import { showSnackbar } from '../../../kit/feedback/Snackbar.tsx';
import { loginActivityWords as words } from '../../../messages/en/access/login-activity.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { markSecurityStale } from '../../../session/queries/queries.ts';

/** Runs an action on devices, reports its result, and loads the list again. */
export function useDeviceAct() {
  const [acting, setActing] = useState(false);
  const act = async (call: () => Promise<unknown>, done: string) => {
    setActing(true);
    try {
      await call();
      showSnackbar({ severity: 'success', text: done });
    } catch (error) {
      showSnackbar(errorMessage(error, words.failed));
    }
    await markSecurityStale();
    setActing(false);
  };
  return { acting, act };
}
