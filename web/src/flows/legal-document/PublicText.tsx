import type { Input } from '@florin/contract/endpoint';
import { legalText } from '@florin/contract/program/legal-texts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { fetchOrThrow, keyOf, queryClient } from '../../session/queries/query-client.ts';
import { readSite } from '../../site.ts';
import { LegalDocument } from './LegalDocument.tsx';

type PublicTextName = Input<typeof legalText>['params']['name'];

/** A public text, with the names of the site's program filled in. */
const legalTextQuery = (name: PublicTextName) =>
  queryOptions({
    queryKey: [...keyOf('legal-text'), name],
    queryFn: ({ signal }) => {
      const { slug } = readSite().program;
      return fetchOrThrow(legalText, { params: { name }, query: slug === null ? {} : { customSlug: slug } }, signal);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** A text that needs no login. The public frame provides no query client, so it is passed here. */
export function PublicText({ name, title }: { name: PublicTextName; title: string }) {
  const query = useQuery(legalTextQuery(name), queryClient);
  return <LegalDocument title={title} text={query.data} query={query} />;
}
