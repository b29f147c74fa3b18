import { expect, test } from 'vitest';
import { invitesQueryOf, queryOf, showsInvites } from './list-search.ts';

test.each([
  [{}, {}],
  [{ q: '  fischer ' }, { text: 'fischer' }],
  [{ role: 'ADMIN' }, { role: 'ADMIN' }],
  [{ role: '!ADMIN' }, { role: 'CARDHOLDER' }],
  [{ role: 'ADMIN,CARDHOLDER' }, {}],
  [{ preset: 'OWNER,AUDITOR' }, { preset: 'OWNER,AUDITOR' }],
  [{ preset: '!OWNER' }, { preset: 'ADMINISTRATOR,FUNDER,REVIEWER,AUDITOR' }],
  [{ state: 'CLOSED' }, { state: 'CLOSED' }],
  [{ state: 'CLOSED,INVITED' }, { state: 'CLOSED' }],
  [{ state: '!INVITED' }, {}],
  [{ sort: '-name' }, { order: 'DESC' }],
  [{ sort: '-lastLogin' }, { sort: 'LAST_LOGIN' }],
  [{ sort: 'lastLogin' }, { sort: 'LAST_LOGIN', order: 'ASC' }],
  [{ role: 'NOBODY', preset: 'GONE', sort: 'color' }, {}],
])('%j asks for the accounts of %j', (search, query) => {
  expect(queryOf(search)).toEqual(query);
});

test.each([
  [{ state: 'INVITED' }, true],
  [{ state: '!OPEN,CLOSED' }, true],
  [{ state: 'INVITED,CLOSED' }, false],
  [{}, false],
])('%j shows invites: %s', (search, shown) => {
  expect(showsInvites(search)).toBe(shown);
});

test('invites are asked for by name, role and status', () => {
  expect(invitesQueryOf({ state: 'INVITED', q: 'ines', role: 'ADMIN', status: 'EXPIRED' })).toEqual({
    text: 'ines',
    role: 'ADMIN',
    status: 'EXPIRED',
  });
});
