import type { Context } from '../../../../context.ts';

interface Connection {
  id: string;
  access_sealed: Buffer;
}

const place = (connectionId: string) => `bank-connection|${connectionId}`;

/** The secret by which a connection is read. */
export const accessTokenOf = ({ keys }: Pick<Context, 'keys'>, { id, access_sealed: sealed }: Connection): string =>
  keys.open(sealed, place(id)).toString();

export const sealAccessToken = ({ keys }: Pick<Context, 'keys'>, id: string, accessToken: string): Buffer =>
  keys.seal(accessToken, place(id));

/** The search key of a connection: providers name it in webhooks. */
export const itemIndex = ({ keys }: Pick<Context, 'keys'>, method: string, itemId: string): Buffer =>
  keys.mac('bank-connection-item', `${method}|${itemId}`);
