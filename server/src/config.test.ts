import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

test('no variable is required', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    port: 4000,
    publicOrigin: 'http://localhost:4000',
    databaseUrl: null,
    mail: { kind: 'outbox' },
    keys: { kind: 'embedded' },
    operators: [],
    demoData: true,
    idle: { idleTimeSeconds: 1140, warningTimeSeconds: 60, idleSensitivitySeconds: 2, pingSeconds: 3600 },
  });
});

test('a preset and the figures that override it', { tags: '@9.21' }, () => {
  expect(readConfig({ IDLE_PRESET: 'strict' }).idle).toEqual({
    idleTimeSeconds: 600,
    warningTimeSeconds: 300,
    idleSensitivitySeconds: 1,
    pingSeconds: 120,
  });
  expect(readConfig({ IDLE_TIME_SECONDS: '30' }).idle.idleTimeSeconds).toBe(30);
});

const problemsOf = (environment: Record<string, string>) => {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
};

test.each<[string, Record<string, string>]>([
  ['PORT', { PORT: 'http' }],
  ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'cards.example.com' }],
  ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'https://cards.example.com/path' }],
  ['SMTP_URL', { MAIL_TRANSPORT: 'smtp' }],
  ['TWILIO_AUTH_TOKEN', { SMS_TRANSPORT: 'twilio', TWILIO_ACCOUNT_SID: 'AC1', TWILIO_FROM: '+1' }],
  ['RECAPTCHA_SECRET', { CAPTCHA: 'recaptcha', RECAPTCHA_SITE_KEY: 'k' }],
  ['KEYRING', { KEYS: 'environment' }],
  ['LITHIC_WEBHOOK_SECRET', { LITHIC_WEBHOOK_SECRET: 'made-up' }],
  ['LITHIC_AUTH_STREAM_SECRET', { LITHIC_AUTH_STREAM_SECRET: 'whsec_' }],
  ['DATABASE_URL', { DATABASE: 'external' }],
  ['DATABASE_URL', { DATABASE: 'embedded', DATABASE_URL: 'postgresql://db.example/florin' }],
  [
    'DATABASE',
    {
      FLORIN_MODE: 'production',
      PUBLIC_ORIGIN: 'https://c.example',
      MAIL_TRANSPORT: 'outbox',
      SMS_TRANSPORT: 'outbox',
      KEYS: 'embedded',
    },
  ],
  ['DEMO_DATA', { DEMO_DATA: 'yes' }],
  [
    'MAIL_TRANSPORT',
    { FLORIN_MODE: 'production', PUBLIC_ORIGIN: 'https://c.example', SMS_TRANSPORT: 'outbox', KEYS: 'embedded' },
  ],
  [
    'SMS_TRANSPORT',
    { FLORIN_MODE: 'production', PUBLIC_ORIGIN: 'https://c.example', MAIL_TRANSPORT: 'outbox', KEYS: 'embedded' },
  ],
  [
    'KEYS',
    {
      FLORIN_MODE: 'production',
      PUBLIC_ORIGIN: 'https://c.example',
      MAIL_TRANSPORT: 'outbox',
      SMS_TRANSPORT: 'outbox',
    },
  ],
  ['PUBLIC_ORIGIN', { FLORIN_MODE: 'production', MAIL_TRANSPORT: 'outbox', SMS_TRANSPORT: 'outbox', KEYS: 'embedded' }],
])('%s is named when it is wrong', (name, environment) => {
  expect(problemsOf(environment)).toMatch(new RegExp(`^${name}: `, 'm'));
});

test('production runs embedded parts if they are named, without demo data or debug parameters', () => {
  const config = readConfig({
    FLORIN_MODE: 'production',
    PUBLIC_ORIGIN: 'https://cards.example.com',
    MAIL_TRANSPORT: 'outbox',
    SMS_TRANSPORT: 'outbox',
    KEYS: 'embedded',
    DATABASE: 'embedded',
  });
  expect(config).toMatchObject({ demoData: false, databaseUrl: null, debugParameters: false });
});
