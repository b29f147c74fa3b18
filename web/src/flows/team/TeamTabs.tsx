import { pageTitles } from '../../messages/en/shell/pages.ts';
import { teamTabsWords } from '../../messages/en/access/team-tabs.ts';
import { paths } from '../../paths.ts';
import { TabLinks, type Tab } from '../tabs/TabsHead.tsx';

const tabs: readonly Tab[] = [
  [paths.teamMembers, teamTabsWords.people],
  [paths.teamChanges, pageTitles.teamChanges],
];

/** The links between the pages of /team-members. */
export const TeamTabs = () => <TabLinks label={teamTabsWords.label} tabs={tabs} />;
