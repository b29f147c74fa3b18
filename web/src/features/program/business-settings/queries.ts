import { businessProfile, notificationDefaults } from '@florin/contract/program/business-settings';
import { pendingChanges } from '@florin/contract/access/pending-changes';
import { queryOptions } from '@tanstack/react-query';
import { fetchOrThrow, keyOf } from '../../../session/queries/query-client.ts';

export const profileQuery = () =>
  queryOptions({
    queryKey: keyOf('business-profile'),
    queryFn: ({ signal }) => fetchOrThrow(businessProfile, {}, signal),
  });

export const defaultsQuery = () =>
  queryOptions({
    queryKey: keyOf('notification-defaults'),
    queryFn: ({ signal }) => fetchOrThrow(notificationDefaults, {}, signal),
  });

export const changesQuery = () =>
  queryOptions({
    queryKey: keyOf('pending-changes'),
    queryFn: ({ signal }) => fetchOrThrow(pendingChanges, {}, signal),
  });
