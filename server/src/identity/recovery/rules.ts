import type { EnrolledFactor } from '@florin/contract/errors';
import { recoveryForms } from '@florin/contract/limits';
import type { ResetEntityType } from '@florin/contract/access/recovery';
import type { PersonForUpdate, MembershipForUpdate } from '../../core/people/lock-person.ts';
import { startingAccount } from '../sessions/rules.ts';

/** A person's possible second proofs besides email. */
export interface SecondProofs {
  /** The mask of a confirmed phone. */
  phone: string | null;
  /** No code reaches that phone: it is on the STOP list, may not get texts, or the provider has refused the code. */
  phoneFails: boolean;
  /** The factors that work at the requested host name, the strongest first. */
  enrolled: readonly EnrolledFactor[];
  /** The business whose administrators can be asked. */
  business: string | null;
  /** The number of this browser's request to them, if there is one. */
  requestNumber: string | null;
}

export interface Method {
  entityType: ResetEntityType;
  entityMasked: string;
  requestNumber?: string;
}

/**
 * The possible second proofs: never email, which the link has proven already. An authenticator app replaces texts
 * (security design P5). Administrators are asked only for people without a working proof of their own (reading 11); if
 * nobody can be asked, the list is empty. A passkey comes first and replaces nothing: it may be on the lost device. A
 * pending request to administrators stays when the phone works again.
 */
export function methodsOf({ phone, phoneFails, enrolled, business, requestNumber }: SecondProofs): Method[] {
  const own: Method[] = enrolled.map((entityType) => ({ entityType, entityMasked: '' }));
  if (phone !== null && !enrolled.includes('Authenticator'))
    own.push({ entityType: 'PhoneNumber', entityMasked: phone });
  const hasTyped = enrolled.some((factor) => factor !== 'Passkey');
  const hasWay = hasTyped || (phone !== null && !phoneFails && requestNumber === null);
  if (hasWay || business === null) return own;
  const asked = requestNumber === null ? {} : { requestNumber };
  return [...own, { entityType: 'AdminConfirmation', entityMasked: business, ...asked }];
}

/** The name of the second proof in the session issued for it. */
export const methodName: Record<ResetEntityType, string> = {
  Passkey: 'webauthn',
  PhoneNumber: 'sms',
  Authenticator: 'totp',
  BackupCode: 'backup',
  AdminConfirmation: 'admin',
};

/**
 * The account that a reset signs a person in to. Null if there is none, or if signing in redirects to the start site,
 * because a reset gives no access that the login does not give (security design P2).
 */
export function resetAccount({ accounts }: Pick<PersonForUpdate, 'accounts'>, startSiteUrl: string | null) {
  const account: MembershipForUpdate | null = startingAccount(accounts);
  return account && (account.startSiteMessage === null || startSiteUrl === null) ? account : null;
}

/** The difficulty of a recovery form's captcha, which is always required (section 5). */
export function formDifficulty(sentFromAddress: number): 1 | 2 | 3 {
  if (sentFromAddress >= recoveryForms.hardestCaptchaFrom) return 3;
  return sentFromAddress >= recoveryForms.hardCaptchaFrom ? 2 : 1;
}
