import { resolve } from 'node:path';
import { idlePresets } from '@florin/contract/limits';
import { isSupportedCountry } from 'libphonenumber-js/max';
import * as v from 'valibot';

const text = v.pipe(v.string(), v.nonEmpty());
const list = v.pipe(
  v.optional(v.string(), ''),
  v.transform((s) =>
    s
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
);
const wholeNumber = v.pipe(v.string(), v.regex(/^\d+$/, 'must be a whole number'), v.transform(Number));
const origin = v.pipe(
  v.string(),
  v.check((s) => URL.canParse(s) && new URL(s).origin === s, 'must be an origin such as https://cards.example.com'),
);
const collector = v.pipe(
  v.string(),
  v.check(
    (s) => /^https?:\/\/[^\s?#]+$/.test(s) && URL.canParse(s),
    'must be an address such as https://otel.example.com',
  ),
  v.transform((s) => s.replace(/\/+$/, '')),
);
/** The key of a standard webhook signature, as its sender shows it. */
const base64Secret = v.pipe(
  v.string(),
  v.check(
    (s) => /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(s.replace(/^whsec_/, '')),
    'must be the secret as Lithic shows it: base64, with or without whsec_ in front',
  ),
);
const share = v.pipe(v.string(), v.regex(/^(0|1|0?\.\d+|1\.0+)$/, 'must be from 0 to 1'), v.transform(Number));
const onOff = v.pipe(
  v.picklist(['on', 'off', '1', '0']),
  v.transform((s) => s === 'on' || s === '1'),
);

/**
 * Every environment variable that the server reads. None is required: the defaults run the whole product on one
 * machine.
 */
const Environment = v.object({
  /** `development` (default) or `production`; production refuses the embedded database, mail, texts, keys and demo data unless named. */
  FLORIN_MODE: v.optional(v.picklist(['development', 'production']), 'development'),
  /** Port and address to listen on. */
  PORT: v.optional(wholeNumber, '4000'),
  LISTEN_HOST: v.optional(text, '127.0.0.1'),
  /** Where the embedded database, the embedded keys and the process lock live. */
  DATA_DIR: v.optional(text, 'data'),
  /** `embedded` runs a PostgreSQL in DATA_DIR; `external` is the one at DATABASE_URL. Default: by DATABASE_URL. */
  DATABASE: v.optional(v.picklist(['embedded', 'external'])),
  /** A PostgreSQL 15 or newer to use instead of the embedded one. */
  DATABASE_URL: v.optional(text),
  /**
   * The same database for the role that owns its tables: it applies migrations and gives the role of DATABASE_URL its
   * rights. Without it, the role of DATABASE_URL does everything, which production refuses.
   */
  DATABASE_OWNER_URL: v.optional(text),
  /** Connections this process may hold. */
  DATABASE_CONNECTIONS: v.optional(wholeNumber, '10'),
  /** The product's public address; links in mails start with it. Default: http://localhost:PORT. */
  PUBLIC_ORIGIN: v.optional(origin),
  /** Further host names to answer, besides PUBLIC_ORIGIN's and the white-label customers'; comma-separated. */
  ALLOWED_HOSTS: list,
  /** Addresses or networks of trusted reverse proxies, whose X-Forwarded-For is used; comma-separated. */
  TRUSTED_PROXIES: list,
  /** `outbox` keeps mail on the /outbox page; `smtp` sends it through SMTP_URL (smtp:// or smtps://user:password@host:port). */
  MAIL_TRANSPORT: v.optional(v.picklist(['outbox', 'smtp'])),
  SMTP_URL: v.optional(text),
  /** `outbox` keeps texts on the /outbox page; `twilio` sends them. */
  SMS_TRANSPORT: v.optional(v.picklist(['outbox', 'twilio'])),
  TWILIO_URL: v.optional(text, 'https://api.twilio.com'),
  TWILIO_ACCOUNT_SID: v.optional(text),
  TWILIO_AUTH_TOKEN: v.optional(text),
  /** A Twilio number (+1…) or messaging service (MG…) to send from. */
  TWILIO_FROM: v.optional(text),
  /** The number to which people text START, shown with STOP_LIST_REQUESTED. */
  SMS_START_NUMBER: v.optional(text, '+1 555 010 0199'),
  /**
   * Countries besides the United States whose phones may be added to an account: ISO 3166-1 alpha-2, comma-separated.
   */
  PHONE_COUNTRIES: v.pipe(
    list,
    v.check((codes) => codes.every((code) => isSupportedCountry(code)), 'must be country codes such as CA,GB'),
  ),
  /** `altcha` (self-hosted) or `recaptcha`. */
  CAPTCHA: v.optional(v.picklist(['altcha', 'recaptcha']), 'altcha'),
  RECAPTCHA_URL: v.optional(text, 'https://www.google.com/recaptcha/api/siteverify'),
  RECAPTCHA_SITE_KEY: v.optional(text),
  RECAPTCHA_SECRET: v.optional(text),
  /**
   * `embedded` knows the most common leaked passwords; `range` also calls a k-anonymity range service; `off` checks
   * nothing.
   */
  LEAKED_PASSWORDS: v.optional(v.picklist(['embedded', 'range', 'off']), 'embedded'),
  LEAKED_PASSWORDS_URL: v.optional(text, 'https://api.pwnedpasswords.com/range/'),
  /** `embedded` keeps the keys in DATA_DIR; `environment` takes them from KEYRING (id:base64 of 32 bytes, newest first). */
  KEYS: v.optional(v.picklist(['embedded', 'environment'])),
  KEYRING: v.optional(text),
  /** `embedded` puts the statements of micro-deposits into the outbox; `none` sends no deposits. Default: none in production. */
  BANK: v.optional(v.picklist(['embedded', 'none'])),
  /** Produces new cards: `embedded` (with demo data a person plays the network), `stripe` or `lithic`. */
  CARD_PROCESSOR: v.optional(v.picklist(['embedded', 'stripe', 'lithic']), 'embedded'),
  /** Stripe Issuing, for new cards or for the ones that it has: a secret key and the secret of the webhook endpoint. */
  STRIPE_SECRET_KEY: v.optional(text),
  STRIPE_WEBHOOK_SECRET: v.optional(text),
  /** Another address than Stripe's, such as a proxy. */
  STRIPE_URL: v.optional(origin),
  /** Lithic, likewise: an API key, the secret of the event subscription and the one of Auth Stream Access. */
  LITHIC_API_KEY: v.optional(text),
  LITHIC_WEBHOOK_SECRET: v.optional(base64Secret),
  LITHIC_AUTH_STREAM_SECRET: v.optional(base64Secret),
  /** `https://api.lithic.com` or, for Lithic's test cards, `https://sandbox.lithic.com`. */
  LITHIC_URL: v.optional(origin, 'https://api.lithic.com'),
  /**
   * Bank accounts by signing in to the bank: `embedded` is a demo bank; `plaid` needs PLAID_CLIENT_ID and PLAID_SECRET;
   * `none` leaves micro-deposits. Default: none in production.
   */
  OPEN_BANKING: v.optional(v.picklist(['embedded', 'plaid', 'none'])),
  /** `https://production.plaid.com` or, for Plaid's test bank, `https://sandbox.plaid.com`. */
  PLAID_URL: v.optional(origin, 'https://production.plaid.com'),
  PLAID_CLIENT_ID: v.optional(text),
  PLAID_SECRET: v.optional(text),
  /** A local city database in the MaxMind DB format (.mmdb), for the locations of logins. Default: no locations. */
  GEO_IP_DATABASE: v.optional(text),
  /** A folder of legal texts that replace those in server/texts (docs/operations.md). */
  TEXTS_FOLDER: v.optional(text),
  /** Idle limits: a preset, and single figures that override it. */
  IDLE_PRESET: v.optional(v.picklist(['default', 'strict']), 'default'),
  IDLE_TIME_SECONDS: v.optional(wholeNumber),
  IDLE_WARNING_SECONDS: v.optional(wholeNumber),
  IDLE_SENSITIVITY_SECONDS: v.optional(wholeNumber),
  /**
   * The operators of the installation, who may look at /operator: ids of persons (`npm run operator -- person USERNAME`);
   * comma-separated. Default: nobody.
   */
  OPERATORS: v.pipe(
    list,
    v.check(
      (ids) => ids.every((id) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)),
      'must be ids of persons',
    ),
  ),
  /** Fill an empty database with demo people. Default: on in development. */
  DEMO_DATA: v.optional(onOff),
  /** Give the demo businesses two years of purchases when they are written. Default: on with demo data. */
  DEMO_LIFE: v.optional(onOff),
  /** Let a purchase arrive now and then. Default: on with demo data and the embedded processor. */
  DEMO_LIVE: v.optional(onOff),
  /** The address for people whose business has not finished its application (login answer 302). */
  START_SITE_URL: v.optional(origin),
  /** Apply the query parameters theme, themeDebug and tourDebug. Default: on in development. */
  DEBUG_PARAMETERS: v.optional(onOff),
  /** An OpenTelemetry collector that takes OTLP over HTTP as JSON from browsers (CORS); spans go to TELEMETRY_COLLECTOR/v1/traces. Default: no telemetry. */
  TELEMETRY_COLLECTOR: v.optional(collector),
  /** The share of traces that is sent, from 0 to 1. */
  TELEMETRY_SAMPLING: v.optional(share, '0.1'),
  LOG_LEVEL: v.optional(v.picklist(['silent', 'error', 'warn', 'info', 'debug']), 'info'),
});

/** The checked configuration; only this module reads the environment. */
export interface Config {
  production: boolean;
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | null;
  databaseOwnerUrl: string | null;
  databaseConnections: number;
  publicOrigin: string;
  allowedHosts: readonly string[];
  trustedProxies: readonly string[];
  mail: { kind: 'outbox' } | { kind: 'smtp'; url: string };
  sms: { kind: 'outbox' } | { kind: 'twilio'; url: string; accountSid: string; authToken: string; from: string };
  smsStartNumber: string;
  /** Besides the United States. */
  phoneCountries: readonly string[];
  captcha: { kind: 'altcha' } | { kind: 'recaptcha'; url: string; siteKey: string; secret: string };
  leakedPasswords: { kind: 'embedded' | 'off' } | { kind: 'range'; url: string };
  keys: { kind: 'embedded' } | { kind: 'environment'; keyring: string };
  bank: { kind: 'embedded' | 'none' };
  /** `kind` produces new cards; both others run the cards that they have. */
  cardProcessor: {
    kind: 'embedded' | 'stripe' | 'lithic';
    stripe: { secretKey: string; webhookSecret: string; url: string | null } | null;
    lithic: { apiKey: string; webhookSecret: string; authStreamSecret: string; url: string } | null;
  };
  openBanking: { kind: 'embedded' | 'none' } | { kind: 'plaid'; url: string; clientId: string; secret: string };
  geoIp: { kind: 'embedded' } | { kind: 'maxmind'; path: string };
  textsFolder: string | null;
  idle: { idleTimeSeconds: number; warningTimeSeconds: number; idleSensitivitySeconds: number; pingSeconds: number };
  /** Ids of persons. */
  operators: readonly string[];
  demoData: boolean;
  /** The demo businesses have two years behind them. */
  demoLife: boolean;
  /** Purchases arrive by themselves. */
  demoLive: boolean;
  startSiteUrl: string | null;
  debugParameters: boolean;
  telemetry: { collectorUrl: string; serviceName: string; samplingProbability: number } | null;
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug';
}

/** Thrown at start; the message names every wrong variable and its problem. */
export class ConfigError extends Error {}

/**
 * Reads and checks the environment.
 * @throws ConfigError naming each variable that is wrong, missing or refused in production
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const parsed = v.safeParse(Environment, environment);
  if (!parsed.success) throw new ConfigError(parsed.issues.map((i) => `${v.getDotPath(i)}: ${i.message}`).join('\n'));
  const e = parsed.output;
  const production = e.FLORIN_MODE === 'production';
  const problems: string[] = [];
  const need = (value: string | undefined, name: string, because: string) => {
    if (value === undefined) problems.push(`${name}: needed with ${because}`);
    return value ?? '';
  };
  /** Embedded parts are convenient but unsafe for real people's money: production must name them explicitly. */
  const embeddedUnlessNamed = <K extends string>(value: K | undefined, embedded: K, name: string): K => {
    if (value === undefined && production)
      problems.push(`${name}: say which in production (${embedded} is refused unless named)`);
    return value ?? embedded;
  };

  const mail = embeddedUnlessNamed(e.MAIL_TRANSPORT, 'outbox', 'MAIL_TRANSPORT');
  const sms = embeddedUnlessNamed(e.SMS_TRANSPORT, 'outbox', 'SMS_TRANSPORT');
  const keys = embeddedUnlessNamed(e.KEYS, 'embedded', 'KEYS');
  const named = e.DATABASE ?? (e.DATABASE_URL === undefined ? undefined : 'external');
  const database = embeddedUnlessNamed(named, 'embedded', 'DATABASE');
  if (e.DATABASE === 'embedded' && e.DATABASE_URL !== undefined)
    problems.push('DATABASE_URL: not used with DATABASE=embedded');
  const publicOrigin = e.PUBLIC_ORIGIN ?? `http://localhost:${e.PORT}`;
  if (production && !publicOrigin.startsWith('https://'))
    problems.push('PUBLIC_ORIGIN: must start with https:// in production');
  const preset = idlePresets[e.IDLE_PRESET];

  const config: Config = {
    production,
    port: e.PORT,
    host: e.LISTEN_HOST,
    dataDir: resolve(e.DATA_DIR),
    databaseUrl: database === 'external' ? need(e.DATABASE_URL, 'DATABASE_URL', 'DATABASE=external') : null,
    databaseOwnerUrl: e.DATABASE_OWNER_URL ?? null,
    databaseConnections: e.DATABASE_CONNECTIONS,
    publicOrigin,
    allowedHosts: e.ALLOWED_HOSTS.map((host) => host.toLowerCase()),
    trustedProxies: e.TRUSTED_PROXIES,
    mail:
      mail === 'smtp' ? { kind: 'smtp', url: need(e.SMTP_URL, 'SMTP_URL', 'MAIL_TRANSPORT=smtp') } : { kind: 'outbox' },
    sms:
      sms === 'twilio'
        ? {
            kind: 'twilio',
            url: e.TWILIO_URL,
            accountSid: need(e.TWILIO_ACCOUNT_SID, 'TWILIO_ACCOUNT_SID', 'SMS_TRANSPORT=twilio'),
            authToken: need(e.TWILIO_AUTH_TOKEN, 'TWILIO_AUTH_TOKEN', 'SMS_TRANSPORT=twilio'),
            from: need(e.TWILIO_FROM, 'TWILIO_FROM', 'SMS_TRANSPORT=twilio'),
          }
        : { kind: 'outbox' },
    smsStartNumber: e.SMS_START_NUMBER,
    phoneCountries: e.PHONE_COUNTRIES,
    captcha:
      e.CAPTCHA === 'recaptcha'
        ? {
            kind: 'recaptcha',
            url: e.RECAPTCHA_URL,
            siteKey: need(e.RECAPTCHA_SITE_KEY, 'RECAPTCHA_SITE_KEY', 'CAPTCHA=recaptcha'),
            secret: need(e.RECAPTCHA_SECRET, 'RECAPTCHA_SECRET', 'CAPTCHA=recaptcha'),
          }
        : { kind: 'altcha' },
    leakedPasswords:
      e.LEAKED_PASSWORDS === 'range' ? { kind: 'range', url: e.LEAKED_PASSWORDS_URL } : { kind: e.LEAKED_PASSWORDS },
    keys:
      keys === 'environment'
        ? { kind: 'environment', keyring: need(e.KEYRING, 'KEYRING', 'KEYS=environment') }
        : { kind: 'embedded' },
    cardProcessor: {
      kind: e.CARD_PROCESSOR,
      stripe:
        e.CARD_PROCESSOR === 'stripe' || e.STRIPE_SECRET_KEY !== undefined
          ? {
              secretKey: need(e.STRIPE_SECRET_KEY, 'STRIPE_SECRET_KEY', 'CARD_PROCESSOR=stripe'),
              webhookSecret: need(e.STRIPE_WEBHOOK_SECRET, 'STRIPE_WEBHOOK_SECRET', 'STRIPE_SECRET_KEY'),
              url: e.STRIPE_URL ?? null,
            }
          : null,
      lithic:
        e.CARD_PROCESSOR === 'lithic' || e.LITHIC_API_KEY !== undefined
          ? {
              apiKey: need(e.LITHIC_API_KEY, 'LITHIC_API_KEY', 'CARD_PROCESSOR=lithic'),
              webhookSecret: need(e.LITHIC_WEBHOOK_SECRET, 'LITHIC_WEBHOOK_SECRET', 'LITHIC_API_KEY'),
              authStreamSecret: need(e.LITHIC_AUTH_STREAM_SECRET, 'LITHIC_AUTH_STREAM_SECRET', 'LITHIC_API_KEY'),
              url: e.LITHIC_URL,
            }
          : null,
    },
    bank: { kind: e.BANK ?? (production ? 'none' : 'embedded') },
    openBanking:
      e.OPEN_BANKING === 'plaid'
        ? {
            kind: 'plaid',
            url: e.PLAID_URL,
            clientId: need(e.PLAID_CLIENT_ID, 'PLAID_CLIENT_ID', 'OPEN_BANKING=plaid'),
            secret: need(e.PLAID_SECRET, 'PLAID_SECRET', 'OPEN_BANKING=plaid'),
          }
        : { kind: e.OPEN_BANKING ?? (production ? 'none' : 'embedded') },
    geoIp:
      e.GEO_IP_DATABASE === undefined ? { kind: 'embedded' } : { kind: 'maxmind', path: resolve(e.GEO_IP_DATABASE) },
    textsFolder: e.TEXTS_FOLDER === undefined ? null : resolve(e.TEXTS_FOLDER),
    idle: {
      idleTimeSeconds: e.IDLE_TIME_SECONDS ?? preset.idleTimeSeconds,
      warningTimeSeconds: e.IDLE_WARNING_SECONDS ?? preset.warningTimeSeconds,
      idleSensitivitySeconds: e.IDLE_SENSITIVITY_SECONDS ?? preset.idleSensitivitySeconds,
      pingSeconds: preset.pingSeconds,
    },
    operators: e.OPERATORS,
    demoData: e.DEMO_DATA ?? !production,
    demoLife: (e.DEMO_DATA ?? !production) && (e.DEMO_LIFE ?? true),
    demoLive: (e.DEMO_DATA ?? !production) && e.CARD_PROCESSOR === 'embedded' && (e.DEMO_LIVE ?? true),
    startSiteUrl: e.START_SITE_URL ?? null,
    debugParameters: e.DEBUG_PARAMETERS ?? !production,
    telemetry:
      e.TELEMETRY_COLLECTOR === undefined
        ? null
        : { collectorUrl: e.TELEMETRY_COLLECTOR, serviceName: 'florin-web', samplingProbability: e.TELEMETRY_SAMPLING },
    logLevel: e.LOG_LEVEL,
  };
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return config;
}
