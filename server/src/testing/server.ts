import type { FastifyInstance } from 'fastify';
import type { DestinationStream } from 'pino';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import type { Context } from '../context.ts';
import { demoDatabase, testKeyring } from './database/template.ts';
import { openTestDatabase } from './database/open.ts';
import { loadTexts } from '../ports/legal-texts/texts.ts';
import { cheapPasswords } from './ports/cheap-passwords.ts';
import { phoneIndex } from '../core/people/contacts.ts';
import { isStopped } from '../core/people/stop-list.ts';
import { startJobs, type Providers } from '../jobs.ts';
import { createLog } from '../log.ts';
import { embeddedBank } from '../ports/bank/embedded.ts';
import { altchaCaptcha } from '../ports/captcha/altcha.ts';
import { embeddedCardProcessor } from '../ports/card-processor/embedded.ts';
import { offsetClock, type OffsetClock } from '../ports/clock/offset.ts';
import { embeddedGeoIp } from '../ports/geo-ip/embedded.ts';
import type { GeoIp } from '../ports/geo-ip/geo-ip.ts';
import { environmentKeys } from '../ports/keys/environment.ts';
import { embeddedLeakedPasswords } from '../ports/leaked-passwords/embedded.ts';
import { outboxMail } from '../ports/mail/outbox.ts';
import { outboxSms } from '../ports/sms/outbox.ts';

export interface TestServer {
  app: FastifyInstance;
  context: Context;
  clock: OffsetClock;
  close(): Promise<void>;
}

/**
 * The product's HTTP side on a database of its own with the demo people, for `inject`.
 * @param options.carriers other carriers than the outbox, to play a provider that is down
 * @param options.geoIp where addresses are
 * @param options.log what reads the log
 */
export async function startTestServer(
  options: {
    environment?: Record<string, string>;
    carriers?: Partial<Providers>;
    geoIp?: GeoIp;
    log?: DestinationStream;
  } = {},
): Promise<TestServer> {
  const database = await openTestDatabase(demoDatabase);
  const { db, pool } = database;
  // A millisecond passes with each reading, however long the machine takes: no test depends on its load.
  let now = Date.now();
  const clock = offsetClock({ now: () => new Date(now++) });
  const keys = environmentKeys(testKeyring);
  const context: Context = {
    config: readConfig({ LOG_LEVEL: 'silent', PUBLIC_ORIGIN: 'http://localhost', ...options.environment }),
    db,
    clock,
    keys,
    // As the product's, but solved at once: what the work costs is tested in altcha.test.ts.
    captcha: altchaCaptcha({ keys, pool, clock, counterAtMost: { 1: 1, 2: 1, 3: 1 } }),
    passwords: cheapPasswords(),
    leakedPasswords: embeddedLeakedPasswords(),
    geoIp: options.geoIp ?? embeddedGeoIp,
    cardProcessor: embeddedCardProcessor(keys),
    texts: loadTexts(null),
    log: createLog(options.log ? 'info' : 'silent', options.log),
  };
  const carriers = {
    bank: embeddedBank({ pool, clock }),
    mail: outboxMail({ pool, clock }),
    sms: outboxSms({ pool, clock, isStopped: (to) => isStopped(db, phoneIndex({ keys }, to)) }),
    ...options.carriers,
  };
  const jobs = await startJobs(context, carriers, database.url);
  const app = await createApp(context);
  return {
    app,
    context,
    clock,
    async close() {
      await app.close();
      await jobs.stop();
      await database[Symbol.asyncDispose]();
    },
  };
}
