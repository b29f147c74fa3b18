import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../../db/open.ts';
import type { CurrentSession } from '../../../identity/sessions/current-session.ts';
import { idleEnd } from '../../../identity/sessions/queries.ts';

/** A login as stored. */
export interface LoginRow {
  id: string;
  deviceId: string | null;
  agentFamily: string | null;
  osFamily: string | null;
  city: string | null;
  region: string | null;
  country: string | null;
  ipAddress: string;
  at: Date;
  isSignedIn: boolean;
  isReported: boolean;
}

/** The identity of a device: a login for tokens has no browser and is a device of its own. */
const deviceKey = sql`coalesce(device_id, id)`;

/**
 * The sessions of a login, account switches included: those of its browser, or, for tokens, those proven at that
 * moment.
 */
export const sessionOfLogin = (login: { deviceId: RawBuilder<unknown>; at: RawBuilder<unknown> }) =>
  sql<boolean>`case when ${login.deviceId} is null then session.device_id is null and session.authenticated_at = ${login.at}
    else session.device_id = ${login.deviceId} end`;

const isLive = (now: Date) => sql<boolean>`ended_at is null and absolute_expires_at > ${now} and ${idleEnd} > ${now}`;

const columns = (now: Date) => sql`id, device_id as "deviceId", agent_family as "agentFamily", os_family as "osFamily",
  location_city as city, location_region as region, location_country as country, ip_address as "ipAddress", at,
  reported_at is not null as "isReported",
  exists (select from session where session.person_id = login.person_id and ${isLive(now)}
    and ${sessionOfLogin({ deviceId: sql`login.device_id`, at: sql`login.at` })}) as "isSignedIn"`;

interface Page {
  limit: number;
  offset: number;
}

/** The person whose logins are read, and the device of the caller. */
export type Viewer = Pick<CurrentSession, 'personId' | 'deviceId' | 'authenticatedAt'>;

const isCurrent = ({ deviceId, authenticatedAt }: Viewer) =>
  deviceId === null
    ? sql`(device_id is null and at = ${authenticatedAt})`
    : sql`device_id is not distinct from ${deviceId}`;

/** The devices of a person with their last logins, newest first. */
export async function listDevices(
  db: Database,
  asking: Viewer,
  { limit, offset, withCurrent, now }: Page & { withCurrent: boolean; now: Date },
): Promise<{ rows: LoginRow[]; total: number }> {
  const devices = sql`select distinct on (${deviceKey}) * from login_record where person_id = ${asking.personId}
    ${withCurrent ? sql`` : sql`and not ${isCurrent(asking)}`} order by ${deviceKey}, at desc, id desc`;
  return page(db, devices, { limit, offset, now });
}

/** Whether a person has a live session on a device other than the caller's. */
export async function areOthersSignedIn(db: Database, asking: Viewer, now: Date): Promise<boolean> {
  const { personId, deviceId, authenticatedAt } = asking;
  const own = sessionOfLogin({ deviceId: sql`${deviceId}::uuid`, at: sql`${authenticatedAt}::timestamptz` });
  const other = await db
    .selectFrom('session')
    .select('id')
    .where('person_id', '=', personId)
    .where(isLive(now))
    .where(sql<boolean>`(${own}) is not true`)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** The logins of a person, or of one of their devices, newest first. */
export async function listLogins(
  db: Database,
  personId: string,
  { limit, offset, deviceId, now }: Page & { deviceId: string | undefined; now: Date },
): Promise<{ rows: LoginRow[]; total: number }> {
  const logins = sql`select * from login_record where person_id = ${personId}
    ${deviceId === undefined ? sql`` : sql`and device_id = ${deviceId}`}`;
  return page(db, logins, { limit, offset, now });
}

async function page(db: Database, logins: RawBuilder<unknown>, { limit, offset, now }: Page & { now: Date }) {
  const [{ rows }, counted] = await Promise.all([
    sql<LoginRow>`select ${columns(now)} from (${logins}) login order by at desc, id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ total: number }>`select count(*)::int as total from (${logins}) login`.execute(db),
  ]);
  return { rows, total: counted.rows[0]!.total };
}

/** The last login on the caller's device, and the person's first login on it; null if none is recorded. */
export async function readCurrentLogin(
  db: Database,
  asking: Viewer,
  now: Date,
): Promise<(LoginRow & { firstAt: Date }) | null> {
  const { rows } = await sql<LoginRow & { firstAt: Date }>`
    select ${columns(now)}, min(at) over () as "firstAt"
    from login_record login where person_id = ${asking.personId} and ${isCurrent(asking)}
    order by at desc, id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** The time of a person's first recorded login. */
export async function firstLoginAt(db: Database, personId: string): Promise<Date | null> {
  const { at } = await db
    .selectFrom('login_record')
    .select(({ fn }) => fn.min('at').as('at'))
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow();
  return at;
}

/** A login of a person, with its device; logins of others are not found. */
export async function findLogin(
  db: Database,
  personId: string,
  loginId: string,
): Promise<Omit<LoginRow, 'isSignedIn' | 'isReported'> | null> {
  const row = await db
    .selectFrom('login_record')
    .select([
      'id',
      'device_id as deviceId',
      'agent_family as agentFamily',
      'os_family as osFamily',
      'location_city as city',
      'location_region as region',
      'location_country as country',
      'ip_address as ipAddress',
      'at',
    ])
    .where('id', '=', loginId)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row ?? null;
}
