import type { Input } from '@florin/contract/endpoint';
import { legalText } from '@florin/contract/legal-texts';
import { queryOptions } from '@tanstack/react-query';
import { ask, keyOf } from '../../../session/queries.ts';
import { readSite } from '../../../site.ts';

export type PublicTextName = Input<typeof legalText>['params']['name'];

/** A text that anybody may read, in the words of the program at hand. */
export const legalTextQuery = (name: PublicTextName) =>
  queryOptions({
    queryKey: [...keyOf('legal-text'), name],
    queryFn: ({ signal }) => {
      const { slug } = readSite().program;
      return ask(legalText, { params: { name }, query: slug === null ? {} : { customSlug: slug } }, signal);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
