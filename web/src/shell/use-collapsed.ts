import { useState } from 'react';
import * as v from 'valibot';
import { stored } from '../stored.ts';

const sidebar = stored('florin-sidebar', v.picklist(['collapsed', 'expanded']), 'local');

/** Whether the sidebar is folded to its icons; the browser remembers. */
export function useCollapsed(): [collapsed: boolean, toggle: () => void] {
  const [collapsed, setCollapsed] = useState(() => sidebar.read() === 'collapsed');
  const toggle = () => {
    setCollapsed(!collapsed);
    sidebar.write(collapsed ? 'expanded' : 'collapsed');
  };
  return [collapsed, toggle];
}
