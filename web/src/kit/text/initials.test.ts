import { expect, test } from 'vitest';
import { initialsOf } from './initials.ts';

test.each([
  ['Northwind Trading', 'NT'],
  ['Northwind', 'N'],
  ['northwind trading company', 'NC'],
  ['  Łucja  Żak ', 'ŁŻ'],
  ['Acme & Sons', 'AS'],
  ['Acme —', 'A'],
  ['(3) Brothers', '3B'],
  ['', ''],
])('%j is %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
