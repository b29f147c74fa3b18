import { readFile } from 'node:fs/promises';
import { newId } from '../db/ids.ts';
import { businessKeys, demoBusinesses, type BusinessKey } from './businesses.ts';
import type { Seeding } from './seed.ts';
import type { ProgramIds } from './write-programs.ts';

export type BusinessIds = ReadonlyMap<BusinessKey, string>;

export async function writeBusinesses({ tx, now }: Seeding, programs: ProgramIds): Promise<BusinessIds> {
  const ids = new Map<BusinessKey, string>();
  const rows = businessKeys.map((key) => {
    const business = demoBusinesses[key];
    const id = newId();
    ids.set(key, id);
    return {
      id,
      program_id: programs[business.program ?? 'florin'],
      name: business.name,
      bank_id: business.bank ?? 'BANCORP',
      program_type: business.programType ?? 'Business',
      payment_network: business.network ?? 'Visa',
      funding_source: business.fundingSource,
      status: business.status ?? 'OPEN',
      suspension_mode: business.suspensionMode ?? null,
      operational: business.operational ?? true,
      credit_replenishment_delay_days: null,
      allow_admin_view_card_usage: business.allowAdminViewCardUsage ?? true,
      use_business_balance_for_auths: business.cardsDrawOnBusiness ?? false,
      features: [...(business.features ?? [])],
      start_site_message: business.startSiteMessage ?? null,
      automatic_suspension: business.automaticSuspension ?? false,
      four_eyes: business.fourEyes ?? false,
      mfa_mode: business.mfaMode ?? 'Enabled',
      profile_address: business.address?.join('\n') ?? null,
      verification_mode: business.verification ?? 'SENT',
    };
  });
  await tx.insertInto('business').values(rows).execute();
  for (const [key, business_id] of ids) {
    const { icon } = demoBusinesses[key];
    if (icon === undefined) continue;
    const content = await readFile(new URL(`assets/${icon}`, import.meta.url));
    const values = { business_id, media_type: 'image/png', content, shown: true, changed_at: now } as const;
    await tx.insertInto('business_icon').values(values).execute();
  }
  return ids;
}
