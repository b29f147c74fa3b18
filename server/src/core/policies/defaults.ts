import type { GroupSnapshot, PolicyDocument } from '@florin/contract/cards/policies/spend-rules';
import { newId } from '../../db/ids.ts';
import type { Database } from '../../db/open.ts';

const single = (codes: readonly number[]) => codes.map((code) => ({ from: code, to: code }));

/** Categories that card programs refuse for every business. */
const protectedGroups: GroupSnapshot[] = [
  { key: 'GAMBLING', name: 'Gambling', ranges: single([7800, 7801, 7802, 7995, 9406, 9754]) },
  { key: 'ADULT', name: 'Adult content and escort services', ranges: single([5967, 7273]) },
  {
    key: 'MONEY_TRANSFER',
    name: 'Money transfer, quasi cash and stored value',
    ranges: [...single([4829, 6050, 6051]), { from: 6529, to: 6540 }],
  },
];

const protections: PolicyDocument = {
  rules: [{ kind: 'block', field: 'group', values: protectedGroups.map(({ key }) => key) }],
  groups: protectedGroups,
};

/** The rules apply from the beginning. */
const always = new Date(0);

/** Gives a new program the rules that no policy can lift. */
export async function protectProgram(db: Database, programId: string): Promise<void> {
  const id = newId();
  await db
    .insertInto('spend_policy')
    .values({
      id,
      layer: 'PROGRAM',
      program_id: programId,
      business_id: null,
      card_group_id: null,
      chain_id: null,
      name: 'Protections',
      created_at: always,
      created_by: null,
    })
    .execute();
  await db
    .insertInto('spend_policy_version')
    .values({
      policy_id: id,
      number: 1,
      state: 'ACTIVE',
      document: JSON.stringify(protections),
      based_on: null,
      note: null,
      created_at: always,
      created_by: null,
      shadow_from: null,
      valid_from: always,
      valid_until: null,
    })
    .execute();
}
