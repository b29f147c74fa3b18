import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import type { Client } from '../../http/client.ts';
import { isOwnOrigin } from '../../http/hosts/origin.ts';

/**
 * Whether a passkey was used on a page of this installation (WebAuthn Level 3, 13.4.9): at the requested host, and on
 * the port of PUBLIC_ORIGIN or at the address of a program. Passkeys belong to a host name and work on each of its
 * ports. A page on another port can relay the answer with any Host header, so that header alone proves nothing.
 * @param origin as the browser has signed it
 */
export async function isOurPage(
  tx: Database,
  { config }: Pick<Context, 'config'>,
  { host }: Pick<Client, 'host'>,
  origin: string,
): Promise<boolean> {
  if (!isOwnOrigin(origin, host, config.publicOrigin)) return false;
  const { protocol, port } = new URL(config.publicOrigin);
  const signed = new URL(origin);
  if (signed.protocol === protocol && signed.port === port) return true;
  const program = await tx.selectFrom('program').select('id').where('canonical_origin', '=', origin).executeTakeFirst();
  return program !== undefined;
}
