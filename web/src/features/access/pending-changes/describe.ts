import type { PendingChange } from '@florin/contract/access/pending-changes';
import { flagsOf, type PermissionFlag } from '@florin/contract/permissions';
import { ruleText } from '@florin/contract/cards/policies/rule-sentences';
import { longWhen } from '../../../flows/time/when.ts';
import { changesWords } from '../../../messages/en/access/pending-changes.ts';
import { presetNames } from '../../../messages/en/access/team-permissions.ts';

const words = changesWords.what;

/** What is to happen, in one sentence. @param zone of the business */
export function sentenceOf(change: PendingChange, zone: string): string {
  const { permissions, bankAccount, invite, closing, spendPolicy, cardUpdate, cardGroup, spendOverride } = change;
  if (permissions) {
    const { administrator, before, after } = permissions;
    return before.preset === after.preset
      ? words.permissionsOf(administrator)
      : words.permissions(administrator, presetNames[after.preset].name);
  }
  if (invite) return words.invite(invite.name, invite.email, presetNames[invite.preset].name);
  if (closing) return words.closing(closing.administrator);
  if (bankAccount)
    return bankAccount.bankName !== null && bankAccount.last4 !== null
      ? words.bankAccount(bankAccount.bankName, bankAccount.last4)
      : words.bankAccounts;
  if (spendPolicy) return words.policy[spendPolicy.act](spendPolicy.policyName, spendPolicy.number);
  if (cardUpdate) return words.cardUpdate(cardUpdate.last4);
  if (cardGroup) return words.cardGroup(cardGroup.name, cardGroup.cards, cardGroup.last4);
  if (spendOverride) {
    const of = change.kind === 'SPEND_OVERRIDE_END' ? words.overrideEnd : words.override;
    return of(spendOverride.last4, longWhen(spendOverride.until, zone));
  }
  return words.fourEyes;
}

/** What exactly a change of a card allows, one sentence for each. @param zone of the business */
export function loosenedBy({ cardUpdate, spendOverride }: PendingChange, zone: string): string[] {
  if (cardUpdate)
    return [
      ...cardUpdate.leaves.map((group) => words.leaves(group)),
      ...cardUpdate.loosens.map((control) => words.loosens[control]),
    ];
  if (!spendOverride) return [];
  const { document, from, note } = spendOverride;
  return [
    ...document.rules.map((rule) => ruleText(rule, document.groups)),
    ...(from === null ? [] : [words.overrideFrom(longWhen(from, zone))]),
    ...(note === null ? [] : [words.note(note)]),
  ];
}

/** The permissions that someone gets and loses. */
export function differenceOf({ permissions }: PendingChange): { added: PermissionFlag[]; removed: PermissionFlag[] } {
  if (!permissions) return { added: [], removed: [] };
  const before = flagsOf({ role: 'ADMIN', ...permissions.before });
  const after = flagsOf({ role: 'ADMIN', ...permissions.after });
  return {
    added: after.filter((flag) => !before.includes(flag)),
    removed: before.filter((flag) => !after.includes(flag)),
  };
}
