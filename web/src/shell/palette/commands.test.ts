import { expect, test } from 'vitest';
import { matching } from './commands.ts';

const commands = [
  { label: 'Team members' },
  { label: 'Switch to Northwind Trading', also: 'Ada Okafor' },
  { label: 'My Profile' },
  { label: 'Help center' },
  { label: 'Spend policies' },
];

test.each([
  ['', ['Team members', 'Switch to Northwind Trading', 'My Profile', 'Help center', 'Spend policies']],
  ['north', ['Switch to Northwind Trading']],
  ['okafor NORTH', ['Switch to Northwind Trading']],
  ['me', ['Team members']],
  ['m', ['My Profile', 'Team members']],
  ['nothing', []],
  ['policy', ['Spend policies']],
  ['spend policy', ['Spend policies']],
  ['polici', ['Spend policies']],
  ['members', ['Team members']],
  ['team member', ['Team members']],
])('%j finds %j', (typed, labels) => {
  expect(matching(commands, typed).map(({ label }) => label)).toEqual(labels);
});
