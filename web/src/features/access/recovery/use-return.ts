import { useSearch } from '@tanstack/react-router';
import { paths } from '../../../paths.ts';

export interface Return {
  to: '/login' | '/add-account';
  from: 'login' | 'add-account';
}

/** Where a forgot page leads back to: /add-account for whoever came from there, else the login page (section 2). */
export function useReturn(): Return {
  const { from }: { from?: unknown } = useSearch({ strict: false });
  return from === 'add-account' ? { to: paths.addAccount, from: 'add-account' } : { to: paths.login, from: 'login' };
}
