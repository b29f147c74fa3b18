import { whyNot, type Obstacle } from '@florin/contract/eligibility';
import { factsOf } from './eligibility.ts';
import { agreementOf, type AgreementHolder } from '@florin/contract/program/agreements';
import type { AgreementName } from '@florin/contract/program/legal-texts';
import type { Role } from '@florin/contract/access/session';
import type { Feature, UserInfo } from '@florin/contract/program/user-info';
import { useRouter } from '@tanstack/react-router';
import type { RoutePath } from '../../paths.ts';

/** Who may enter a route, as data (specification sections 2 and 6). `routes.tsx` gives each route its guard. */
export type Guard =
  /** Everyone. With `agreement`, a signed-in person goes to their own (reading 13). */
  | { kind: 'public'; agreement?: true }
  /** Only visitors who are not signed in; with `unlessFrom`, also signed-in people who come from that page. */
  | { kind: 'anonymous'; unlessFrom?: 'add-account' }
  /** Everyone with an invitation: the query parameter `code`. With `optional`, it may be missing, but not empty. */
  | { kind: 'invitation'; optional?: true }
  | AccountGuard;

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    guard?: Guard;
  }
}

/** Signed in, and what else is required of the account. A person who lacks one of the rest goes to the dashboard. */
export interface AccountGuard {
  kind: 'account';
  role?: Role;
  feature?: Feature;
  /** Money moves here: closed while the business is suspended (reading 14). */
  movesMoney?: true;
  /** Opens accounts: only for a business that is open and may operate. */
  opensAccounts?: true;
  /** For operators of the installation, whatever their role. For everybody else, the page does not exist. */
  operator?: true;
  /** One of the agreements: people are sent to their own (reading 13). */
  agreement?: true;
}

/** What a guard knows about the visit. */
export interface Visit {
  /** The requested pathname. */
  path: string;
  /** Null while nobody is signed in. */
  person: GuardedPerson | null;
  /** The query parameters. */
  search?: VisitSearch;
}

/** The query parameters that guards read, among others. */
export interface VisitSearch {
  code?: string | undefined;
  from?: string | undefined;
  [other: string]: unknown;
}

export type GuardedPerson = Pick<
  UserInfo,
  | 'role'
  | 'features'
  | 'businessSuspended'
  | 'businessOpen'
  | 'allowAdminViewCardUsage'
  | 'fundingSource'
  | 'isOperator'
> & {
  userData: Pick<UserInfo['userData'], 'accountStatus' | 'bankId' | 'bankPayment' | 'program' | 'businessOperational'>;
};

/** `enter`, `not-found`, or the path to go to instead. */
export type Decision = 'enter' | 'not-found' | { goTo: '/dashboard' | '/login' | AgreementPath };

/** Decides whether a visit may enter. */
export function decide(guard: Guard, { path, person, search: { code, from } = {} }: Visit): Decision {
  if (guard.kind === 'public') return guard.agreement && person ? toOwnAgreement(path, person) : 'enter';
  if (guard.kind === 'anonymous')
    return person && (guard.unlessFrom === undefined || guard.unlessFrom !== from) ? { goTo: '/dashboard' } : 'enter';
  if (guard.kind === 'invitation') return code || (guard.optional && code === undefined) ? 'enter' : 'not-found';
  return person ? decideForAccount(guard, path, person) : { goTo: '/login' };
}

function decideForAccount(guard: AccountGuard, path: string, person: GuardedPerson): Decision {
  if (guard.agreement) return toOwnAgreement(path, person);
  if (guard.operator && !person.isOperator) return 'not-found';
  return refusalFor(guard, person) === null ? 'enter' : { goTo: '/dashboard' };
}

/** Why a page is not for an account: the role it is for, a missing feature, or an obstacle of the account. */
export type GuardRefusal = { role: Role } | { feature: Feature } | { obstacle: Obstacle };

/** The message why the guard of a page refuses a signed-in person; null if it does not. */
export function refusalFor(guard: AccountGuard, person: GuardedPerson): GuardRefusal | null {
  const facts = factsOf(person);
  if (guard.role !== undefined) {
    if (guard.role !== person.role) return { role: guard.role };
    // A closed account has no role, because the server refuses the calls of any role.
    const obstacle = whyNot('role.view', facts);
    if (obstacle !== null) return { obstacle };
  }
  if (guard.feature !== undefined && !person.features.includes(guard.feature)) return { feature: guard.feature };
  const obstacle =
    (guard.movesMoney ? whyNot('money.view', facts) : null) ??
    (guard.opensAccounts ? whyNot('accounts.open', facts) : null);
  return obstacle === null ? null : { obstacle };
}

function toOwnAgreement(path: string, person: GuardedPerson): Decision {
  const own = agreementPathOf(person);
  return own === path ? 'enter' : { goTo: own };
}

/** The agreement routes (reading 12). The credit guide keeps the spelling of the specification and is public. */
export type AgreementPath = `/${AgreementName}`;

/** The address of an account's agreement (reading 13). */
export const agreementPathOf = (holder: AgreementHolder): AgreementPath => `/${agreementOf(holder)}`;

/** Whether the guard of a page lets a person enter, so that no link leads to a page that sends them away. */
export type MayEnter = (path: RoutePath, person: GuardedPerson) => boolean;

export function useMayEnter(): MayEnter {
  const { routesByPath } = useRouter();
  return (path, person) => {
    const { guard } = routesByPath[path].options.staticData ?? {};
    return guard !== undefined && decide(guard, { path, person }) === 'enter';
  };
}
