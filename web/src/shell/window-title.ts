import { pageTitles } from '../messages/en/shell/pages.ts';
import { pageAt, type PathName } from '../paths.ts';

const agreement = pageTitles.agreement;

/** The title of each page, as in its heading. */
const titles: Readonly<Record<PathName, string>> = {
  ...pageTitles,
  programLogin: pageTitles.login,
  creditAgreement: agreement,
  mbAgreement: agreement,
  fifthThirdGrantsAgreement: agreement,
  fifthThirdOwnedFundsAgreement: agreement,
  bancorpAgreement: agreement,
  bancorpMastercardAgreement: agreement,
  bancorpGrantsAgreement: agreement,
  bancorpOwnedFundsAgreement: agreement,
};

/** The title of the page at a pathname. */
export function titleOf(pathname: string): string {
  const page = pageAt(pathname);
  return page === null ? pageTitles.notFound : titles[page.name];
}

/** Complete titles of the window that the specification sets. */
const wholeTitles: ReadonlySet<string> = new Set([agreement, pageTitles.vendorCardDetails]);

/** The title of the window: the page and the program. */
export function windowTitleOf(pathname: string, program: string): string {
  const title = titleOf(pathname);
  return wholeTitles.has(title) ? title : `${title} · ${program}`;
}
