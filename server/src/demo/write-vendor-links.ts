import { DAY, HOUR, vendorLink as limits } from '@florin/contract/limits';
import { hashToken, newToken } from '../core/tokens.ts';
import { easternDay } from '../features/cards/vendor-links/rules.ts';
import { newId } from '../db/ids.ts';
import type { Seeding } from './seed.ts';
import { demoVendorLinks, type DemoVendorLink } from './vendor-links.ts';
import type { CardIds } from './write-people.ts';
import type { ProgramIds } from './write-programs.ts';
import { afterSeconds } from '../core/time.ts';
import { vendorEmailContext, vendorEmailIndex } from '../core/cards/vendor-email.ts';

/** Writes the card details that `admin` has sent to vendors. */
export async function writeVendorLinks(seeding: Seeding, programs: ProgramIds, cards: CardIds): Promise<void> {
  const sender = await seeding.tx
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'membership.person_id')
    .select(['membership.id', 'membership.business_id'])
    .where('username', '=', 'admin')
    .executeTakeFirstOrThrow();
  for (const link of demoVendorLinks)
    await writeLink(seeding, link, { ...sender, programId: programs.florin, cardId: cards.get(link.card)!.id });
}

async function writeLink(
  { tx, keys, now }: Seeding,
  link: DemoVendorLink,
  by: { id: string; business_id: string; programId: string; cardId: string },
) {
  const id = newId();
  const sentAt = afterSeconds(now, -link.sentDaysAgo * DAY);
  const openedAt = link.became === 'VIEWED' || link.became === 'USED' ? afterSeconds(sentAt, HOUR) : null;
  await tx
    .insertInto('vendor_link')
    .values({
      id,
      business_id: by.business_id,
      card_id: by.cardId,
      email_sealed: keys.seal(link.email, vendorEmailContext({ linkId: id, programId: by.programId })),
      email_index: vendorEmailIndex({ keys }, link.email),
      invoice: link.invoice ?? null,
      amount_cents: link.amountCents ?? null,
      note: link.note ?? null,
      process_before: link.processInDays === undefined ? null : easternDay(afterSeconds(now, link.processInDays * DAY)),
      code_hash: hashToken(link.code),
      token_hash: openedAt && hashToken(newToken('vnd')),
      token_expires_at: openedAt && afterSeconds(openedAt, limits.tokenSeconds),
      sent_by: by.id,
      created_at: sentAt,
      expires_at: afterSeconds(sentAt, limits.lifetimeSeconds),
      opened_at: openedAt,
      used_at: link.became === 'USED' ? openedAt : null,
      revoked_at: link.became === 'REVOKED' ? afterSeconds(sentAt, HOUR) : null,
    })
    .execute();
}
