import { CardObject } from '../../kit/card/CardObject.tsx';
import type { CardLook } from '../../kit/card/card-look.ts';
import { useSite } from '../../site.ts';
import { expiryOf, inGroups, networkOf } from './format.ts';

export interface Embossed {
  cardNumber: string;
  nameOnCard: string;
  expirationDate: string;
  cvV2: string;
}

/** The front of a card: the number in four groups of four, the name, the expiry as MM/yyyy, and CVV2. */
export function CardFace({
  cardNumber,
  nameOnCard,
  expirationDate,
  cvV2,
  ...look
}: Embossed & { label?: string | null; wide?: boolean; look?: CardLook }) {
  const { name } = useSite().program;
  return (
    <CardObject
      issuer={name}
      network={networkOf(cardNumber)}
      number={inGroups(cardNumber)}
      nameOnCard={nameOnCard}
      expiry={expiryOf(expirationDate)}
      cvv2={cvV2}
      {...look}
    />
  );
}
