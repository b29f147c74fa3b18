import { setBusinessIcon } from '@florin/contract/program/business-icon';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ChangeEvent } from 'react';
import { Checkbox } from '../../../../kit/forms/fields/Checkbox.tsx';
import { Failure } from '../../../../kit/feedback/Failure.tsx';
import { FormMessage } from '../../../../kit/forms/FormMessage.tsx';
import { Panel } from '../../../../kit/layout/Panel.tsx';
import { Skeleton } from '../../../../kit/feedback/Skeleton.tsx';
import { showSnackbar } from '../../../../kit/feedback/Snackbar.tsx';
import { preferenceWords } from '../../../../messages/en/access/preferences.ts';
import { businessPreferencesQuery } from '../../../../session/queries/business-queries.ts';
import { errorMessage } from '../../../../session/failures/error-message.ts';
import { ReasonedButton, useReason } from '../../../../session/PermittedButton.tsx';
import { usePerson } from '../../../../session/person.ts';
import { queryClient } from '../../../../session/queries/query-client.ts';
import { useSubmission } from '../../../../session/failures/use-submission.ts';
import styles from '../account.module.css';
import { drawIcon } from './draw-icon.ts';
import iconStyles from './IconPanel.module.css';

const words = preferenceWords.icon;

/** The custom icon of the business, for administrators. */
export function IconPanel() {
  const { businessName } = usePerson();
  const preferences = useQuery(businessPreferencesQuery());
  return (
    <Panel title={words.title}>
      {preferences.data ? (
        <div className={styles.stack}>
          <p className={styles.text}>{words.text(businessName)}</p>
          <IconForm shown={preferences.data.useCustomIcon} uri={preferences.data.customIconUri} />
        </div>
      ) : preferences.isError ? (
        <Failure
          {...errorMessage(preferences.error, preferenceWords.failed)}
          onRetry={() => void preferences.refetch()}
          retrying={preferences.isFetching}
        />
      ) : (
        <div aria-busy="true">
          <Skeleton shape="long" />
        </div>
      )}
    </Panel>
  );
}

function IconForm({ shown, uri }: { shown: boolean; uri: string | null }) {
  const { businessName } = usePerson();
  const reason = useReason('business-icon.change');
  const { pending, message, say, submit } = useSubmission();
  // The checkbox changes at once; the server decides.
  const [wanted, setWanted] = useState<boolean | null>(null);
  const file = useRef<HTMLInputElement>(null);

  const save = async (useCustomIcon: boolean, image?: string) => {
    setWanted(useCustomIcon);
    const answer = await submit(setBusinessIcon, { body: { useCustomIcon, image } });
    setWanted(null);
    if (!answer?.ok) return;
    queryClient.setQueryData(businessPreferencesQuery().queryKey, answer.body.businessPreferences);
    showSnackbar({ severity: 'success', text: words.saved });
  };
  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = target.files?.[0];
    target.value = '';
    if (!chosen) return;
    const image = await drawIcon(chosen);
    if (image === null) say({ severity: 'error', text: words.unreadable, correlationId: null });
    else await save(true, image);
  };
  return (
    <>
      <div className={iconStyles.line}>
        {uri === null ? (
          <p className={styles.text}>{words.none}</p>
        ) : (
          <img className={iconStyles.icon} src={uri} alt={words.alt(businessName)} width={48} height={48} />
        )}
        <ReasonedButton reason={reason} onClick={() => file.current?.click()} pending={pending}>
          {uri === null ? words.choose : words.replace}
        </ReasonedButton>
        <input
          ref={file}
          type="file"
          hidden
          aria-label={words.choose}
          accept="image/png,image/jpeg,image/webp"
          onChange={(event) => void take(event)}
        />
      </div>
      {/* Screen readers get the reason with the button. */}
      <p className={styles.text} aria-hidden={reason !== null}>
        {reason ?? words.hint}
      </p>
      {uri !== null && (
        <Checkbox
          label={words.use}
          checked={wanted ?? shown}
          disabled={reason !== null}
          onChange={({ target }) => void save(target.checked)}
        />
      )}
      <FormMessage message={message} />
    </>
  );
}
