import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { DestinationStream, Logger } from 'pino';
import { createApp } from './app.ts';
import { ConfigError, type Config } from './config.ts';
import type { Context } from './context.ts';
import { seedDemoData } from './demo/seed.ts';
import { startEmbeddedPostgres } from './db/embedded/start.ts';
import { watchPostgres } from './db/embedded/watch.ts';
import { migrate } from './db/migrate.ts';
import { embeddedServerRole, excessOf, grantToServer, roleOf, urlForRole } from './db/roles.ts';
import { openDatabase, openPool } from './db/open.ts';
import { loadTexts } from './ports/legal-texts/texts.ts';
import { createPasswords } from './ports/passwords/passwords.ts';
import { phoneIndex } from './core/people/contacts.ts';
import { isStopped } from './core/people/stop-list.ts';
import { twilioStatusUrl } from './features/program/sms-webhooks/twilio-paths.ts';
import { bankWebhookPath } from './features/money/external-accounts/bank-links/webhook.ts';
import { startJobs, type Providers } from './jobs.ts';
import { movedSeconds } from './core/simulated-time.ts';
import { closeLanes, openLanes } from './core/authorizations/lanes.ts';
import { ensureDefaultProgram } from './core/program/default-program.ts';
import { lockDataFolder } from './lock.ts';
import { createLog } from './log.ts';
import { embeddedAch } from './ports/bank/embedded-ach.ts';
import { embeddedBank } from './ports/bank/embedded.ts';
import { altchaCaptcha } from './ports/captcha/altcha.ts';
import type { Captcha } from './ports/captcha/captcha.ts';
import { recaptcha } from './ports/captcha/recaptcha.ts';
import type { CardProcessors } from './ports/card-processor/card-processor.ts';
import { embeddedCardProcessor } from './ports/card-processor/embedded.ts';
import { lithicProcessor } from './ports/card-processor/lithic.ts';
import { stripeProcessor } from './ports/card-processor/stripe.ts';
import { systemClock, type Clock } from './ports/clock/clock.ts';
import { offsetClock } from './ports/clock/offset.ts';
import { embeddedGeoIp } from './ports/geo-ip/embedded.ts';
import { maxmindGeoIp } from './ports/geo-ip/maxmind.ts';
import { embeddedKeys } from './ports/keys/embedded.ts';
import { environmentKeys } from './ports/keys/environment.ts';
import type { Keys } from './ports/keys/keys.ts';
import { embeddedLeakedPasswords } from './ports/leaked-passwords/embedded.ts';
import type { LeakedPasswords } from './ports/leaked-passwords/leaked-passwords.ts';
import { rangeLeakedPasswords } from './ports/leaked-passwords/range.ts';
import { embeddedOpenBanking } from './ports/open-banking/embedded.ts';
import type { OpenBanking } from './ports/open-banking/open-banking.ts';
import { plaidOpenBanking } from './ports/open-banking/plaid.ts';
import { outboxMail } from './ports/mail/outbox.ts';
import { smtpMail } from './ports/mail/smtp.ts';
import { outboxSms } from './ports/sms/outbox.ts';
import { twilioSms } from './ports/sms/twilio.ts';

export interface RunningServer {
  app: FastifyInstance;
  context: Context;
  databaseUrl: string;
  /** The database holds the demo people. */
  demo: boolean;
  close(): Promise<void>;
}

/**
 * Starts everything, in the order of dependencies, and returns a function that stops it in the reverse order.
 * @param overrides for tests: a clock that they can move, a log that they can read, no jobs by the clock
 */
