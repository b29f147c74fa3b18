import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The user PostgreSQL runs as. */
export interface Account {
  uid: number;
  gid: number;
}

/**
 * The account that runs PostgreSQL; undefined if this process's own user is suitable. PostgreSQL refuses to run as
 * root, so root uses the owner of the existing files, `postgres`, or `nobody`.
 * @throws an error whose message is for people if the machine has none of them
 */
export async function accountFor(folder: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(folder).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!user)
    throw new Error('PostgreSQL does not run as root, and this machine has neither a user postgres nor a user nobody.');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

/** Whether the account can enter every folder of an absolute path. Always true for the process's own user. */
export async function canReach(account: Account | undefined, folder: string): Promise<boolean> {
  if (!account) return true;
  const { uid, gid, mode } = await stat(folder);
  const pass = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  if ((mode & pass) === 0) return false;
  return folder === dirname(folder) || canReach(account, dirname(folder));
}
