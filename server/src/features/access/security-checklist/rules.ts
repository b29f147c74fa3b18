import { checklistItems, type ChecklistItem } from '@florin/contract/security-checklist';
import type { Role } from '@florin/contract/session';
import type { SecurityFacts } from './queries.ts';
import { asksForSecondFactor } from '../../../identity/sessions/rules.ts';

type State = 'done' | 'open' | null;

/**
 * The seven items of section 2 with what the system knows of them: `done` or `open` for what it can check, null for what
 * only the person can know. Former users are for administrators to remove; nobody else is told of them.
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

/** Whether a login on a new device asks for a second factor, by the rule that sign-in itself goes by. */
function hasSecondFactor({ mfaEnabled, accounts }: SecurityFacts, membershipId: string): boolean {
  const current = accounts.find(({ id }) => id === membershipId);
  return current !== undefined && asksForSecondFactor(mfaEnabled, current, accounts);
}
