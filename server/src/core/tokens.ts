import { hash, randomBytes } from 'node:crypto';

/**
 * What a token is good for stands in front of it: `ses` a session, `rfr` its renewal, `mfp` a pending sign-in, `reg` a
 * registration, `inv` an invite, `rsl` the link of a password reset, `rst` the reset itself, `rbr` the browser it happens in, `tkt` one automatic sign-in,
 * `fnd` the link to a bank account's validation, `vln` a vendor's link, `vnd` the token it is exchanged for.
 */
export type TokenKind = 'ses' | 'rfr' | 'mfp' | 'reg' | 'inv' | 'rsl' | 'rst' | 'rbr' | 'tkt' | 'fnd' | 'vln' | 'vnd';

/** A new opaque token of 256 random bits (ASVS 7.2.3). */
export const newToken = (kind: TokenKind): string => `${kind}_${randomBytes(32).toString('base64url')}`;

/** A token of another kind is no token at all (security design P2). */
export const isToken = (kind: TokenKind, text: string): boolean =>
  text.startsWith(`${kind}_`) && /^[A-Za-z0-9_-]{43}$/.test(text.slice(kind.length + 1));

/** What the database keeps instead of a token. 256 random bits need no salt and no slow hash. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');
