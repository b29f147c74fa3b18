import { flagsOf, whyNotPermitted, type Permission, type PermissionFlag } from '@florin/contract/permissions';
import { teamPermissions, whyNotChangeable, type Administrator } from '@florin/contract/access/team-permissions';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { permissionWords } from '../../messages/en/access/permissions.ts';
import { factsOf } from '../../session/account/eligibility.ts';
import { reasonFor } from '../../session/PermittedButton.tsx';
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
 * @param asked the permissions of what is on the screen
 */
export function useWhyNotEach(asked: readonly Permission[]): (permission: Permission) => string | null {
  const person = usePerson();
  const holder = { role: person.role, flags: person.permissionFlags };
  const missingOf = (permission: Permission) => {
    const refused = whyNotPermitted(permission, holder);
    return refused?.because === 'flags' ? refused.missing : null;
  };
  const mayKnow = whyNotPermitted('team-permissions.view', holder) === null;
  const isMissing = asked.some((permission) => missingOf(permission) !== null);
  const { data = [] } = useQuery({ ...administratorsQuery(), enabled: mayKnow && isMissing });
  return (permission) => {
    const missing = missingOf(permission);
    const names = missing === null ? [] : giversOf(data, missing);
    return missing === null || names.length === 0
      ? reasonFor(permission, holder, factsOf(person))
      : permissionWords.missing(missing, names);
  };
}

/** @param isAsked it is on the screen */
export const useWhyNot = (permission: Permission, isAsked: boolean): string | null =>
  useWhyNotEach(isAsked ? [permission] : [])(permission);

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
