import { DAY, microDeposits } from '@florin/contract/limits';
import { amountsMac, numberIndex } from '../features/money/external-accounts/rules.ts';
import { hashToken, newToken } from '../core/tokens.ts';
import { newId } from '../db/ids.ts';
import { businessKeys, demoBusinesses, demoDepositCents, type DemoBankAccount } from './businesses.ts';
import type { Seeding } from './seed.ts';
import type { BusinessIds } from './write-businesses.ts';
import { afterSeconds } from '../core/time.ts';

/** A routing number with a correct check digit that belongs to no bank. */
const routingNumber = '000000518';

const columns = {
  plaid: { authentication_method: 'PLAID', connection_active: true, status: 'ACTIVE' },
  'plaid-unlinked': { authentication_method: 'PLAID', connection_active: false, status: 'ACTIVE' },
  'open-banking-unlinked': { authentication_method: 'OPENBANKING', connection_active: false, status: 'ACTIVE' },
  validated: { authentication_method: 'MICRODEPOSITS', connection_active: null, status: 'ACTIVE' },
  awaiting: { authentication_method: 'MICRODEPOSITS', connection_active: null, status: 'AWAITINGMINIDEPOSIT' },
} as const satisfies Record<DemoBankAccount['state'], object>;

export async function writeBankAccounts(seeding: Seeding, businesses: BusinessIds): Promise<void> {
  for (const key of businessKeys) {
    const { bankAccount } = demoBusinesses[key];
    if (bankAccount) await writeBankAccount(seeding, businesses.get(key)!, bankAccount);
  }
}

async function writeBankAccount({ tx, keys, now, hasLife }: Seeding, businessId: string, account: DemoBankAccount) {
  const id = newId();
  const { bank, lastFour, state } = account;
  const accountNumber = `10002000${lastFour}`;
  const sentAt = afterSeconds(now, -(hasLife && state !== 'awaiting' ? 800 : 2) * DAY);
  await tx
    .insertInto('external_account')
    .values({
      id,
      business_id: businessId,
      bank_name: bank,
      account_type: 'CHECKING',
      last_four: lastFour,
      number_sealed: keys.seal(`${routingNumber}|${accountNumber}`, `external-account|${id}`),
      number_index: numberIndex({ keys }, { businessId, routingNumber, accountNumber }),
      is_primary: true,
      created_at: sentAt,
      validated_at: state === 'awaiting' ? null : sentAt,
      ...columns[state],
    })
    .execute();
  if (state !== 'awaiting') return;
  await tx
    .insertInto('micro_deposit')
    .values({
      external_account_id: id,
      reference: id,
      amounts_sealed: null,
      amounts_mac: amountsMac({ keys }, id, demoDepositCents),
      sent_at: sentAt,
      // Its mail was sent long ago; the form in the dashboard does the same.
      link_hash: hashToken(newToken('fnd')),
      link_expires_at: afterSeconds(sentAt, microDeposits.linkLifetimeSeconds),
    })
    .execute();
}
