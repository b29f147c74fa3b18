import type { CardStatus } from '@florin/contract/cards/card-states';
import { nameOnCard, saveHolder, type HolderDetails } from '../../core/cards/holder.ts';
import { Pan } from '../../core/cards/vault/pan.ts';
import { storeCardNumber } from '../../core/cards/vault/vault.ts';
import { newId } from '../../db/ids.ts';
import type { TestServer } from '../server.ts';

interface WantedCard {
  details?: Partial<HolderDetails>;
  status?: CardStatus;
  mode?: 'SENT' | 'BIRTH_YEAR';
  mfa?: 'Disabled' | 'Enabled' | 'Required';
}

/** Orders a card for a person at a new business. */
export async function addWaitingCard(server: TestServer, wanted: WantedCard = {}) {
  const { db, keys } = server.context;
  const program = await db.selectFrom('program').select('id').where('is_default', '=', true).executeTakeFirstOrThrow();
  const [businessId, cardId] = [newId(), newId()];
  await db
    .insertInto('business')
    .values({
      id: businessId,
      program_id: program.id,
      name: 'Example Works',
      bank_id: 'BANCORP',
      program_type: 'Business',
      payment_network: 'Visa',
      funding_source: 'Prepaid',
      status: 'OPEN',
      suspension_mode: null,
      mfa_mode: wanted.mfa ?? 'Enabled',
      verification_mode: wanted.mode ?? 'SENT',
      credit_replenishment_delay_days: null,
      start_site_message: null,
    })
    .execute();
  const pan = Pan.generate('40000099');
  await db
    .insertInto('card')
    .values({
      id: cardId,
      business_id: businessId,
      membership_id: null,
      last_four: pan.lastFour,
      bin: pan.bin,
      status: wanted.status ?? 'PENDING_ACTIVATION',
      expires_on: '2030-09-30',
      wrong_codes_since: null,
    })
    .execute();
  await storeCardNumber(db, { keys }, { cardId, programId: program.id, pan });
  // A whole id holds a card number now and then.
  const email = `${cardId.slice(-12)}@holders.example`;
  const details = { email, mobilePhone: null, homePhone: null, dateOfBirth: null, ...wanted.details };
  const holder = {
    firstName: 'Kim',
    middleName: null,
    lastName: 'Soto',
    nameOnCard: nameOnCard('Kim', 'Soto'),
    details,
  };
  await saveHolder(db, { keys }, { cardId, programId: program.id, holder });
  return { cardId, businessId, number: pan.reveal(), email: details.email };
}
