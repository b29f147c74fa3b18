import { flagsOf, whyNotPermitted, type Permission, type PermissionFlag } from '@florin/contract/permissions';
import { teamPermissions, whyNotChangeable, type Administrator } from '@florin/contract/access/team-permissions';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { permissionWords } from '../../messages/en/access/permissions.ts';
import { useReason } from '../../session/PermittedButton.tsx';
import { usePerson } from '../../session/person.ts';
import { fetchOrThrow, keyOf } from '../../session/queries/query-client.ts';

const administratorsQuery = () =>
  queryOptions({
    queryKey: keyOf('team-permissions-of-palette'),
    queryFn: async ({ signal }) => (await fetchOrThrow(teamPermissions, {}, signal)).administrators,
  });

/**
 * Why the person cannot do something now, as a sentence; null if they can. It names who can give them the permission,
 * where they may see what administrators may do.
 * @param isAsked it is on the screen
 */
export function useWhyNot(permission: Permission, isAsked: boolean): string | null {
  const reason = useReason(permission);
  const { role, permissionFlags: flags } = usePerson();
  const refused = whyNotPermitted(permission, { role, flags });
  const missing = refused?.because === 'flags' ? refused.missing : null;
  const mayKnow = whyNotPermitted('team-permissions.view', { role, flags }) === null;
  const { data = [] } = useQuery({ ...administratorsQuery(), enabled: isAsked && mayKnow && missing !== null });
  const names = missing === null ? [] : giversOf(data, missing);
  return missing === null || names.length === 0 ? reason : permissionWords.missing(missing, names);
}

/** The administrators who can give the person those permissions, by the rule that the server applies. */
export function giversOf(administrators: readonly Administrator[], missing: readonly PermissionFlag[]): string[] {
  const you = administrators.find(({ isYou }) => isYou);
  if (you === undefined) return [];
  const { preset } = you;
  const wanted = {
    preset,
    granted: [...you.granted, ...missing.filter((flag) => !flagsOf({ role: 'ADMIN', preset }).includes(flag))],
    withheld: you.withheld.filter((flag) => !missing.includes(flag)),
  };
  const owners = administrators.filter((each) => each.preset === 'OWNER').length;
  return administrators
    .filter(
      (each) =>
        each.flags.includes('MANAGE_ADMINISTRATORS') &&
        whyNotChangeable({ ...each, role: 'ADMIN' }, { ...you, role: 'ADMIN' }, wanted, owners) === null,
    )
    .map(({ firstName, lastName }) => `${firstName} ${lastName}`);
}
