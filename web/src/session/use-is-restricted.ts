import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from './queries.ts';

/** Whether the login is suspicious: the server then tells who is signed in, and nothing else. */
export function useIsRestricted(): boolean {
  return useQuery(sessionQuery()).data?.isSuspect ?? false;
}
