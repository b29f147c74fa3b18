import type { Input } from '@florin/contract/endpoint';
import { legalText } from '@florin/contract/program/legal-texts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { legalTextsWords as words } from '../../messages/en/program/legal-texts.ts';
import { shellWords } from '../../messages/en/shell/shell.ts';
import { paths } from '../../paths.ts';
import { seemsSignedIn } from '../../session/browser-session.ts';
import { fetchOrThrow, keyOf, queryClient } from '../../session/queries/query-client.ts';
import { readSite } from '../../site.ts';
import { LegalDocument } from './LegalDocument.tsx';
import styles from './LegalDocument.module.css';

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
export function PublicText({ name, title, children }: { name: PublicTextName; title: string; children?: ReactNode }) {
  const query = useQuery(legalTextQuery(name), queryClient);
  return (
    <LegalDocument title={title} text={query.data} query={query}>
      {children}
    </LegalDocument>
  );
}

const { terms, privacy, services, eSign, faq } = shellWords.footer;
const documents = [
  { to: paths.termsAndConditions, label: terms },
  { to: paths.privacyPolicy, label: privacy },
  { to: paths.servicesAgreement, label: services },
  { to: paths.eSignAgreement, label: eSign },
  { to: paths.faq, label: faq },
];

/** The footer's documents but one. Visitors have no footer that leads to them. */
export function OtherDocuments({ than }: { than: string }) {
  if (seemsSignedIn()) return null;
  return (
    <nav aria-labelledby="other-documents" className={styles.others}>
      <p id="other-documents">{words.others}</p>
      <ul>
        {documents
          .filter(({ label }) => label !== than)
          .map(({ to, label }) => (
            <li key={to}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}
