import { whyNotNow, type EligibilityFacts } from '@florin/contract/eligibility';
import { whyNotPermitted, type Permission, type PermissionHolder } from '@florin/contract/permissions';
import { useId, type ComponentProps } from 'react';
import { Button } from '../kit/actions/Button.tsx';
import { permissionWords } from '../messages/en/permissions.ts';
import { factsOf } from './account/eligibility.ts';
import { usePerson } from './person.ts';

interface PermittedButtonProps extends ComponentProps<typeof Button> {
  /** What the button does (contract/src/permissions.ts). */
  permission: Permission;
}

/**
 * A button for what not everyone may do, or not in every state of the business: while it cannot be done, it is
 * unavailable and says why.
 */
export function PermittedButton({ permission, ...button }: PermittedButtonProps) {
  return <ReasonedButton reason={useReason(permission)} {...button} />;
}

/** Why the signed-in person cannot do something now, as a sentence; null where they can. */
export function useReason(permission: Permission): string | null {
  const person = usePerson();
  return reasonFor(permission, { role: person.role, flags: person.permissionFlags }, factsOf(person));
}

/** Why a membership cannot do something now, as a sentence; null where it can. A missing permission comes first: it lasts. */
export function reasonFor(permission: Permission, holder: PermissionHolder, facts: EligibilityFacts): string | null {
  const refused = whyNotPermitted(permission, holder);
  if (refused?.because === 'role') return permissionWords.role(refused.role);
  if (refused?.because === 'flags') return permissionWords.missing(refused.missing);
  const obstacle = whyNotNow(permission, facts);
  return obstacle && permissionWords.obstacle(obstacle);
}

interface ReasonedButtonProps extends ComponentProps<typeof Button> {
  /** Why it is unavailable; null where it is not. */
  reason: string | null;
}

/** A button that is unavailable for a reason, and says it. */
export function ReasonedButton({ reason, ...button }: ReasonedButtonProps) {
  const id = useId();
  if (reason === null) return <Button {...button} />;
  return (
    <>
      <Button {...button} unavailable title={reason} aria-describedby={id} />
      <span id={id} className="visually-hidden">
        {reason}
      </span>
    </>
  );
}
