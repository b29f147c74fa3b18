import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useState } from 'react';
import * as v from 'valibot';
import { Icon } from '../../kit/text/Icon.tsx';
import { shellWords } from '../../messages/en/shell/shell.ts';
import { stored } from '../../stored.ts';
import { AccountSwitcher } from './AccountSwitcher.tsx';
import { Navigation } from './Navigation.tsx';
import { SimulatorButton } from './SimulatorButton.tsx';
import { OnboardingLink } from './OnboardingLink.tsx';
import layout from '../layout.module.css';
import styles from './Sidebar.module.css';

/** Account and navigation beside the page; narrow screens have them in a drawer. */
export function Sidebar({ onSwitch }: { onSwitch: (userId: string) => void }) {
  const [collapsed, toggle] = useCollapsed();
  return (
    <div className={layout.side} data-collapsed={collapsed}>
      <section data-tour="account" aria-label={shellWords.account.currentAccount}>
        <AccountSwitcher onSwitch={onSwitch} compact={collapsed} />
      </section>
      <OnboardingLink compact={collapsed} />
      <Navigation compact={collapsed} />
      <SimulatorButton compact={collapsed} />
      <button
        type="button"
        className={styles.collapse}
        aria-expanded={!collapsed}
        title={collapsed ? shellWords.expand : undefined}
        onClick={toggle}
      >
        <Icon of={collapsed ? PanelLeftOpen : PanelLeftClose} />
        <span className={collapsed ? 'visually-hidden' : undefined}>
          {collapsed ? shellWords.expand : shellWords.collapse}
        </span>
      </button>
    </div>
  );
}

const sidebar = stored('florin-sidebar', v.picklist(['collapsed', 'expanded']), 'local');

/** Whether the sidebar is folded to its icons; stored in the browser. */
function useCollapsed(): [collapsed: boolean, toggle: () => void] {
  const [collapsed, setCollapsed] = useState(() => sidebar.read() === 'collapsed');
  const toggle = () => {
    setCollapsed(!collapsed);
    sidebar.write(collapsed ? 'expanded' : 'collapsed');
  };
  return [collapsed, toggle];
}
