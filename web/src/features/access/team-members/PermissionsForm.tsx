import { flagsOf, permissionFlags, presets, type PermissionFlag, type Preset } from '@florin/contract/permissions';
import { changeTeamPermissions, teamPermissions } from '@florin/contract/access/team-permissions';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useProvenSubmission } from '../../../flows/step-up/StepUpProvider.tsx';
import { Button } from '../../../kit/actions/Button.tsx';
import { Notice } from '../../../kit/feedback/Notice.tsx';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { Checkbox } from '../../../kit/forms/fields/Checkbox.tsx';
import { FormShell } from '../../../kit/forms/FormShell.tsx';
import { SelectField } from '../../../kit/pickers/SelectField.tsx';
import { permissionWords } from '../../../messages/en/access/permissions.ts';
import { teamWords } from '../../../messages/en/access/team-members.ts';
import { notChangeableWords, permissionNames, presetNames } from '../../../messages/en/access/team-permissions.ts';
import { KeptNotice } from '../../../session/kept-forms/KeptNotice.tsx';
import { useKept } from '../../../session/kept-forms/use-kept-form.ts';
import { useReason } from '../../../session/PermittedButton.tsx';
import { usePerson } from '../../../session/person.ts';
import { fetchOrThrow, keyOf, queryClient } from '../../../session/queries/query-client.ts';
import type { TeamMember } from './MemberSheet.tsx';
import { refreshTeam } from '../../../flows/team/refresh-team.ts';
import styles from './member-sheet.module.css';

const words = teamWords.sheet;
const presetOptions = (Object.keys(presets) as Preset[]).map((id) => ({ id, label: presetNames[id].name }));

const permissionsQuery = () =>
  queryOptions({
    queryKey: keyOf('team-permissions'),
    queryFn: ({ signal }) => fetchOrThrow(teamPermissions, {}, signal),
  });

/** A preset, and what of the permissions is besides it or lacks from it. */
function exceptionsOf(preset: Preset, chosen: ReadonlySet<PermissionFlag>) {
  const usual = flagsOf({ role: 'ADMIN', preset });
  return {
    preset,
    granted: permissionFlags.filter((flag) => chosen.has(flag) && !usual.includes(flag)),
    withheld: usual.filter((flag) => !chosen.has(flag)),
  };
}

/** Permissions in words: “Administrator; added: …; taken away: …”. */
function textOf(preset: Preset, chosen: ReadonlySet<PermissionFlag>): string {
  const { granted, withheld } = exceptionsOf(preset, chosen);
  const named = (title: string, flags: readonly PermissionFlag[]) =>
    flags.length === 0 ? [] : [`${title}: ${flags.map((flag) => permissionNames[flag].name).join(', ')}`];
  return [presetNames[preset].name, ...named(words.besides, granted), ...named(words.withheld, withheld)].join('; ');
}

interface PermissionsFormProps {
  of: TeamMember;
  preset: Preset;
  name: string;
}

