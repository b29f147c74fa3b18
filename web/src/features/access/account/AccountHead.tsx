import { TabsHead, type Tab } from '../../../flows/tabs/TabsHead.tsx';
import { accountWords as words } from '../../../messages/en/access/account.ts';
import { pageTitles } from '../../../messages/en/shell/pages.ts';
import { paths } from '../../../paths.ts';

const tabs: readonly Tab[] = [
  [paths.account, words.profile],
  [paths.accountSecurity, words.security],
  [paths.accountPreferences, words.preferences],
  [paths.accountNotifications, words.notifications],
];

/** The title of My Profile and the links between its pages. */
export const AccountHead = () => <TabsHead title={pageTitles.account} label={words.tabs} tabs={tabs} />;
