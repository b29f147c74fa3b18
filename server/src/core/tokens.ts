import { hash, randomBytes } from 'node:crypto';

/**
 * A token starts with its kind: `ses` session, `rfr` refresh, `mfp` pending sign-in, `reg` registration, `inv` invite,
 * `sgl` sign-in link, `rgl` registration link, `rsl` reset link, `rst` opened reset, `rbr` the browser of a reset, `tkt` autologin, `fnd` the link to a bank
 * account's validation, `vln` vendor link, `vnd` opened vendor link.
 */
export type TokenKind =
  | 'ses'
  | 'rfr'
  | 'mfp'
  | 'reg'
  | 'inv'
  | 'sgl'
  | 'rgl'
  | 'rsl'
  | 'rst'
  | 'rbr'
  | 'tkt'
  | 'fnd'
  | 'vln'
  | 'vnd';

/** A new opaque token of 256 random bits (ASVS 7.2.3). */
export const newToken = (kind: TokenKind): string => `${kind}_${randomBytes(32).toString('base64url')}`;

/** A token of another kind is invalid (security design P2). */
export const isToken = (kind: TokenKind, text: string): boolean =>
  text.startsWith(`${kind}_`) && /^[A-Za-z0-9_-]{43}$/.test(text.slice(kind.length + 1));

/** The stored form of a token. 256 random bits need no salt and no slow hash. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');
