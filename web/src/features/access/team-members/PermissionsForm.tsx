import { flagsOf, permissionFlags, presets, type PermissionFlag, type Preset } from '@florin/contract/permissions';
import { changeTeamPermissions, teamPermissions } from '@florin/contract/team-permissions';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useProvenSubmission } from '../../../flows/step-up/StepUpProvider.tsx';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { Checkbox } from '../../../kit/forms/Checkbox.tsx';
import { Field } from '../../../kit/forms/Field.tsx';
import { FormShell } from '../../../kit/forms/FormShell.tsx';
import { NativeSelect } from '../../../kit/forms/NativeSelect.tsx';
import { permissionWords } from '../../../messages/en/permissions.ts';
import { teamWords } from '../../../messages/en/team-members.ts';
import { notChangeableWords, permissionNames, presetNames } from '../../../messages/en/team-permissions.ts';
import { useReason } from '../../../session/PermittedButton.tsx';
import { usePerson } from '../../../session/person.ts';
import { fetchOrThrow, keyOf } from '../../../session/queries/query-client.ts';
import type { TeamMember } from './MemberSheet.tsx';
import { refreshTeam } from './queries.ts';
import styles from './member-sheet.module.css';

const words = teamWords.sheet;
const presetOptions = (Object.keys(presets) as Preset[]).map((id) => ({ id, label: presetNames[id].name }));

interface PermissionsFormProps {
  of: TeamMember;
  preset: Preset;
  name: string;
}

/** An administrator's permissions: a preset, and each permission on its own. Nobody gives or takes what they lack. */
export function PermissionsForm({ of: { membershipId, isYou, flags }, preset: given, name }: PermissionsFormProps) {
  const person = usePerson();
  const missing = useReason('team-permissions.change');
  const team = useQuery({
    queryKey: keyOf('team-permissions'),
    queryFn: ({ signal }) => fetchOrThrow(teamPermissions, {}, signal),
  });
  const { pending, message, submit } = useProvenSubmission();
  const [preset, setPreset] = useState(given);
  const [chosen, setChosen] = useState<ReadonlySet<PermissionFlag>>(() => new Set(flags));
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
    const body = {
      preset,
      granted: permissionFlags.filter((flag) => chosen.has(flag) && !usual.includes(flag)),
      withheld: usual.filter((flag) => !chosen.has(flag)),
    };
    const answer = await submit(changeTeamPermissions, { params: { membershipId }, body });
    if (!answer?.ok) return;
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
        submit={reason === null ? { label: words.save, pending: words.saving, variant: 'secondary' } : null}
        onSubmit={save}
        beforeButton={team.data?.fourEyes && reason === null ? <p className={styles.mute}>{words.fourEyes}</p> : null}
      >
        {reason !== null && <p className={styles.mute}>{reason}</p>}
        <Field label={words.preset} hint={presetNames[preset].text}>
          {(control) => (
            <NativeSelect
              {...control}
              aria-label={words.preset}
              disabled={reason !== null}
              options={presetOptions.filter(({ id }) => isOwner || id !== 'OWNER' || given === 'OWNER')}
              value={preset}
              onChange={({ target }) => choose(target.value as Preset)}
            />
          )}
        </Field>
        <fieldset className={styles.flags}>
          <legend>{words.exceptions}</legend>
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
