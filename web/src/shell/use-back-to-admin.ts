import { createUserPreference } from '@florin/contract/user-preference';
import { useRouter } from '@tanstack/react-router';
import { showSnackbar } from '../kit/feedback/Snackbar.tsx';
import { en } from '../messages/en.ts';
import { paths } from '../paths.ts';
import { describeFailure } from '../session/failure.ts';
import { usePerson } from '../session/person.ts';
import { fetchOrThrow } from '../session/query-client.ts';

/** 'Back to admin' (specification section 4): keeps preferNewApp as false and goes to the area of the role. */
export function useBackToAdmin(): () => Promise<void> {
  const router = useRouter();
  const { role } = usePerson();
  return async () => {
    try {
      await fetchOrThrow(createUserPreference, { body: { preferNewApp: false } });
      await router.navigate({ to: role === 'ADMIN' ? paths.transactions : paths.purchases });
    } catch (error) {
      showSnackbar({ severity: 'error', ...describeFailure(error, en.errors.UNEXPECTED) });
    }
  };
}
