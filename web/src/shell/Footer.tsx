import { copyrightFirstYear } from '@florin/contract/limits';
import type { UserInfo } from '@florin/contract/user-info';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { en } from '../messages/en.ts';
import { paths } from '../paths.ts';
import { agreementPathOf } from '../routes/agreement.ts';
import { usePerson } from '../session/person.ts';
import { brandingQuery } from '../session/queries.ts';
import { useSite } from '../site.ts';
import { documentUrl, type DocumentName } from './documents.ts';
import styles from './Footer.module.css';

const words = en.shell.footer;
const banks: Readonly<Record<string, string>> = words.banks;
const years = `${copyrightFirstYear}–${new Date().getFullYear()}`;

/** Legal links, copyright, the issuing bank's words and the version. */
export function Footer() {
  const site = useSite();
  const person = usePerson();
  const branding = useQuery(brandingQuery()).data;
  const text = (name: DocumentName, label: string) => (
    <li>
      <a href={documentUrl(site.program.supportUrl, name)} target="_blank" rel="noreferrer">
        {label}
      </a>
    </li>
  );
  return (
    <footer className={styles.footer}>
      <nav aria-label={words.label}>
        <ul className={styles.links}>
          {text('terms-and-conditions', words.terms)}
          {text('privacy-policy', words.privacy)}
          <li>
            <Link to={agreementPathOf(person)}>{words.cardUseGuide}</Link>
          </li>
          {text('services-agreement', words.services)}
          {text('e-sign-agreement', words.eSign)}
          {text('faq', words.faq)}
          <li>
            <Link to={paths.securityChecklist}>{words.security}</Link>
          </li>
          <li>
            <Link to={paths.contactUs}>{words.contactUs}</Link>
          </li>
        </ul>
      </nav>
      {person.fundingSource !== null && (
        <p className={styles.issuer}>
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
  const isMastercard = userData.bankPayment === 'Mastercard';
  const bank = banks[userData.bankId] ?? words.banks.BANCORP;
  const issued = fundingSource === 'Credit' ? words.issuedCredit : words.issuedPrepaid;
  return issued(isMastercard ? mastercardCard : visaCard, bank, words.networks[isMastercard ? 'Mastercard' : 'Visa']);
}
