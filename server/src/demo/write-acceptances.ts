import { findOwnAgreement } from '../features/program/agreements/own.ts';
import { insertAcceptance } from '../features/program/agreements/queries.ts';
import { loadTexts } from '../ports/legal-texts/texts.ts';
import { demoPeople } from './people.ts';
import type { Seeding } from './seed.ts';

const daysAgo = 30;

/** Everyone who holds a card has accepted its agreement a while ago, but for those of whom the demo data says otherwise. */
export async function writeAcceptances({ tx, now }: Seeding): Promise<void> {
  const at = new Date(now.getTime() - daysAgo * 24 * 60 * 60 * 1000);
  const texts = loadTexts(null);
  const accounts = await tx
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'membership.person_id')
    .select(['membership.id as membershipId', 'person.id as personId', 'person.username'])
    .where('membership.role', '=', 'CARDHOLDER')
    .where('membership.status', '=', 'OPEN')
    .execute();
  const still = new Set(demoPeople.filter(({ agreementOpen }) => agreementOpen).map(({ username }) => username));
  for (const account of accounts.filter(({ username }) => !still.has(username))) {
    const { agreement, rendered } = await findOwnAgreement({ db: tx, texts }, account.membershipId);
    await insertAcceptance(tx, account, agreement, rendered, at);
  }
}
