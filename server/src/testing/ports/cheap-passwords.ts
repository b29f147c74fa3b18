import { createPasswords, type Passwords } from '../../ports/passwords/passwords.ts';

/** Argon2id at its lowest cost: a test signs in many times. What a hash costs is tested in passwords.test.ts. */
export const cheapPasswords = (): Passwords =>
  createPasswords({ cost: { memoryCost: 8, timeCost: 1, parallelism: 1 } });
