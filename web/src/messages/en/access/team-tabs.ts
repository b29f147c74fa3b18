/** The links between the pages of team members. */
export const teamTabsWords = { label: 'Pages of team members', people: 'People' } as const;
