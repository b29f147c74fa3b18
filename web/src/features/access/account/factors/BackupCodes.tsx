import { useRef } from 'react';
import { Button } from '../../../../kit/actions/Button.tsx';
import { Notice } from '../../../../kit/feedback/Notice.tsx';
import { showSnackbar } from '../../../../kit/feedback/Snackbar.tsx';
import { accountWords } from '../../../../messages/en/access/account.ts';
import { usePerson } from '../../../../session/person.ts';
import { useSite } from '../../../../site.ts';
import { useFocusOn } from '../../../../kit/forms/use-focus-on.ts';
import styles from './BackupCodes.module.css';

const words = accountWords.backupCodes;

/** The new codes, the one time they are shown, to be copied, printed or downloaded. */
export function BackupCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const notice = useRef<HTMLDivElement>(null);
  const { userName } = usePerson();
  const { program } = useSite();
  useFocusOn(notice);
  const title = words.fileHead(program.name, userName);
  const text = [title, '', ...codes, ''].join('\n');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showSnackbar({ severity: 'success', text: words.copied });
    } catch {
      showSnackbar({ severity: 'error', text: words.copyFailed });
    }
  };
  return (
    <div className={styles.sheet}>
      <Notice ref={notice} severity="warning">
        {words.shownOnce}
      </Notice>
      <p className={styles.paper}>{title}</p>
      <ol aria-label={words.list} className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles.buttons}>
        <Button onClick={() => void copy()}>{words.copy}</Button>
        <Button onClick={() => window.print()}>{words.print}</Button>
        <Button onClick={() => download(words.fileName, text)}>{words.download}</Button>
        <Button variant="primary" onClick={onDone}>
          {words.done}
        </Button>
      </div>
    </div>
  );
}

/** Saves a text as a file on the person's device; nothing is sent. */
function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
