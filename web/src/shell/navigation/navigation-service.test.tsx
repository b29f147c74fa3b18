import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { guardAt } from '../../routes.tsx';
import { decide, type MayEnter } from '../../session/account/guards.ts';
import type { Navigator } from './navigation.ts';
import { defaultNavigation, NavigationServiceContext, useNavigationService } from './navigation-service.ts';

const mayEnter: MayEnter = (path, person) => decide(guardAt(path)!, { path, person }) === 'enter';
const as = (role: Navigator['role']) => ({ role, userData: { accountStatus: 'OPEN' } }) as Navigator;

test('the header leads to the transactions of the role', { tags: '@2.shell.2' }, () => {
  expect(defaultNavigation.header(as('ADMIN'), mayEnter)).toEqual([{ label: 'Transactions', path: '/transactions' }]);
  expect(defaultNavigation.header(as('CARDHOLDER'), mayEnter)).toEqual([
    { label: 'Purchases', path: '/my-transactions/purchases' },
  ]);
});

test('another service replaces the product’s own', { tags: ['@2.shell.3', '@2.shell.26'] }, () => {
  function Links() {
    return useNavigationService()
      .header(as('ADMIN'), mayEnter)
      .map(({ label }) => <b key={label}>{label}</b>);
  }
  const other = { ...defaultNavigation, header: () => [{ label: 'Ledger', path: '/reports' as const }] };
  expect(renderToStaticMarkup(<Links />)).toBe('<b>Transactions</b>');
  expect(
    renderToStaticMarkup(
      <NavigationServiceContext value={other}>
        <Links />
      </NavigationServiceContext>,
    ),
  ).toBe('<b>Ledger</b>');
});
