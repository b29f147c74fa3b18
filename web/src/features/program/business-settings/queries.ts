import { businessProfile, notificationDefaults } from '@florin/contract/program/business-settings';
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
