import { useId, type ComponentProps } from 'react';
import { kitListWords } from '../../../messages/en/kit/kit-lists.ts';
import { buttonClass } from '../../actions/Button.tsx';
import { classNames } from '../../class-names.ts';
import styles from './CsvField.module.css';
import type { FieldWords } from './Field.tsx';
import { TextAreaField } from './TextField.tsx';

interface CsvFieldProps extends FieldWords, Omit<ComponentProps<'textarea'>, 'id' | 'onChange'> {
  value: string;
  onText: (text: string) => void;
}

/** Lines of a CSV text: pasted, typed, or read from a file. */
export function CsvField({ onText, ...field }: CsvFieldProps) {
  const id = useId();
  return (
    <div className={styles.csv}>
      <TextAreaField
        rows={6}
        spellCheck={false}
        autoComplete="off"
        {...field}
        onChange={({ target }) => onText(target.value)}
      />
      <span>
        <input
          id={id}
          type="file"
          accept=".csv,text/csv,text/plain"
          className={classNames('visually-hidden', styles.file)}
          onChange={({ target }) => {
            const file = target.files?.[0];
            // The same file can be read again after a change.
            target.value = '';
            if (file) void file.text().then(onText);
          }}
        />
        <label htmlFor={id} className={buttonClass()}>
          {kitListWords.readFile}
        </label>
      </span>
    </div>
  );
}
