import type { PathName } from '../../paths.ts';

/** The pages that are not built yet (reading 21). The navigation marks them. */
export const comingSoonPages = [
  'review',
  'reports',
  'apps',
  'bills',
  'vendors',
  'payments',
  'paymentRequests',
  'reimbursements',
  'requisitions',
  'attachments',
  'reconciliation',
  'additionalAccounts',
  'bankStatementsUpload',
] as const satisfies readonly PathName[];
export type ComingSoonPageName = (typeof comingSoonPages)[number];

const names: ReadonlySet<string> = new Set(comingSoonPages);
export const isComingSoon = (page: string): page is ComingSoonPageName => names.has(page);
