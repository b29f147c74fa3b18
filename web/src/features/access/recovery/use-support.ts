import { useQuery } from '@tanstack/react-query';
import { brandingQuery, queryClient } from '../../../session/queries.ts';

/** The support data of the program; null until it is known, and where it cannot be asked for. */
export const useSupport = () => useQuery(brandingQuery(), queryClient).data ?? null;
