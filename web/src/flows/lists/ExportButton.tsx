import type { Endpoint, Input } from '@florin/contract/endpoint';
import type { ExportFormat } from '@florin/contract/exports';
import { Download } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { addressOf } from '../../api.ts';
import { buttonClass } from '../../kit/actions/Button.tsx';
import { isForOthers } from '../../kit/overlays/is-for-others.ts';
import { MenuButton } from '../../kit/overlays/MenuButton.tsx';
import { Icon } from '../../kit/text/Icon.tsx';
import { listWords as words } from '../../messages/en/lists.ts';
import { singleKeys } from '../../session/single-keys.ts';
import styles from './lists.module.css';

/** A call that exports a list (contract/src/exports.ts). */
type ExportCall = Endpoint & { file: readonly string[] };

/** Downloads a list as a file: the browser writes it to the disk as it comes, whatever its size. */
export function download<const E extends ExportCall>(call: E, input: Omit<Input<E>, never>): void {
  const link = document.createElement('a');
  link.href = addressOf(call, input);
  // An answer that is no file does not replace the page.
  link.download = '';
  link.click();
}

/** The button that exports exactly the view; E opens its menu. */
export function ExportButton({ onExport }: { onExport: (format: ExportFormat) => void }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'e' || singleKeys.read() === 'off' || isForOthers(event, place.current)) return;
      event.preventDefault();
      place.current?.querySelector('button')?.click();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <div ref={place} className={styles.export}>
      <MenuButton
        label={words.exportView}
        className={buttonClass()}
        entries={[
          { id: 'csv', icon: Download, label: words.csv },
          { id: 'xlsx', icon: Download, label: words.xlsx },
        ]}
        onAction={(format) => onExport(format as ExportFormat)}
      >
        <Icon of={Download} size={16} />
        <span aria-hidden="true">{words.export}</span>
      </MenuButton>
    </div>
  );
}
