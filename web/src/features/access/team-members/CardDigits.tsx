import { LastDigits } from '../../../kit/text/LastDigits.tsx';
import { teamWords as words } from '../../../messages/en/access/team-members.ts';

/** The last four digits of a card, for eyes and for screen readers. */
export function CardDigits({ last4 }: { last4: string }) {
  return (
    <>
      <span aria-hidden="true">
        <LastDigits digits={last4} />
      </span>
      <span className="visually-hidden">{words.cardEndingSpoken(last4)}</span>
    </>
  );
}