export async function startServer(
  config: Config,
  overrides: { clock?: Clock; log?: DestinationStream; jobsByClock?: boolean } = {},
): Promise<RunningServer> {
  const closers: (() => unknown)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).toReversed()) await closer();
  };
  try {
    const movableClock = overrides.clock || !config.demoData ? null : offsetClock();
    const machineClock = overrides.clock ?? systemClock;
    const clock = movableClock ?? machineClock;
    const log = createLog(config.logLevel, overrides.log);

    const databaseUrl = config.databaseUrl
      ? await externalDatabase(config.databaseUrl, config)
      : await embeddedDatabase(config, log, closers);
    const pool = openPool(databaseUrl, config.databaseConnections);
    closers.push(() => pool.end());
    // A broken idle connection is replaced at the next use; without a listener it would end the process.
    const lost = (error: Error) => log.warn({ reason: error.message }, 'database connection lost');
    pool.on('error', lost).on('connect', (client) => client.on('error', lost));
    await refuseExcess(pool, config, log);
    const db = openDatabase(pool);
    openLanes(db, { onFailure: (err) => log.error({ err }, 'declined: the decision failed') });
    closers.push(() => closeLanes(db));
    await ensureDefaultProgram(db);
    movableClock?.advance(await movedSeconds(db));
    const keys = keysOf(config);
    const cardProcessors = cardProcessorsOf(config, keys, pool, { clock, machineClock });

    const context: Context = {
      config,
      db,
      clock,
      movableClock,
      keys,
      captcha: captchaOf(config, keys, pool, clock),
      passwords: createPasswords(),
      leakedPasswords: leakedPasswordsOf(config, log),
      geoIp: config.geoIp.kind === 'maxmind' ? await maxmindGeoIp(config.geoIp.path, log) : embeddedGeoIp,
      // Configured, or readConfig would have refused.
      cardProcessor: cardProcessors[config.cardProcessor.kind]!,
      cardProcessors,
      openBanking: openBankingOf(config, keys, pool, { clock, machineClock }),
      texts: loadTexts(config.textsFolder),
      log,
    };
    if (config.demoData) await seedDemoData(context, config.demoLife ? { lifeOf: context } : {});

    const { jobsByClock = true } = overrides;
    const jobs = await startJobs(context, providersOf(context, pool), databaseUrl, { jobsByClock });
    closers.push(() => jobs.stop());
    const app = await createApp(context, jobs);
    closers.push(() => app.close());
    await app.listen({ port: config.port, host: config.host });
    return { app, context, databaseUrl, demo: config.demoData, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function embeddedDatabase(config: Config, log: Logger, closers: (() => unknown)[]): Promise<string> {
  closers.push(await lockDataFolder(config.dataDir));
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir });
  closers.push(() => postgres.stop());
  closers.push(watchPostgres(postgres, log));
  await migrate(postgres.url);
  await grantToServer(postgres.url, embeddedServerRole, { createServerRole: true, movesClock: config.demoData });
  return urlForRole(postgres.url, embeddedServerRole);
}

async function externalDatabase(
  databaseUrl: string,
  { databaseOwnerUrl: ownerUrl, demoData: movesClock }: Config,
): Promise<string> {
  await migrate(ownerUrl ?? databaseUrl);
  if (ownerUrl !== null) await grantToServer(ownerUrl, roleOf(databaseUrl), { movesClock });
  return databaseUrl;
}

/** @throws ConfigError in production if the server's role may do more than the server does */
async function refuseExcess(pool: pg.Pool, { production }: Config, log: Logger): Promise<void> {
  const excess = await excessOf(pool);
  if (excess.length === 0) return;
  const problem = `DATABASE_URL: its role may do more than a server needs: ${excess.join(', ')} (docs/operations.md)`;
  if (production) throw new ConfigError(problem);
  log.warn(problem);
}

const keysOf = (config: Config): Keys =>
  config.keys.kind === 'environment' ? environmentKeys(config.keys.keyring) : embeddedKeys(config.dataDir);

function captchaOf({ captcha }: Config, keys: Keys, pool: pg.Pool, clock: Clock): Captcha {
  return captcha.kind === 'recaptcha' ? recaptcha(captcha) : altchaCaptcha({ keys, pool, clock });
}

/** Other companies sign and report by the machine's time, wherever a simulator has moved the product's clock. */
interface Clocks {
  clock: Clock;
  machineClock: Clock;
}

function cardProcessorsOf(config: Config, keys: Keys, pool: pg.Pool, { clock, machineClock }: Clocks): CardProcessors {
  const { stripe, lithic } = config.cardProcessor;
  return {
    embedded: embeddedCardProcessor(keys, config.demoData ? { pool, clock } : undefined),
    ...(stripe && { stripe: stripeProcessor({ ...stripe, clock: machineClock }) }),
    ...(lithic && { lithic: lithicProcessor(lithic) }),
  };
}

function openBankingOf(
  { openBanking, publicOrigin }: Config,
  keys: Keys,
  pool: pg.Pool,
  { clock, machineClock }: Clocks,
): OpenBanking | null {
  if (openBanking.kind !== 'plaid')
    return openBanking.kind === 'none' ? null : embeddedOpenBanking({ pool, clock, keys });
  const webhookUrl = publicOrigin.startsWith('https://') ? `${publicOrigin}${bankWebhookPath}` : null;
  return plaidOpenBanking({ ...openBanking, webhookUrl, clock: machineClock });
}

function leakedPasswordsOf({ leakedPasswords }: Config, log: Logger): LeakedPasswords {
  if (leakedPasswords.kind === 'range') return rangeLeakedPasswords(leakedPasswords.url, log);
  return leakedPasswords.kind === 'off' ? { has: () => Promise.resolve(false) } : embeddedLeakedPasswords();
}

function providersOf({ config, db, clock, keys }: Context, pool: pg.Pool): Providers {
  const { mail, sms, publicOrigin } = config;
  return {
    mail: mail.kind === 'smtp' ? smtpMail(mail.url) : outboxMail({ pool, clock }),
    bank: embeddedBank({ pool, clock }),
    ach: embeddedAch({ pool, clock }),
    sms:
      sms.kind === 'twilio'
        ? twilioSms({ ...sms, statusUrl: twilioStatusUrl(publicOrigin) })
        : outboxSms({ pool, clock, isStopped: (to) => isStopped(db, phoneIndex({ keys }, to)) }),
  };
}