/** An administrator's permissions: a preset, and each permission on its own. Nobody gives or takes what they lack. */
export function PermissionsForm({ of: { membershipId, isYou, flags }, preset: given, name }: PermissionsFormProps) {
  const person = usePerson();
  const missing = useReason('team-permissions.change');
  const team = useQuery(permissionsQuery());
  // What the entries stand on: a change that arrives meanwhile is shown, not taken over.
  const [base, setBase] = useState({ preset: given, flags });
  const [isConflict, setConflict] = useState(false);
  const { pending, message, say, submit } = useProvenSubmission();
  const [preset, setPreset] = useState(given);
  const [chosen, setChosen] = useState<ReadonlySet<PermissionFlag>>(() => new Set(flags));
  const isChanged = preset !== base.preset || textOf(preset, chosen) !== textOf(base.preset, new Set(base.flags));
  const take = (from: { preset: Preset; flags: readonly PermissionFlag[] }) => {
    setPreset(from.preset);
    setChosen(new Set(from.flags));
    setConflict(false);
  };
  // The sheet closes over it without a question, so what is chosen is there again when the sheet is.
  const kept = useKept(`permissions ${membershipId}`, {
    read: () => ({ base, values: { preset, flags: [...chosen] } }),
    overLeaving: true,
    isClean: !isChanged,
    restore: (left) => {
      setBase(left.base);
      take(left.values);
    },
  });
  const you = team.data?.administrators.find((each) => each.isYou);
  const isOwner = you?.preset === 'OWNER';
  const reason = isYou
    ? notChangeableWords.OWN
    : (missing ?? (given === 'OWNER' && you && !isOwner ? notChangeableWords.OWNER : null));
  const usual = flagsOf({ role: 'ADMIN', preset });
  const choose = (next: Preset) => {
    setPreset(next);
    setChosen(new Set(flagsOf({ role: 'ADMIN', preset: next })));
  };
  const save = async () => {
    const body = { ...exceptionsOf(preset, chosen), replaces: exceptionsOf(base.preset, new Set(base.flags)) };
    const answer = await submit(changeTeamPermissions, { params: { membershipId }, body });
    if (answer?.ok === false && answer.code === 'VERSION_CONFLICT') {
      const { administrators } = await queryClient.fetchQuery({ ...permissionsQuery(), staleTime: 0 });
      const theirs = administrators.find((each) => each.membershipId === membershipId);
      if (!theirs) return;
      say(null);
      setBase(theirs);
      setConflict(true);
    }
    if (!answer?.ok) return;
    if (answer.status === 200) setBase(answer.body.administrator);
    // Until a second administrator has approved it, all stays as it is.
    take(answer.status === 200 ? answer.body.administrator : base);
    showSnackbar({ severity: 'success', text: answer.status === 202 ? words.asked : words.saved(name) });
    await refreshTeam();
  };
  /** Why a permission cannot be given or taken; null if it can. */
  const reasonFor = (flag: PermissionFlag) =>
    reason ?? (person.permissionFlags.includes(flag) ? null : permissionWords.missing([flag]));
  return (
    <section aria-labelledby="member-permissions" className={styles.part}>
      <h3 id="member-permissions">{words.permissions}</h3>
      <FormShell
        error={message}
        pending={pending}
        submit={
          reason === null
            ? { label: words.save, pending: words.saving, variant: isChanged ? 'primary' : 'secondary' }
            : null
        }
        onSubmit={save}
        actions={
          isChanged && !isConflict && !kept.isRestored ? (
            <Button onClick={() => take(base)}>{words.discard}</Button>
          ) : null
        }
        head={<KeptNotice kept={kept} />}
        beforeButton={
          <>
            {isConflict && (
              <Notice severity="warning">
                {words.conflict(textOf(base.preset, new Set(base.flags)))}{' '}
                <Button variant="quiet" onClick={() => take(base)}>
                  {words.takeTheirs}
                </Button>
              </Notice>
            )}
            {team.data?.fourEyes && reason === null && <p className={styles.mute}>{words.fourEyes}</p>}
          </>
        }
      >
        {reason !== null && <p className={styles.mute}>{reason}</p>}
        <SelectField
          label={words.preset}
          hint={presetNames[preset].text}
          disabled={reason !== null}
          options={presetOptions.filter(({ id }) => isOwner || id !== 'OWNER' || given === 'OWNER')}
          value={preset}
          onChange={({ target }) => choose(target.value as Preset)}
        />
        <fieldset className={styles.flags}>
          <legend>{words.mayDo}</legend>
          {permissionFlags.map((flag) => {
            const isOn = chosen.has(flag);
            const differs = isOn === usual.includes(flag) ? null : isOn ? words.besides : words.withheld;
            const why = reasonFor(flag);
            return (
              <Checkbox
                key={flag}
                label={
                  <>
                    {permissionNames[flag].name} {differs !== null && <span className={styles.mute}>({differs})</span>}
                  </>
                }
                hint={why !== null && reason === null ? why : permissionNames[flag].text}
                disabled={why !== null}
                checked={isOn}
                onChange={({ target }) => {
                  const next = new Set(chosen);
                  if (target.checked) next.add(flag);
                  else next.delete(flag);
                  setChosen(next);
                }}
              />
            );
          })}
        </fieldset>
      </FormShell>
    </section>
  );
}
