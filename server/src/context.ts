import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Database } from './db/open.ts';
import type { Texts } from './ports/legal-texts/texts.ts';
import type { Passwords } from './ports/passwords/passwords.ts';
import type { Captcha } from './ports/captcha/captcha.ts';
import type { CardProcessor, CardProcessors } from './ports/card-processor/card-processor.ts';
import type { Clock } from './ports/clock/clock.ts';
import type { OffsetClock } from './ports/clock/offset.ts';
import type { GeoIp } from './ports/geo-ip/geo-ip.ts';
import type { Keys } from './ports/keys/keys.ts';
import type { OpenBanking } from './ports/open-banking/open-banking.ts';
import type { LeakedPasswords } from './ports/leaked-passwords/leaked-passwords.ts';

/**
 * The services that every feature may use, created once at start. Mail and texts are missing on purpose: features
 * enqueue messages, a job sends them.
 */
export interface Context {
  config: Config;
  db: Database;
  clock: Clock;
  /** The same clock where demo data lets people move it; null elsewhere. */
  movableClock: OffsetClock | null;
  keys: Keys;
  captcha: Captcha;
  passwords: Passwords;
  leakedPasswords: LeakedPasswords;
  geoIp: GeoIp;
  /** Produces new cards. */
  cardProcessor: CardProcessor;
  /** Every processor with cards: the one for new cards, and those that older cards still run on. */
  cardProcessors: CardProcessors;
  /** Null where only micro-deposits connect bank accounts. */
  openBanking: OpenBanking | null;
  texts: Texts;
  log: Logger;
}
