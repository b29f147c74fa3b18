import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { showSnackbar } from '../kit/Snackbar.tsx';
import { en } from '../messages/en.ts';
import { paths } from '../paths.ts';
import { describeFailure } from '../session/failure.ts';
import { switchAccount } from '../session/person.ts';
import { linkedAccountsQuery, queryClient } from '../session/queries.ts';

/** Switches to another linked account and enters its dashboard; the guards ask the server who that is. */
export function useSwitchAccount(): { switching: boolean; switchTo: (userId: string) => void } {
  const router = useRouter();
  const [switching, setSwitching] = useState(false);

  const run = async (userId: string) => {
    const name = queryClient
      .getQueryData(linkedAccountsQuery().queryKey)
      ?.find((one) => one.userId === userId)?.businessName;
    setSwitching(true);
    try {
      await switchAccount(userId);
      if (router.state.location.pathname === paths.dashboard) await router.invalidate({ sync: true });
      else await router.navigate({ to: paths.dashboard });
      if (name !== undefined) showSnackbar({ severity: 'success', text: en.shell.account.switched(name) });
    } catch (error) {
      showSnackbar({ severity: 'error', ...describeFailure(error, en.errors.UNEXPECTED) });
      void queryClient.invalidateQueries();
    } finally {
      setSwitching(false);
    }
  };
  return { switching, switchTo: (userId) => void run(userId) };
}
