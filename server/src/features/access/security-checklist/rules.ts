import { checklistItems, type ChecklistItem } from '@florin/contract/access/security-checklist';
import type { Role } from '@florin/contract/access/session';
import type { SecurityFacts } from './queries.ts';
import { asksForSecondFactor } from '../../../identity/sessions/rules.ts';

type State = 'done' | 'open' | null;

/**
 * The seven items of section 2 with their state: `done` or `open` for items that the system can check, null for items
 * that only the person can check. Only administrators see the item about former users, because they remove them.
 */
export function checklistOf(
  facts: SecurityFacts,
  { membershipId, role }: { membershipId: string; role: Role },
): { item: ChecklistItem; state: State }[] {
  const states: Partial<Record<ChecklistItem, State>> = {
    'enable-multi-factor': doneIf(hasSecondFactor(facts, membershipId)),
    'remove-former-users': role === 'ADMIN' ? doneIf(facts.formerUsersLeft === 0) : null,
  };
  return checklistItems.map((item) => ({ item, state: states[item] ?? null }));
}

const doneIf = (isDone: boolean): State => (isDone ? 'done' : 'open');

/** Whether a login on a new device needs a second factor, by the rule of the sign-in itself. */
function hasSecondFactor({ mfaEnabled, accounts }: SecurityFacts, membershipId: string): boolean {
  const current = accounts.find(({ id }) => id === membershipId);
  return current !== undefined && asksForSecondFactor(mfaEnabled, current, accounts);
}
