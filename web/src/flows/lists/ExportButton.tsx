import type { ExportFormat } from '@florin/contract/exports';
import { Download } from 'lucide-react';
import { useRef, useState } from 'react';
import { buttonClass } from '../../kit/actions/Button.tsx';
import { MenuButton } from '../../kit/overlays/menus/MenuButton.tsx';
import { Icon } from '../../kit/text/Icon.tsx';
import { Spinner } from '../../kit/text/Spinner.tsx';
import { listWords as words } from '../../messages/en/kit/lists.ts';
import { useSingleKeys } from '../use-single-keys.ts';
import { useCurrentExport } from './current-export.ts';
import styles from './export.module.css';

/** The button that exports exactly the current view, as the command palette can. E opens its menu. */
export function ExportButton({ onExport }: { onExport: (format: ExportFormat) => Promise<void> }) {
  const [exporting, setExporting] = useState(0);
  const take = async (format: ExportFormat) => {
    setExporting((before) => before + 1);
    await onExport(format);
    setExporting((before) => before - 1);
  };
  useCurrentExport((format) => void take(format));
  const place = useRef<HTMLDivElement>(null);
  useSingleKeys({ e: () => place.current?.querySelector('button')?.click() }, place);
  return (
    <div ref={place} className={styles.export}>
      <MenuButton
        label={words.exportView}
        className={buttonClass()}
        entries={[
          { id: 'csv', icon: Download, label: words.csv },
          { id: 'xlsx', icon: Download, label: words.xlsx },
        ]}
        onAction={(format) => void take(format as ExportFormat)}
      >
        {exporting > 0 ? <Spinner /> : <Icon of={Download} size={16} />}
        <span aria-hidden="true">{words.export}</span>
      </MenuButton>
      <span role="status" className="visually-hidden">
        {exporting > 0 && words.exporting}
      </span>
    </div>
  );
}
