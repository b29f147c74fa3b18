import type { Success } from '@florin/contract/endpoint';
import { securitySettings } from '@florin/contract/access/factors';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { currentEpoch, useEpoch } from '../../../session/browser-session.ts';
import { markSecurityStale } from '../../../session/queries/queries.ts';
import { fetchOrThrow, queryClient } from '../../../session/queries/query-client.ts';

export type SecuritySettings = Success<typeof securitySettings>['body'];

const settingsKey = () => [currentEpoch(), 'security-settings'] as const;

const securitySettingsQuery = () =>
  queryOptions({ queryKey: settingsKey(), queryFn: ({ signal }) => fetchOrThrow(securitySettings, {}, signal) });

/** Second factors and password of the signed-in person, also after a step-up. */
export function useSecuritySettings() {
  useEpoch();
  return useQuery(securitySettingsQuery());
}

/** Fetches the settings again, and what depends on them. */
export const refreshSettings = () =>
  Promise.all([queryClient.invalidateQueries({ queryKey: settingsKey() }), markSecurityStale()]);

/** What the rows of the security page need. */
export interface SecurityRowProps {
  settings: SecuritySettings;
  /** A new factor or new codes would hold card details for a day (decision 023). */
  holds: boolean;
}
