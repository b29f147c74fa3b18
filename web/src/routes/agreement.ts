import { agreementOf, type AgreementHolder } from '@florin/contract/agreements';
import type { AgreementName } from '@florin/contract/legal-texts';

/** The agreement routes (reading 12). The credit guide keeps the spelling of the specification and is public. */
export type AgreementPath = `/${AgreementName}`;

/** Where the agreement of an account stands (reading 13). */
export const agreementPathOf = (holder: AgreementHolder): AgreementPath => `/${agreementOf(holder)}`;
