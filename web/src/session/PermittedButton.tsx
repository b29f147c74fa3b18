import { whyNotPermitted, type Permission, type PermissionHolder } from '@florin/contract/permissions';
import { useId, type ComponentProps } from 'react';
import { Button } from '../kit/actions/Button.tsx';
import { permissionWords } from '../messages/en/permissions.ts';
import { usePerson } from './person.ts';

interface PermittedButtonProps extends ComponentProps<typeof Button> {
  /** What the button does (contract/src/permissions.ts). */
  permission: Permission;
}

/** A button for what not everyone may do: without the permission it is unavailable and says why. */
export function PermittedButton({ permission, ...button }: PermittedButtonProps) {
  const { role, permissionFlags } = usePerson();
  return <ButtonForHolder permission={permission} holder={{ role, flags: permissionFlags }} {...button} />;
}

/** The button of somebody who holds a role and flags. */
export function ButtonForHolder({
  permission,
  holder,
  unavailable,
  'aria-describedby': describedBy,
  ...button
}: PermittedButtonProps & { holder: PermissionHolder }) {
  const id = useId();
  const reason = reasonFor(permission, holder);
  if (reason === null) return <Button unavailable={unavailable} aria-describedby={describedBy} {...button} />;
  return (
    <>
      <Button {...button} unavailable title={reason} aria-describedby={id} />
      <span id={id} className="visually-hidden">
        {reason}
      </span>
    </>
  );
}

/** Why somebody may not do it, as a sentence; null where they may. */
function reasonFor(permission: Permission, holder: PermissionHolder): string | null {
  const refused = whyNotPermitted(permission, holder);
  if (refused === null) return null;
  return refused.because === 'role' ? permissionWords.role(refused.role) : permissionWords.missing(refused.missing);
}
