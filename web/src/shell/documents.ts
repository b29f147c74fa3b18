/** The documents of the program's support site that the registration links to. */
type DocumentName = 'cardholder-quick-start-guide';

/** The address of a document: beside the support site's first page. */
export function documentUrl(supportUrl: string, name: DocumentName): string {
  return new URL(name, supportUrl.endsWith('/') ? supportUrl : `${supportUrl}/`).href;
}
