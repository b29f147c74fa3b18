import type { StrongerFactor } from '@florin/contract/errors';
import { recoveryForms } from '@florin/contract/limits';
import type { ResetEntityType } from '@florin/contract/recovery';
import type { PersonForUpdate, MembershipForUpdate } from '../../core/people/lock-person.ts';
import { startingAccount } from '../sessions/rules.ts';

/** What a person has beside e-mail to prove the second thing with. */
export interface SecondProofs {
  /** The mask of a confirmed phone. */
  phone: string | null;
  /** No code gets to that phone: it said STOP, may not be written to, or the provider has refused the code. */
  phoneFails: boolean;
  /** What works at the host name that was asked, the strongest first. */
  enrolled: readonly StrongerFactor[];
  /** The business whose administrators can be asked. */
  business: string | null;
  /** The number of the request in which this browser has asked them already. */
  requestNumber: string | null;
}

export interface Method {
  entityType: ResetEntityType;
  entityMasked: string;
  requestNumber?: string;
}

/**
 * The ways to prove the second thing: never e-mail, which the link has proven already. An authenticator app stands in for
 * texts where there is one (security design P5). Administrators are asked only for people with no way of their own that
 * works (reading 11); without any, nobody can be asked, and the list is empty. A passkey
 * comes first and stands in for nothing: it may be on the device that was lost. Whoever waits for their word goes on waiting
 * when the phone works again.
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

/** What a session says of the second proof it was issued for. */
export const methodName: Record<ResetEntityType, string> = {
  Passkey: 'webauthn',
  PhoneNumber: 'sms',
  Authenticator: 'totp',
  BackupCode: 'backup',
  AdminConfirmation: 'admin',
};

/**
 * The account that a reset signs a person in to. Null where there is none, or where signing in leads to the start site: no
 * way to a session is open that the login does not have (security design P2).
 */
export function resetAccount({ accounts }: Pick<PersonForUpdate, 'accounts'>, startSiteUrl: string | null) {
  const account: MembershipForUpdate | null = startingAccount(accounts);
  return account && (account.startSiteMessage === null || startSiteUrl === null) ? account : null;
}

/** How hard the captcha of a form of recovery is. It is always asked (section 5). */
export function formDifficulty(sentFromAddress: number): 1 | 2 | 3 {
  if (sentFromAddress >= recoveryForms.hardestCaptchaFrom) return 3;
  return sentFromAddress >= recoveryForms.hardCaptchaFrom ? 2 : 1;
}
