import { useMemo, useState } from 'react';
import { Button } from '../../kit/actions/Button.tsx';
import { Dialog } from '../../kit/overlays/Dialog.tsx';
import { en } from '../../messages/en.ts';
import { shellWords } from '../../messages/en/shell/shell.ts';
import { idleLimits } from '../../session/idle/idle.ts';
import { logOut } from '../../session/leave.ts';
import { useIdle } from '../../session/idle/use-idle.ts';
import { useSite } from '../../site.ts';
import styles from './IdleGuard.module.css';

/** The progress bar's maximum (specification section 9). */
const progressMaximum = 60;
/** Announced when these many seconds are left: announcing every second would be unbearable. */
const announcedAt = [10, 30, 60] as const;

/** Logs out an idle person, after a warning that 'Resume' and Esc dismiss (specification section 4; WCAG 2.2.1). */
export function IdleGuard() {
  const site = useSite();
  const limits = useMemo(() => idleLimits(site), [site]);
  const { state, resume } = useIdle(limits, () => void logOut('idle'));
  const { idle } = shellWords;
  const secondsLeft = state.kind === 'idle-warning' ? state.secondsLeft : 0;

  if (state.kind === 'active') return null;
  return (
    <Dialog
      open
      role="alertdialog"
      title={idle.title}
      onClose={resume}
      actions={
        // The first one has the focus.
        <>
          <Button variant="primary" onClick={resume} unavailable={state.kind === 'timed-out'}>
            {idle.resume}
          </Button>
          <Button onClick={() => void logOut('user')} unavailable={state.kind === 'timed-out'}>
            {shellWords.logOut}
          </Button>
        </>
      }
    >
      <p role="timer" aria-live="off">
        {state.kind === 'timed-out' ? en.loggingOut : idle.secondsLeft(secondsLeft)}
      </p>
      <progress
        className={styles.progress}
        aria-label={idle.progress}
        max={progressMaximum}
        value={Math.min(secondsLeft, progressMaximum)}
      />
      <Announcement secondsLeft={secondsLeft} />
    </Dialog>
  );
}

/** The sentence of the last step that was passed. The first is read with the dialog itself. */
function Announcement({ secondsLeft }: { secondsLeft: number }) {
  const step = announcedAt.find((seconds) => secondsLeft <= seconds);
  const [announced, setAnnounced] = useState({ step, sentence: '' });
  if (step !== announced.step) setAnnounced({ step, sentence: shellWords.idle.secondsLeft(secondsLeft) });
  return <output className="visually-hidden">{announced.sentence}</output>;
}
