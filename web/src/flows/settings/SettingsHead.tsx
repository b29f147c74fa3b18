import { businessSettingsWords as words } from '../../messages/en/program/business-settings.ts';
import { paths } from '../../paths.ts';
import { TabLinks, TabsHead, type Tab, type TabsHeadProps } from '../tabs/TabsHead.tsx';

const tabs: readonly Tab[] = [
  [paths.businessSettings, words.tab.general],
  [paths.spendControls, words.tab.spendControls],
  [paths.businessPermissions, words.tab.permissions],
  [paths.businessNotifications, words.tab.notifications],
  [paths.externalAccounts, words.tab.externalAccounts],
  [paths.bankTransfers, words.tab.bankTransfers],
];

/** The title of a page of /business-settings and the links between these pages. */
export const SettingsHead = (head: TabsHeadProps) => <TabsHead label={words.tabs} tabs={tabs} {...head} />;

/** Only the links between the pages, for a page with its own title. */
export const SettingsTabs = () => <TabLinks label={words.tabs} tabs={tabs} />;
