import type { PendingChange } from '@florin/contract/pending-changes';
import { flagsOf, type PermissionFlag } from '@florin/contract/permissions';
import { changesWords } from '../../../messages/en/pending-changes.ts';
import { presetNames } from '../../../messages/en/team-permissions.ts';

const words = changesWords.what;

/** What is to happen, in one sentence. */
export function sentenceOf({ permissions, bankAccount, invite, closing, spendPolicy }: PendingChange): string {
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
  return words.fourEyes;
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
