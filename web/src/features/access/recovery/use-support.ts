import { useQuery } from '@tanstack/react-query';
import { brandingQuery } from '../../../session/queries/queries.ts';
import { queryClient } from '../../../session/queries/query-client.ts';

/** The support data of the program; null until it is loaded, or if that fails. */
export const useSupport = () => useQuery(brandingQuery(), queryClient).data ?? null;
