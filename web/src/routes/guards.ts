import type { Role } from '@florin/contract/session';
import type { Feature, UserInfo } from '@florin/contract/user-info';
import { agreementPathOf, type AgreementPath } from './agreement.ts';

/** Who may stand on a route, as data (specification sections 2 and 6). */
export type Guard =
  /** Anyone. With `agreement`, whoever is signed in goes to their own (reading 13). */
  | { kind: 'public'; agreement?: true }
  /** Nobody who is signed in, unless they are about to add another account and come from there. */
  | { kind: 'anonymous'; unlessFrom?: 'add-account' }
  /** Anyone who brings an invitation: the query parameter `code`. With `optional`, also who comes without one, but not with an empty one. */
  | { kind: 'invitation'; optional?: true }
  | AccountGuard;

/** Signed in, and everything else that is asked of the account. Whoever fails one of the rest goes to the dashboard. */
export interface AccountGuard {
  kind: 'account';
  role?: Role;
  feature?: Feature;
  /** Money moves here: closed while the business is suspended (reading 14). */
  movesMoney?: true;
  /** Opens accounts: only for a business that is open and may operate. */
  opensAccounts?: true;
  /** One of the agreements: people are sent to their own (reading 13). */
  agreement?: true;
}

/** What a guard knows about the visit. */
export interface Visit {
  /** The pathname that was asked for. */
  path: string;
  /** Null while nobody is signed in. */
  person: GuardedPerson | null;
  invitationCode?: string | null;
  /** The query parameter `from`. */
  from?: unknown;
}

export type GuardedPerson = Pick<
  UserInfo,
  'role' | 'features' | 'businessSuspended' | 'businessOpen' | 'allowAdminViewCardUsage' | 'fundingSource'
> & {
  userData: Pick<UserInfo['userData'], 'accountStatus' | 'bankId' | 'bankPayment' | 'program' | 'businessOperational'>;
};

/** `enter`, `not-found`, or the path to go to instead. */
export type Decision = 'enter' | 'not-found' | { goTo: '/dashboard' | '/login' | AgreementPath };

/** Decides whether a visit may enter. Pure: the same visit gets the same decision in the app and in a test. */
export function decide(guard: Guard, { path, person, invitationCode, from }: Visit): Decision {
  if (guard.kind === 'public') return guard.agreement && person ? toOwnAgreement(path, person) : 'enter';
  if (guard.kind === 'anonymous')
    return person && (guard.unlessFrom === undefined || guard.unlessFrom !== from) ? { goTo: '/dashboard' } : 'enter';
  if (guard.kind === 'invitation')
    return invitationCode || (guard.optional && invitationCode == null) ? 'enter' : 'not-found';
  return person ? decideForAccount(guard, path, person) : { goTo: '/login' };
}

function decideForAccount(guard: AccountGuard, path: string, person: GuardedPerson): Decision {
  if (guard.agreement) return toOwnAgreement(path, person);
  const may =
    // A closed account has no role any more: the server refuses what belongs to one.
    (guard.role === undefined || (guard.role === person.role && person.userData.accountStatus === 'OPEN')) &&
    (guard.feature === undefined || person.features.includes(guard.feature)) &&
    !(guard.movesMoney && person.businessSuspended) &&
    !(guard.opensAccounts && !mayOpenAccounts(person));
  return may ? 'enter' : { goTo: '/dashboard' };
}

function toOwnAgreement(path: string, person: GuardedPerson): Decision {
  const own = agreementPathOf(person);
  return own === path ? 'enter' : { goTo: own };
}

const mayOpenAccounts = ({ businessOpen, businessSuspended, userData }: GuardedPerson) =>
  businessOpen && !businessSuspended && userData.businessOperational;
