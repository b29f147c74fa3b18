import { flagsOf } from '@florin/contract/permissions';
import type { UserInfo } from '@florin/contract/program/user-info';
import type { AccountOfPerson } from './queries.ts';

/**
 * User info (section 3) of a person with one of their accounts. `linkedUsers` has all of them, the current one first.
 * @returns null if the current account is not one of the person's
 */
export function userInfoOf(accounts: readonly AccountOfPerson[], currentMembershipId: string): UserInfo | null {
  const current = accounts.find((account) => account.id === currentMembershipId);
  if (!current) return null;
  const name = { firstName: current.first_name, lastName: current.last_name };
  return {
    ...name,
    userName: current.username,
    businessSuspended: current.business_status === 'SUSPENDED',
    businessOpen: current.business_status === 'OPEN',
    suspensionMode: current.suspension_mode,
    creditReplenishmentDelayDays: current.credit_replenishment_delay_days,
    allowAdminViewCardUsage: current.allow_admin_view_card_usage,
    timeZone: current.time_zone,
    userData: {
      accountStatus: current.status,
      ...name,
      bankId: current.bank_id,
      bankPayment: current.payment_network,
      program: current.program_type,
      businessOperational: current.operational,
      usePexAccountBalanceForAuths: current.use_business_balance_for_auths,
    },
    linkedUsers: [current, ...accounts.filter((account) => account !== current)].map(linkedUserOf),
    userId: current.id,
    role: current.role,
    businessName: current.business_name,
    programSlug: current.program_slug,
    fundingSource: current.funding_source,
    cardLast4: current.last_four,
    features: current.features,
    permissionFlags: flagsOf({ ...current, mayViewUsage: current.allow_admin_view_card_usage }),
  };
}

const linkedUserOf = (account: AccountOfPerson): UserInfo['linkedUsers'][number] => ({
  userId: account.id,
  firstName: account.first_name,
  lastName: account.last_name,
  userName: account.username,
  isUserAccountOpen: account.status === 'OPEN',
  businessStatus: account.business_status,
  cardLast4: account.last_four,
});
