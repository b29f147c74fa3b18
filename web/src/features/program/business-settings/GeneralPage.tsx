import { changeBusinessProfile, type BusinessSettings } from '@florin/contract/program/business-settings';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useState, type ComponentProps } from 'react';
import { SettingsHead } from '../../../flows/settings/SettingsHead.tsx';
import { Button } from '../../../kit/actions/Button.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Notice } from '../../../kit/feedback/Notice.tsx';
import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { useUndoSnackbar } from '../../../kit/feedback/use-undo-snackbar.ts';
import { FormShell } from '../../../kit/forms/FormShell.tsx';
import { TextAreaField } from '../../../kit/forms/fields/TextField.tsx';
import { useContractForm } from '../../../kit/forms/use-contract-form.ts';
import { ColumnPage, WidePage } from '../../../kit/layout/Page.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { ComboboxField } from '../../../kit/pickers/ComboboxField.tsx';
import { businessSettingsWords as words } from '../../../messages/en/program/business-settings.ts';
import { pageTitles } from '../../../messages/en/shell/pages.ts';
import { paths } from '../../../paths.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { useSubmission } from '../../../session/failures/use-submission.ts';
import { KeptNotice } from '../../../session/kept-forms/KeptNotice.tsx';
import { useKeptForm } from '../../../session/kept-forms/use-kept-form.ts';
import { useReason } from '../../../session/PermittedButton.tsx';
import { usePerson } from '../../../session/person.ts';
import { queryClient } from '../../../session/queries/query-client.ts';
import { profileQuery } from './queries.ts';
import { zoneOptions, zoneText } from './zone-options.ts';
import styles from './business-settings.module.css';

/** /business-settings: the profile of the business and its time zone. */
export function GeneralPage() {
  const { businessName } = usePerson();
  const profile = useQuery(profileQuery());
  return (
    <WidePage>
      <SettingsHead title={pageTitles.businessSettings} intro={words.intro(businessName)} />
      <ColumnPage>
        <Panel title={words.profile}>
          {profile.data ? (
            <ProfileForm given={profile.data} />
          ) : profile.isError ? (
            <Failure
              {...errorMessage(profile.error, words.loadFailed)}
              onRetry={() => void profile.refetch()}
              retrying={profile.isFetching}
            />
          ) : (
            <div aria-busy="true" className={styles.stack}>
              <Skeleton shape="long" />
              <Skeleton shape="block" />
              <Skeleton shape="block" />
            </div>
          )}
        </Panel>
      </ColumnPage>
    </WidePage>
  );
}

type ZoneFieldProps = Omit<ComponentProps<typeof ComboboxField>, 'label' | 'options'> & {
  /** The zone in force. */
  given: string;
};

/** The names of all zones are computed after the page is shown. */
function ZoneField({ given, ...field }: ZoneFieldProps) {
  const isShown = useDeferredValue(true, false);
  const options = useMemo(() => zoneOptions(given, isShown), [given, isShown]);
  return <ComboboxField label={words.zone} hint={words.zoneHint} empty={words.zoneNone} options={options} {...field} />;
}

const entriesOf = ({ address, timeZone, version }: BusinessSettings) => ({ address: address ?? '', timeZone, version });

function ProfileForm({ given }: { given: BusinessSettings }) {
  const reason = useReason('business-settings.change');
  const { pending, message, say, submit } = useSubmission();
  // The settings that the entries stand on: a change that arrives meanwhile is shown, not taken over.
  const [base, setBase] = useState(given);
  const [theirs, setTheirs] = useState<BusinessSettings | null>(null);
  const form = useContractForm(changeBusinessProfile.body, {
    defaultValues: entriesOf(given),
    words: { timeZone: { format: words.zoneFormat, type: words.zoneFormat } },
  });
  const kept = useKeptForm('business-profile', form);
  const take = (settings: BusinessSettings) => {
    setBase(settings);
    setTheirs(null);
    form.reset(entriesOf(settings));
  };
  const showUndo = useUndoSnackbar();
  // The page may be left by then: a failure is shown over whichever page is open.
  const undo = async ({ address, timeZone }: BusinessSettings, version: number) => {
    const answer = await submit(changeBusinessProfile, { body: { address, timeZone, version } });
    say(null);
    if (answer?.ok) {
      queryClient.setQueryData(profileQuery().queryKey, answer.body);
      take(answer.body);
    } else void queryClient.invalidateQueries({ queryKey: profileQuery().queryKey });
    showSnackbar(
      answer?.ok ? { severity: 'success', text: words.undone } : { severity: 'warning', text: words.notUndone },
    );
  };
  const save = form.handleSubmit(async ({ address, timeZone, version }) => {
    const body = { address: address?.trim() || null, timeZone, version };
    const before = theirs ?? base;
    const answer = await submit(changeBusinessProfile, { body }, form.refuse);
    if (answer?.ok) {
      queryClient.setQueryData(profileQuery().queryKey, answer.body);
      take(answer.body);
      const isChanged = before.address !== body.address || before.timeZone !== timeZone;
      if (isChanged)
        showUndo(words.saved, { label: words.undo, onPress: () => void undo(before, answer.body.version) });
      else showSnackbar({ severity: 'success', text: words.saved });
    } else if (answer?.code === 'VERSION_CONFLICT') {
      const now = await queryClient.fetchQuery({ ...profileQuery(), staleTime: 0 });
      say(null);
      form.reset(entriesOf(now));
      form.reset({ address, timeZone, version: now.version }, { keepDefaultValues: true });
      setBase(now);
      setTheirs(now);
    }
  });
  return (
    <FormShell
      error={message}
      pending={pending}
      submit={reason === null ? { label: words.save, pending: words.saving } : null}
      onSubmit={() => save()}
      actions={
        form.formState.isDirty && theirs === null && !kept.isRestored ? (
          <Button onClick={() => form.reset()}>{words.discard}</Button>
        ) : null
      }
      head={
        <>
          <dl className={styles.facts}>
            <div>
              <dt>{words.name}</dt>
              <dd>
                {given.name}{' '}
                <span className={styles.mute}>
                  {words.nameHint} <Link to={paths.contactUs}>{words.contact}</Link>
                </span>
              </dd>
            </div>
          </dl>
          <KeptNotice kept={kept} />
        </>
      }
      beforeButton={
        theirs ? (
          <Notice severity="warning">
            {words.conflict.text} {words.conflict.zone(zoneText(theirs.timeZone))}.{' '}
            {words.conflict.address(theirs.address)}. {words.conflict.keep}{' '}
            <Button variant="quiet" onClick={() => take(theirs)}>
              {words.conflict.take}
            </Button>
          </Notice>
        ) : reason !== null ? (
          <p className={styles.mute}>{reason}</p>
        ) : null
      }
    >
      <fieldset disabled={reason !== null} className={styles.fields}>
        <TextAreaField label={words.address} hint={words.addressHint} rows={3} {...form.field('address')} />
        <ZoneField given={base.timeZone} {...form.field('timeZone')} />
      </fieldset>
    </FormShell>
  );
}
