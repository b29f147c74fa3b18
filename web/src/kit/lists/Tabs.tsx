import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs as TabGroup } from 'react-aria-components/Tabs';
import { bringIntoLine, keepInSight } from './keep-in-sight.ts';
import styles from './Tabs.module.css';

export interface TabItem {
  id: string;
  label: string;
  /** Their number; shown only for open tasks. */
  count?: number;
  /** Shown after the label, for example that the view was changed. */
  note?: string;
  /** The address of the view, for a new browser tab. */
  href?: string;
}

interface TabsProps {
  /** The name of the list of tabs. */
  label: string;
  items: readonly TabItem[];
  selectedId: string;
  onSelect: (id: string) => void;
  /** At the end of the line, such as saving a view. */
  end?: ReactNode;
  /** The tabs of an area stand above, so these look different. */
  isBelow?: boolean;
  /** The view of the selected tab. */
  children: ReactNode;
}

/**
 * Tabs for views of one thing. The arrow keys move between them. On a phone the line scrolls, with the selected tab
 * visible.
 */
export function Tabs({ label, items, selectedId, onSelect, end, isBelow = false, children }: TabsProps) {
  const panel = useRef<HTMLDivElement>(null);
  // The library keeps the first id of a panel, but each tab refers to its own panel (`aria-controls`).
  useLayoutEffect(() => {
    const tabId = panel.current?.getAttribute('aria-labelledby');
    if (panel.current && tabId) panel.current.id = tabId.replace('-tab-', '-tabpanel-');
  });
  return (
    <TabGroup className={styles.tabs} selectedKey={selectedId} onSelectionChange={(key) => onSelect(String(key))}>
      <div ref={keepInSight} className={styles.line} data-line data-below={isBelow || undefined}>
        <TabList aria-label={label} className={styles.list} items={items} dependencies={[items, selectedId]}>
          {({ id, label: name, count, note, href }) => (
            <Tab ref={id === selectedId ? showTab : null} id={id} href={href} className={styles.tab}>
              {name}
              {count !== undefined && <span className={styles.count}>{count}</span>}
              {note !== undefined && <span className={styles.note}>{note}</span>}
            </Tab>
          )}
        </TabList>
        {end && (
          <div ref={keepInSight} data-end className={styles.end}>
            {end}
          </div>
        )}
      </div>
      <TabPanel ref={panel} id={selectedId} className={styles.panel}>
        {children}
      </TabPanel>
    </TabGroup>
  );
}

/** One function for all renders: React calls it when the selected tab changes, not each time the page below does. */
function showTab(tab: HTMLElement | null) {
  const line = tab?.closest('[data-line]');
  if (line) bringIntoLine(line);
}
