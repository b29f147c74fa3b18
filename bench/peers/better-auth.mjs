// The peer: better-auth with email and password on PostgreSQL.
// node better-auth.mjs <port> <database url> [argon2] [cookie-cache]
import { createServer } from 'node:http';
import * as argon2 from '@node-rs/argon2';
import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { toNodeHandler } from 'better-auth/node';
import pg from 'pg';

const [port, databaseUrl, ...options] = process.argv.slice(2);
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const auth = betterAuth({
  baseURL: `http://127.0.0.1:${port}`,
  secret: 'a secret of thirty-two characters or more',
  database: new pg.Pool({ connectionString: databaseUrl, max: 10 }),
  emailAndPassword: {
    enabled: true,
    autoSignIn: false,
    ...(options.includes('argon2') && {
      password: {
        hash: (password) => argon2.hash(password, parameters),
        verify: ({ hash, password }) => argon2.verify(hash, password),
      },
    }),
  },
  session: options.includes('cookie-cache') ? { cookieCache: { enabled: true, maxAge: 300 } } : {},
  rateLimit: { enabled: false },
  logger: { disabled: true },
  telemetry: { enabled: false },
});
await (await getMigrations(auth.options)).runMigrations();
createServer(toNodeHandler(auth)).listen(Number(port), '127.0.0.1', () => console.log('ready'));
