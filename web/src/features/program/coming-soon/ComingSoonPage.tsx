import { Link, useLocation } from '@tanstack/react-router';
import { Hourglass } from 'lucide-react';
import { buttonClass } from '../../../kit/actions/Button.tsx';
import { StatusTag } from '../../../kit/feedback/StatusTag.tsx';
import { Icon } from '../../../kit/text/Icon.tsx';
import { comingSoonWords as words } from '../../../messages/en/shell/coming-soon.ts';
import { pageAt, paths } from '../../../paths.ts';
import { useMayEnter } from '../../../session/account/guards.ts';
import { usePerson } from '../../../session/person.ts';
import { isComingSoon, type ComingSoonPageName } from '../../../shell/navigation/coming-soon.ts';
import { titleOf } from '../../../shell/window-title.ts';
import styles from './ComingSoonPage.module.css';

/** A page that is not built: its title, one honest sentence (reading 21), and something that can be done today. */
export function ComingSoonPage() {
  const { pathname } = useLocation();
  const person = usePerson();
  const mayEnter = useMayEnter();
  const name = pageAt(pathname)?.name;
  if (name === undefined || !isComingSoon(name)) return null;
  const act = (acts[name] ?? ['contact']).find((each) => mayEnter(places[each], person)) ?? 'contact';
  return (
    <div className={styles.page}>
      <section className={styles.panel} aria-labelledby="coming-soon">
        <span className={styles.icon}>
          <Icon of={Hourglass} size={24} />
        </span>
        <h1 id="coming-soon">{titleOf(pathname)}</h1>
        <StatusTag tone="info">{words.tag}</StatusTag>
        <p className={styles.sentence}>{words.sentences[name]}</p>
        <Link to={places[act]} className={buttonClass({ variant: 'primary' })}>
          {words.acts[act]}
        </Link>
      </section>
    </div>
  );
}

const places = {
  cards: paths.vendorLinks,
  bank: paths.externalAccounts,
  contact: paths.contactUs,
} as const;

/** What comes nearest to the page today, the first that the person may enter. */
const acts: Partial<Record<ComingSoonPageName, readonly (keyof typeof places)[]>> = {
  bills: ['cards'],
  vendors: ['cards'],
  payments: ['cards'],
  bankStatementsUpload: ['bank'],
};
