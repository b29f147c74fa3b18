import { Button } from '../../kit/actions/Button.tsx';
import { Notice } from '../../kit/feedback/Notice.tsx';
import { keptFormWords as words } from '../../messages/en/kit/kept-forms.ts';
import styles from './KeptNotice.module.css';
import type { KeptForm } from './use-kept-form.ts';

/** Says that a form holds what was typed before the session ended, and offers to give it up. */
export const KeptNotice = ({ kept: { isRestored, discard } }: { kept: KeptForm }) => (
  <div role="status" className={styles.live}>
    {isRestored && (
      <Notice severity="info">
        {words.kept}{' '}
        <Button variant="quiet" onClick={discard}>
          {words.discard}
        </Button>
      </Notice>
    )}
  </div>
);
