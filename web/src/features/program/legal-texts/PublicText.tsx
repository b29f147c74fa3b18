import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../../../session/queries.ts';
import { LegalDocument } from './LegalDocument.tsx';
import { legalTextQuery, type PublicTextName } from './queries.ts';

/** A text that needs no login. The public frame brings no query client: it is named here. */
export function PublicText({ name, title }: { name: PublicTextName; title: string }) {
  const query = useQuery(legalTextQuery(name), queryClient);
  return <LegalDocument title={title} text={query.data} query={query} />;
}
