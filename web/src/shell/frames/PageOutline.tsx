import { PageHeadLoading } from '../../kit/layout/Page.tsx';
import { Panel } from '../../kit/layout/Panel.tsx';
import { Skeleton } from '../../kit/feedback/Skeleton.tsx';
import { classNames } from '../../kit/class-names.ts';
import { type PathName, pageAt } from '../../paths.ts';
import { isComingSoon } from '../navigation/coming-soon.ts';
import styles from './PageOutline.module.css';

type Outline = 'dashboard' | 'table' | 'list' | 'account' | 'text' | 'notice';

/** What a page with a table has: a button beside its title, links to the pages of its area, and the views of a list. */
type TablePart = 'action' | 'tabs' | 'views';

const tables: Partial<Record<PathName, readonly TablePart[]>> = {
  transactions: ['action', 'views'],
  cards: ['action', 'tabs', 'views'],
  cardRequests: ['action', 'tabs', 'views'],
  cardPolicies: ['action', 'tabs'],
  cardFunding: ['tabs'],
  vendorLinks: ['action', 'tabs', 'views'],
  teamMembers: ['action', 'tabs', 'views'],
  spendControls: ['tabs'],
  externalAccounts: ['action', 'tabs'],
  bankTransfers: ['action', 'tabs'],
  loginActivity: [],
  linkedAccounts: [],
};

/** Pages by their layout, besides those with tables. Any other page is a list. */
const outlines: Partial<Record<PathName, Outline>> = {
  dashboard: 'dashboard',
  account: 'account',
  accountSecurity: 'account',
  accountPreferences: 'account',
  accountNotifications: 'account',
  businessSettings: 'account',
  businessPermissions: 'account',
  businessNotifications: 'account',
  termsAndConditions: 'text',
  privacyPolicy: 'text',
  servicesAgreement: 'text',
  eSignAgreement: 'text',
  faq: 'text',
};

/** A page before the account is known: its heading, and its first panels at their later positions. */
export function PageOutline({ pathname }: { pathname: string }) {
  const name = pageAt(pathname)?.name;
  const parts = name && tables[name];
  const isOfBusiness = name?.startsWith('business') ?? false;
  switch (parts ? 'table' : outlineOf(name)) {
    case 'dashboard':
      return <DashboardOutline />;
    case 'table':
      return (
        <div className={styles.wide}>
          <div className={styles.tabbed}>
            <PageHeadLoading intro action={parts?.includes('action') ?? false} />
            {parts?.includes('tabs') && (
              <div className={styles.tabs}>
                <Skeleton />
              </div>
            )}
          </div>
          {parts?.includes('views') && <div className={styles.views} />}
          <PanelOutline lines={4} titled />
        </div>
      );
    case 'account':
      return (
        <div className={styles.column}>
          <div className={styles.tabbed}>
            <PageHeadLoading intro={isOfBusiness} />
            <div className={styles.tabs}>
              <Skeleton />
            </div>
          </div>
          <PanelOutline lines={3} titled />
          <PanelOutline lines={4} titled />
        </div>
      );
    case 'text':
      return (
        <div className={styles.text}>
          <PageHeadLoading />
          <div className={styles.lines}>
            {Array.from({ length: 9 }, (_, line) => (
              <Skeleton key={line} shape="long" />
            ))}
          </div>
        </div>
      );
    case 'notice':
      return (
        <div className={styles.notice}>
          <PanelOutline lines={5} />
        </div>
      );
    case 'list':
      return (
        <div className={styles.column}>
          <PageHeadLoading intro />
          <PanelOutline lines={7} />
        </div>
      );
  }
}

function outlineOf(name: PathName | undefined): Outline {
  if (name === undefined) return 'list';
  return outlines[name] ?? (isComingSoon(name) ? 'notice' : name.endsWith('Agreement') ? 'text' : 'list');
}

const DashboardOutline = () => (
  <div className={styles.column}>
    <PageHeadLoading intro />
    <div className={classNames(styles.pair, styles.figures)}>
      <PanelOutline lines={4} />
      <PanelOutline lines={4} />
    </div>
    <div className={styles.pair}>
      <PanelOutline lines={6} titled />
      <PanelOutline lines={4} titled />
    </div>
  </div>
);

const PanelOutline = ({ lines, titled = false }: { lines: number; titled?: boolean }) => (
  <Panel {...(titled && { title: <Skeleton /> })}>
    <div className={styles.lines}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} shape={line % 2 === 0 ? 'long' : 'medium'} />
      ))}
    </div>
  </Panel>
);
