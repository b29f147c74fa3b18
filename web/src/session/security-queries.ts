import { loginActivity } from '@florin/contract/limits';
import { loginActivityAlert } from '@florin/contract/login-activity';
import { queryOptions } from '@tanstack/react-query';
import { shellWords } from '../messages/en/shell.ts';
import { ask, isWorthRepeating, keyOf } from './queries.ts';

const repeatsAtMost = 10;

/** Specification, section 9: security calls are cached for 60000 ms and retried up to 10 times. */
export const securityCall = {
  staleTime: loginActivity.cacheMilliseconds,
  retry: (failures: number, error: unknown) => failures < repeatsAtMost && isWorthRepeating(error),
  retryDelay: (failures: number) => Math.min(100 * 2 ** failures, 500),
};

/** Whether other devices have logged in since the person last looked. */
export const loginAlertQuery = () =>
  queryOptions({
    ...securityCall,
    meta: { unshown: shellWords.loginAlertFailed },
    queryKey: keyOf('login-alert'),
    queryFn: ({ signal }) => ask(loginActivityAlert, {}, signal),
  });
