import { whyNotNow, type EligibilityFacts } from '@florin/contract/eligibility';
import { whyNotPermitted, type Permission, type PermissionHolder } from '@florin/contract/permissions';
import { useId, type ComponentProps } from 'react';
import { Button } from '../kit/actions/Button.tsx';
import { permissionWords } from '../messages/en/access/permissions.ts';
import { factsOf } from './account/eligibility.ts';
import { usePerson } from './person.ts';

interface PermittedButtonProps extends ComponentProps<typeof Button> {
  /** The action of the button (contract/src/permissions.ts). */
  permission: Permission;
}

/**
 * A button for an action that needs a permission or a status of the business. While the action is not possible, the
 * button is unavailable and shows the reason.
 */
export function PermittedButton({ permission, ...button }: PermittedButtonProps) {
  return <ReasonedButton reason={useReason(permission)} {...button} />;
}

/** Why the signed-in person cannot do something now, as a sentence; null if they can. */
export function useReason(permission: Permission): string | null {
  const person = usePerson();
  return reasonFor(permission, { role: person.role, flags: person.permissionFlags }, factsOf(person));
}

/**
 * Why a membership cannot do something now, as a sentence; null if it can. A missing permission comes first, because it
 * lasts.
 */
export function reasonFor(permission: Permission, holder: PermissionHolder, facts: EligibilityFacts): string | null {
  const refused = whyNotPermitted(permission, holder);
  if (refused?.because === 'role') return permissionWords.role(refused.role);
  if (refused?.because === 'flags') return permissionWords.missing(refused.missing);
  if (refused?.because === 'oneOf') return permissionWords.missingOneOf(refused.oneOf);
  const obstacle = whyNotNow(permission, facts);
  return obstacle && permissionWords.obstacle(obstacle);
}

interface ReasonedButtonProps extends ComponentProps<typeof Button> {
  /** Why it is unavailable; null if it is available. */
  reason: string | null;
}

/** A button that can be unavailable and then shows the reason. */
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
