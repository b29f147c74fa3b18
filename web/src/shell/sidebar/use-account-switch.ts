import { switchUser } from '@florin/contract/access/linked-accounts';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { showSnackbar } from '../../kit/feedback/Snackbar.tsx';
import { en } from '../../messages/en.ts';
import { shellWords } from '../../messages/en/shell/shell.ts';
import { paths } from '../../paths.ts';
import { useProof } from '../../flows/step-up/StepUpProvider.tsx';
import { errorMessage } from '../../session/failures/error-message.ts';
import { switchSession } from '../../session/person.ts';
import { linkedAccountsQuery } from '../../session/queries/queries.ts';
import { queryClient, Refused } from '../../session/queries/query-client.ts';

/**
 * Switches to another linked account and enters its dashboard; the guards then load the person. If the account requires
 * a second factor, the person proves one first.
 */
export function useAccountSwitch(): { switching: boolean; switchTo: (userId: string) => void } {
  const router = useRouter();
  const prove = useProof();
  const [switching, setSwitching] = useState(false);

  const run = async (userId: string, isProven = false): Promise<void> => {
    const name = queryClient
      .getQueryData(linkedAccountsQuery().queryKey)
      ?.find((one) => one.userId === userId)?.businessName;
    setSwitching(true);
    try {
      await switchSession(userId);
      if (router.state.location.pathname === paths.dashboard) await router.invalidate({ sync: true });
      else await router.navigate({ to: paths.dashboard });
      if (name !== undefined) showSnackbar({ severity: 'success', text: shellWords.account.switched(name) });
    } catch (error) {
      if (!isProven && error instanceof Refused && error.code === 'STEP_UP_REQUIRED') {
        setSwitching(false);
        if (await prove(switchUser)) await run(userId, true);
        return;
      }
      showSnackbar(errorMessage(error, en.errors.UNEXPECTED));
      void queryClient.invalidateQueries();
    } finally {
      setSwitching(false);
    }
  };
  return { switching, switchTo: (userId) => void run(userId) };
}
