import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient } from '../../session/queries.ts';
import { LegalDocument } from './LegalDocument.tsx';
import { LoadingText } from './LoadingText.tsx';
import { NotLoaded } from './NotLoaded.tsx';
import { legalTextQuery, type PublicTextName } from './queries.ts';

/** A text that needs no login. The public frame brings no query client: it is named here. */
export function PublicText({ name, title, notice }: { name: PublicTextName; title: string; notice?: ReactNode }) {
  const { data, error, isPending, isFetching, refetch } = useQuery(legalTextQuery(name), queryClient);
  if (data) return <LegalDocument title={title} text={data} notice={notice} />;
  if (isPending) return <LoadingText title={title} />;
  return <NotLoaded title={title} error={error} retrying={isFetching} onRetry={() => void refetch()} />;
}
