import { issuerOf } from '@florin/contract/cards/issuer';
import { Link } from '@tanstack/react-router';
import { ColumnPage } from '../../../kit/layout/Page.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { accountWords as words } from '../../../messages/en/access/account.ts';
import { dashboardWords } from '../../../messages/en/program/dashboard.ts';
import { paths } from '../../../paths.ts';
import { usePerson } from '../../../session/person.ts';
import { StepUpProvider } from '../../../flows/step-up/StepUpProvider.tsx';
import styles from './account.module.css';
import { AccountHead } from './AccountHead.tsx';
import { ContactsPanel } from './contacts/ContactsPanel.tsx';

const { facts, roles, fundingSources } = dashboardWords;

/** /account, My Profile: the person and the account, their contacts, and a link to the linked accounts. */
export function AccountPage() {
  const { firstName, lastName, userName, businessName, role, fundingSource, userData } = usePerson();
  const { bank, network } = issuerOf(userData);
  return (
    <StepUpProvider>
      <ColumnPage>
        <AccountHead />
        <Panel title={words.about.title}>
          <dl className={styles.facts}>
            <div>
              <dt>{words.about.name}</dt>
              <dd>{`${firstName} ${lastName}`}</dd>
            </div>
            <div>
              <dt>{words.about.username}</dt>
              <dd>{userName}</dd>
            </div>
            <div>
              <dt>{words.about.business}</dt>
              <dd>{businessName}</dd>
            </div>
            <div>
              <dt>{facts.role}</dt>
              <dd>{roles[role]}</dd>
            </div>
            <div>
              <dt>{facts.fundingSource}</dt>
              <dd>{fundingSources[fundingSource ?? 'none']}</dd>
            </div>
            <div>
              <dt>{facts.bank}</dt>
              <dd>{bank}</dd>
            </div>
            <div>
              <dt>{facts.network}</dt>
              <dd>{network}</dd>
            </div>
          </dl>
        </Panel>
        <ContactsPanel />
        <Panel title={words.linked.title}>
          <div className={styles.stack}>
            <p className={styles.text}>{words.linked.text}</p>
            <Link to={paths.linkedAccounts} className={styles.link}>
              {words.linked.link}
            </Link>
          </div>
        </Panel>
      </ColumnPage>
    </StepUpProvider>
  );
}
