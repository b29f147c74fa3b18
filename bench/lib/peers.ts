import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { freePort } from './server.ts';

const folder = fileURLToPath(new URL('../peers', import.meta.url));

export const peerPerson = { email: 'person@example.com', password: 'paper-lantern-harbor-42', name: 'Person' };

/** Starts better-auth on a database of its own, with one person in it. The peers are installed at the first use. */
export async function startBetterAuth(databaseUrl: string, ...options: ('argon2' | 'cookie-cache')[]) {
  if (!existsSync(`${folder}/node_modules`)) {
    const { status } = spawnSync('npm', ['ci', '--ignore-scripts'], { cwd: folder, stdio: 'inherit' });
    if (status !== 0) throw new Error('The peers could not be installed.');
  }
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, ['better-auth.mjs', String(port), databaseUrl, ...options], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.on('exit', () => child.kill());
  await once(child.stdout!, 'data');
  const origin = `http://127.0.0.1:${port}`;
  const post = (path: string, body: object) =>
    fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify(body),
    });
  const signedUp = await post('/api/auth/sign-up/email', peerPerson);
  if (!signedUp.ok) throw new Error(`better-auth refused to sign up: ${await signedUp.text()}`);
  return {
    origin,
    async signIn(): Promise<string> {
      const response = await post('/api/auth/sign-in/email', peerPerson);
      await response.text();
      if (!response.ok) throw new Error(`better-auth refused to sign in: ${response.status}`);
      return response.headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0])
        .join('; ');
    },
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}
