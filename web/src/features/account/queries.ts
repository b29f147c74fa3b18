import type { Success } from '@florin/contract/endpoint';
import { securitySettings } from '@florin/contract/factors';
import { queryOptions } from '@tanstack/react-query';
import { currentEpoch } from '../../session/epoch.ts';
import { ask, queryClient } from '../../session/queries.ts';

export type SecuritySettings = Success<typeof securitySettings>['body'];

const settingsKey = () => [currentEpoch(), 'security-settings'] as const;

/** Second factors and password of the signed-in person. */
export const securitySettingsQuery = () =>
  queryOptions({ queryKey: settingsKey(), queryFn: ({ signal }) => ask(securitySettings, {}, signal) });

/** Has the settings asked for again. */
export const refreshSettings = () => queryClient.invalidateQueries({ queryKey: settingsKey() });
