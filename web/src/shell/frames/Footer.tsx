import { issuerOf } from '@florin/contract/cards/issuer';
import { copyrightFirstYear } from '@florin/contract/limits';
import type { UserInfo } from '@florin/contract/program/user-info';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { en } from '../../messages/en.ts';
import { shellWords } from '../../messages/en/shell/shell.ts';
import { paths } from '../../paths.ts';
import { agreementPathOf } from '../../session/account/guards.ts';
import { brandingQuery } from '../../session/queries/queries.ts';
import { useSite } from '../../site.ts';
import styles from './Footer.module.css';

const words = shellWords.footer;
const years = `${copyrightFirstYear}–${new Date().getFullYear()}`;

type Visitor = UserInfo | 'waiting' | null;

/** The legal documents and the ways to reach support, in order (specification section 2). */
const links = (visitor: Visitor) => [
  { to: paths.termsAndConditions, label: words.terms },
  { to: paths.privacyPolicy, label: words.privacy },
  ...(visitor === null
    ? []
    : [{ to: visitor === 'waiting' ? null : agreementPathOf(visitor), label: words.cardUseGuide }]),
  { to: paths.servicesAgreement, label: words.services },
  { to: paths.eSignAgreement, label: words.eSign },
  { to: paths.faq, label: words.faq },
  { to: paths.securityChecklist, label: words.security },
  { to: paths.contactUs, label: words.contactUs },
];

interface FooterProps {
  /** Null if the person could not be loaded: their agreement and bank are unknown then. */
  person: Visitor;
}

/** Legal links, copyright, the issuing bank's text and the version; while the person is loaded, the room of their part. */
export function Footer({ person: visitor }: FooterProps) {
  const person = visitor === 'waiting' ? null : visitor;
  const site = useSite();
  const hasIssuer = person !== null && person.fundingSource !== null;
  // A failure is shown in place of the issuer, so that no snackbar has to tell it.
  const asked = useQuery({ ...brandingQuery(), ...(hasIssuer && { meta: {} }) });
  const branding = asked.data;
  return (
    <footer className={styles.footer}>
      <nav aria-label={words.label}>
        <ul className={styles.links}>
          {links(visitor).map(({ to, label }) => (
            <li key={label} className={to === null ? styles.unknown : undefined} aria-hidden={to === null || undefined}>
              {to === null ? label : <Link to={to}>{label}</Link>}
            </li>
          ))}
        </ul>
      </nav>
      {visitor === 'waiting' && <p className={styles.issuer} />}
      {hasIssuer && (
        <p className={styles.issuer}>
          {asked.isError && !branding && (
            <>
              {words.loadFailed}{' '}
              <button type="button" className={styles.retry} onClick={() => void asked.refetch()}>
                {en.kit.retry}
              </button>
            </>
          )}
          {branding && issuerWords(person, branding.cardLongVisaTrademark, branding.cardLongMastercardTrademark)}
        </p>
      )}
      <p className={styles.last}>
        <span>{words.copyright(years, branding?.companyLong ?? site.program.name)}</span>
        <span>{words.version(site.appVersion)}</span>
      </p>
    </footer>
  );
}

function issuerWords({ fundingSource, userData }: UserInfo, visaCard: string, mastercardCard: string): string {
  const { bank, network } = issuerOf(userData);
  const issued = fundingSource === 'Credit' ? words.issuedCredit : words.issuedPrepaid;
  return issued(network === 'Mastercard' ? mastercardCard : visaCard, bank, words.networks[network]);
}
