import type { EntityType } from '@florin/contract/fields';

const dots = '•••';

/**
 * An address in a form that its owner recognizes and a stranger does not: m•••@n•••.com, ••• ••• ••42. The number of
 * dots does not depend on the length. The spaces do not break, so that a number stays on one line.
 */
export function maskAddress({ kind, address }: { kind: EntityType; address: string }): string {
  if (kind === 'PhoneNumber') return `${dots}\u00a0${dots}\u00a0••${address.slice(-2)}`;
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  return `${first(address)}${dots}@${first(domain)}${dots}${domain.slice(domain.lastIndexOf('.'))}`;
}

/** A postal address that its owner recognizes, and that carries no other text: 1 H•••, Portland. */
export const maskStreet = ({ line1, city }: { line1: string; city: string }): string =>
  `${/^[\p{N}\s-]{0,6}\p{L}?/u.exec(line1)?.[0] ?? ''}${dots}, ${city.replaceAll(/[^\p{L} .'-]/gu, '').slice(0, 30)}`;

const first = (text: string) => [...text][0] ?? '';
