import { useState } from 'react';

const key = 'florin-sidebar';

/** Whether the sidebar is folded to its icons; the browser remembers. */
export function useCollapsed(): [collapsed: boolean, toggle: () => void] {
  const [collapsed, setCollapsed] = useState(() => {
    try {
      return localStorage.getItem(key) === 'collapsed';
    } catch {
      return false;
    }
  });
  const toggle = () => {
    setCollapsed(!collapsed);
    try {
      localStorage.setItem(key, collapsed ? 'expanded' : 'collapsed');
    } catch {
      // It stays as it is until the page is left.
    }
  };
  return [collapsed, toggle];
}
