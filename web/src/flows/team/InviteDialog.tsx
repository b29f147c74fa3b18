import { createInvite } from '@florin/contract/access/invites';
import { presets, type PermissionFlag, type Preset } from '@florin/contract/permissions';
import { FormShell } from '../../kit/forms/FormShell.tsx';
import { Button } from '../../kit/actions/Button.tsx';
import { Dialog } from '../../kit/overlays/Dialog.tsx';
import { SelectField } from '../../kit/pickers/SelectField.tsx';
import { showSnackbar } from '../../kit/feedback/snackbar-store.ts';
import { TextField } from '../../kit/forms/fields/TextField.tsx';
import { useContractForm } from '../../kit/forms/use-contract-form.ts';
import { teamWords } from '../../messages/en/access/team-members.ts';
import { presetNames } from '../../messages/en/access/team-permissions.ts';
import { KeptNotice } from '../../session/kept-forms/KeptNotice.tsx';
import { useKeptForm } from '../../session/kept-forms/use-kept-form.ts';
import { useReason } from '../../session/PermittedButton.tsx';
import { usePerson } from '../../session/person.ts';
import { useProvenSubmission } from '../step-up/StepUpProvider.tsx';
import styles from './InviteDialog.module.css';
import { inviteKey, refreshTeam } from './refresh-team.ts';

const words = teamWords.inviteDialog;
const roles = (['CARDHOLDER', 'ADMIN'] as const).map((id) => ({ id, label: teamWords.roles[id] }));
const sentences = {
  email: { missing: words.emailRequired, format: words.emailFormat, tooLong: words.emailTooLong },
  firstName: { missing: words.firstNameRequired },
  lastName: { missing: words.lastNameRequired },
};

/** The presets that an administrator can give: at most what they have. Only the server knows who is an owner. */
const grantable = (own: readonly PermissionFlag[]) =>
  (Object.keys(presets) as Preset[])
    .filter((preset) => preset !== 'OWNER' && presets[preset].every((flag) => own.includes(flag)))
    .map((id) => ({ id, label: presetNames[id].name }));

interface InviteDialogProps {
  /** Only a cardholder, who is to get a card. */
  isForCard?: boolean;
  onClose: () => void;
}

/** The dialog that invites a person by mail. Closing it clears the form. */
export default function InviteDialog({ isForCard = false, onClose }: InviteDialogProps) {
  return (
    <Dialog open title={isForCard ? words.forCard : words.title} onClose={onClose} holds>
      <InviteForm isForCard={isForCard} onDone={onClose} />
    </Dialog>
  );
}

/** The person to invite, and their role. */
function InviteForm({ isForCard, onDone }: { isForCard: boolean; onDone: () => void }) {
  const { permissionFlags } = usePerson();
  // Inviting an administrator requires a fresh proof.
  const { pending, message, submit } = useProvenSubmission();
  const form = useContractForm(createInvite.body, {
    defaultValues: {
      email: '',
      firstName: '',
      middleName: '',
      lastName: '',
      role: 'CARDHOLDER',
      preset: 'ADMINISTRATOR',
    },
    words: sentences,
    // Opening a list leaves the field before it, which is no reason to call it wrong.
    mode: 'onSubmit',
  });
  const kept = useKeptForm(inviteKey, form);
  const [role, preset] = form.watch(['role', 'preset']);
  const isAdministrator = role === 'ADMIN' && !isForCard;
  const reason = useReason('administrators.invite');
  const send = form.handleSubmit(async ({ preset: chosen, ...rest }) => {
    const body = isForCard
      ? { ...rest, role: 'CARDHOLDER' as const }
      : { ...rest, ...(rest.role === 'ADMIN' && { preset: chosen ?? null }) };
    const answer = await submit(createInvite, { body }, form.refuse);
    if (!answer?.ok) return;
    const sentence = answer.body.status === 'AWAITS_APPROVAL' ? words.awaits : words.sent(answer.body.email);
    showSnackbar({ severity: 'success', text: sentence });
    onDone();
    await refreshTeam();
  });
  return (
    <FormShell
      error={message}
      pending={pending}
      submit={{ label: words.submit, pending: words.submitting }}
      onSubmit={() => send()}
      actions={<Button onClick={onDone}>{teamWords.cancel}</Button>}
      head={<KeptNotice kept={kept} />}
    >
      <p>
        {isForCard ? words.forCardIntro : words.intro} {!isAdministrator && words.card}
      </p>
      <TextField type="email" label={words.email} autoComplete="off" {...form.field('email')} />
      <div className={styles.names}>
        <TextField label={words.firstName} autoComplete="off" {...form.field('firstName')} />
        <TextField
          label={words.middleName}
          aside={<span className={styles.optional}>{words.optional}</span>}
          autoComplete="off"
          {...form.field('middleName')}
        />
      </div>
      <TextField label={words.lastName} autoComplete="off" {...form.field('lastName')} />
      {!isForCard && (
        <SelectField
          label={words.role}
          options={reason === null ? roles : roles.slice(0, 1)}
          hint={reason}
          {...form.field('role')}
        />
      )}
      {isAdministrator && (
        <SelectField
          label={words.preset}
          options={grantable(permissionFlags)}
          hint={presetNames[preset ?? 'ADMINISTRATOR'].text}
          {...form.field('preset')}
        />
      )}
    </FormShell>
  );
}
