import type { Appearance } from '@florin/contract/program/appearance';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Failure } from '../../../../kit/feedback/Failure.tsx';
import { Panel } from '../../../../kit/layout/Panel.tsx';
import { RadioCards } from '../../../../kit/forms/fields/RadioCards.tsx';
import { Skeleton } from '../../../../kit/feedback/Skeleton.tsx';
import { showSnackbar } from '../../../../kit/feedback/Snackbar.tsx';
import { preferenceWords } from '../../../../messages/en/access/preferences.ts';
import { appearanceQuery, saveAppearance } from '../../../../session/queries/appearance.ts';
import { showsFailure } from '../../../../session/queries/query-client.ts';
import { errorMessage } from '../../../../session/failures/error-message.ts';
import styles from '../account.module.css';

const words = preferenceWords.appearance;

/** Theme and color scheme; a choice is applied at once and saved. */
export function AppearancePanel() {
  const appearance = useQuery(appearanceQuery());
  useEffect(() => {
    if (appearance.isError) showsFailure(appearanceQuery());
  }, [appearance.isError]);
  const choose = async (chosen: Appearance) => {
    try {
      await saveAppearance(chosen);
      showSnackbar({ severity: 'success', text: preferenceWords.saved });
    } catch (error) {
      showSnackbar(errorMessage(error, preferenceWords.notSaved));
    }
  };
  return (
    <Panel title={words.title}>
      {appearance.data ? (
        <div className={styles.stack}>
          <p className={styles.text}>{words.text}</p>
          <RadioCards
            legend={words.theme}
            name="theme"
            choices={words.themes}
            value={appearance.data.theme}
            onChange={(theme) => void choose({ theme, scheme: appearance.data.scheme })}
          />
          <RadioCards
            legend={words.scheme}
            name="scheme"
            choices={words.schemes}
            value={appearance.data.scheme}
            onChange={(scheme) => void choose({ theme: appearance.data.theme, scheme })}
          />
        </div>
      ) : appearance.isError ? (
        <Failure
          {...errorMessage(appearance.error, preferenceWords.failed)}
          onRetry={() => void appearance.refetch()}
          retrying={appearance.isFetching}
        />
      ) : (
        <div aria-busy="true" className={styles.stack}>
          <Skeleton shape="long" />
          <Skeleton shape="medium" />
        </div>
      )}
    </Panel>
  );
}
