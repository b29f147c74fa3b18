import { randomBytes } from 'node:crypto';
import { HOUR, idlePresets } from '@florin/contract/limits';
import { absoluteEnd } from '../identity/sessions/rules.ts';
import { newId } from '../db/ids.ts';
import type { DemoLogin, DemoPerson } from './people.ts';
import type { Seeding } from './seed.ts';
import { afterSeconds } from '../core/time.ts';

/** Past devices and logins, with their sessions. Nobody has the secrets of those. */
export async function writeLogins(seeding: Seeding, personId: string, { logins = [] }: DemoPerson): Promise<void> {
  if (logins.length === 0) return;
  const account = await seeding.tx
    .selectFrom('membership')
    .select(['id', 'role'])
    .where('person_id', '=', personId)
    .orderBy('position')
    .executeTakeFirstOrThrow();
  for (const [index, login] of logins.entries()) await writeLogin(seeding, personId, account, login, index);
}

async function writeLogin(
  { tx, now }: Seeding,
  personId: string,
  account: { id: string; role: 'ADMIN' | 'CARDHOLDER' },
  { agent, os, place, hoursAgo, signedIn = false }: DemoLogin,
  index: number,
) {
  const at = afterSeconds(now, -hoursAgo * HOUR);
  const deviceId = newId();
  const sessionId = newId();
  const { idleTimeSeconds, warningTimeSeconds } = idlePresets.default;
  const ends = absoluteEnd(account.role, at);
  await tx
    .insertInto('device')
    .values({
      id: deviceId,
      person_id: personId,
      secret_hash: randomBytes(32),
      agent_family: agent,
      os_family: os,
      created_at: at,
      last_seen_at: at,
    })
    .execute();
  await tx
    .insertInto('session')
    .values({
      id: sessionId,
      token_hash: randomBytes(32),
      person_id: personId,
      membership_id: account.id,
      device_id: deviceId,
      methods: ['password', 'email'],
      epoch: newId(),
      delivery: 'cookie',
      created_at: at,
      authenticated_at: at,
      last_activity_at: signedIn ? now : at,
      idle_seconds: idleTimeSeconds + warningTimeSeconds,
      absolute_expires_at: ends,
      token_expires_at: ends,
      restricted_reason: null,
      ended_at: signedIn ? null : at,
      end_reason: signedIn ? null : 'user',
    })
    .execute();
  await tx
    .insertInto('login_record')
    .values({
      id: newId(),
      person_id: personId,
      membership_id: account.id,
      device_id: deviceId,
      session_id: sessionId,
      at,
      agent_family: agent,
      os_family: os,
      ip_address: `192.0.2.${index + 1}`,
      location_city: place?.[0] ?? null,
      location_region: place?.[1] ?? null,
      location_country: place?.[2] ?? null,
    })
    .execute();
}
