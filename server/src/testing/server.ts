import type { FastifyInstance } from 'fastify';
import type { DestinationStream } from 'pino';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import type { Context } from '../context.ts';
import { demoDatabase, testKeyring } from './database/template.ts';
import { openLanes } from '../core/authorizations/lanes.ts';
import { endOf, openTestDatabase } from './database/open.ts';
import { openDatabase, openPool, type Database } from '../db/open.ts';
import { embeddedServerRole, urlForRole } from '../db/roles.ts';
import { loadTexts } from '../ports/legal-texts/texts.ts';
import { cheapPasswords } from './ports/cheap-passwords.ts';
import { phoneIndex } from '../core/people/contacts.ts';
import { isStopped } from '../core/people/stop-list.ts';
import { startJobs, type Providers } from '../jobs.ts';
import { createLog } from '../log.ts';
import { embeddedAch } from '../ports/bank/embedded-ach.ts';
import { embeddedBank } from '../ports/bank/embedded.ts';
import { altchaCaptcha } from '../ports/captcha/altcha.ts';
import type { CardProcessors } from '../ports/card-processor/card-processor.ts';
import { embeddedCardProcessor } from '../ports/card-processor/embedded.ts';
import { testStart } from './test-start.ts';
import { offsetClock, type OffsetClock } from '../ports/clock/offset.ts';
import { embeddedGeoIp } from '../ports/geo-ip/embedded.ts';
import type { GeoIp } from '../ports/geo-ip/geo-ip.ts';
import { environmentKeys } from '../ports/keys/environment.ts';
import { embeddedLeakedPasswords } from '../ports/leaked-passwords/embedded.ts';
import { embeddedOpenBanking } from '../ports/open-banking/embedded.ts';
import type { OpenBanking } from '../ports/open-banking/open-banking.ts';
import { outboxMail } from '../ports/mail/outbox.ts';
import { outboxSms } from '../ports/sms/outbox.ts';

export interface TestServer {
  app: FastifyInstance;
  context: Context;
  clock: OffsetClock;
  /** With the rights of the owner, for what the server itself cannot read or change. */
  owner: Database;
  close(): Promise<void>;
}

/**
 * The product's HTTP side on a database of its own with the demo people, for `inject`. It has the rights of the server's
 * role.
 * @param options.carriers other carriers than the outbox, to play a provider that is down
 * @param options.geoIp where addresses are
 * @param options.log what reads the log
 */
export async function startTestServer(
  options: {
    environment?: Record<string, string>;
    carriers?: Partial<Providers>;
    geoIp?: GeoIp;
    /** How banks are connected; by default the embedded bank. */
    openBanking?: OpenBanking | null;
    log?: DestinationStream;
    /** Card processors besides the embedded one. */
    cardProcessors?: Partial<CardProcessors>;
    /** Whether jobs begin by the clock, as in the product; otherwise a test runs the ones that it needs. */
    jobsByClock?: boolean;
    /** Gives the server another way to its database. */
    reach?: (databaseUrl: string) => Promise<string>;
  } = {},
): Promise<TestServer> {
  let ownerUrl = '';
  const database = await openTestDatabase(async () => {
    const { url, drop } = await demoDatabase();
    ownerUrl = url;
    const ownUrl = urlForRole(url, embeddedServerRole);
    return { url: (await options.reach?.(ownUrl)) ?? ownUrl, drop };
  });
  const { db, pool } = database;
  // A loaded machine decides late: what becomes of late decisions is tested in lanes.test.ts.
  openLanes(db, { deadline: 20_000, onFailure: (error) => console.error(error) });
  const ownerPool = openPool(ownerUrl, 1);
  const endOwnerPool = endOf(ownerPool);
  // A millisecond passes with each reading, however long the machine takes: no test depends on its load.
  let now = testStart.getTime();
  const clock = offsetClock({ now: () => new Date(now++) });
  const keys = environmentKeys(testKeyring);
  const cardProcessor = embeddedCardProcessor(keys, { pool, clock });
  const context: Context = {
    config: readConfig({ LOG_LEVEL: 'silent', PUBLIC_ORIGIN: 'http://localhost', ...options.environment }),
    db,
    clock,
    movableClock: clock,
    keys,
    // As the product's, but solved at once: what the work costs is tested in altcha.test.ts.
    captcha: altchaCaptcha({ keys, pool, clock, counterAtMost: { 1: 1, 2: 1, 3: 1 } }),
    passwords: cheapPasswords(),
    leakedPasswords: embeddedLeakedPasswords(),
    geoIp: options.geoIp ?? embeddedGeoIp,
    cardProcessor,
    cardProcessors: { embedded: cardProcessor, ...options.cardProcessors },
    openBanking: options.openBanking === undefined ? embeddedOpenBanking({ pool, clock, keys }) : options.openBanking,
    texts: loadTexts(null),
    log: createLog(options.log ? 'info' : 'silent', options.log),
  };
  const carriers = {
    bank: embeddedBank({ pool, clock }),
    ach: embeddedAch({ pool, clock }),
    mail: outboxMail({ pool, clock }),
    sms: outboxSms({ pool, clock, isStopped: (to) => isStopped(db, phoneIndex({ keys }, to)) }),
    ...options.carriers,
  };
  // Each job that may run at once is a connection, which costs more than the start of a server.
  const jobsAtOnce = options.carriers ? undefined : 2;
  const jobs = await startJobs(context, carriers, database.url, {
    jobsByClock: options.jobsByClock ?? false,
    jobsAtOnce,
  });
  const app = await createApp(context, jobs);
  return {
    app,
    context,
    clock,
    owner: openDatabase(ownerPool),
    async close() {
      await app.close();
      await jobs.stop();
      await endOwnerPool();
      await database[Symbol.asyncDispose]();
    },
  };
}

/** A second process on the same database, which ends with its `app`. */
export async function startTwin(server: TestServer): Promise<TestServer> {
  const context = { ...server.context };
  return { ...server, context, app: await createApp(context) };
}
