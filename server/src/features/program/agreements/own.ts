import { issuerOf } from '@florin/contract/cards/issuer';
import type { AgreementName } from '@florin/contract/program/legal-texts';
import type { Context } from '../../../context.ts';
import { renderOnce, type RenderedText } from '../../../ports/legal-texts/render.ts';
import { accountOfAgreement, type AccountOfAgreement } from './queries.ts';
import { agreementOfAccount } from './rules.ts';

export interface OwnAgreement {
  agreement: AgreementName;
  rendered: RenderedText;
  account: AccountOfAgreement;
}

/** The current version of an account's agreement, with its own issuer. The caller cannot choose another one. */
export async function findOwnAgreement(
  { db, texts }: Pick<Context, 'db' | 'texts'>,
  membershipId: string,
): Promise<OwnAgreement> {
  const account = await accountOfAgreement(db, membershipId);
  const agreement = agreementOfAccount(account);
  const issuer = issuerOf({ bankId: account.bank_id, bankPayment: account.payment_network });
  const program = { name: account.program_name, branding: account.branding, issuer };
  return { agreement, account, rendered: renderOnce(texts.of(agreement, account.program_slug), program) };
}
