import { expect, test } from 'vitest';
import { findDemo } from './find-demo.ts';

const lists = {
  people: [
    { username: 'admin', name: 'Ada Okafor', what: 'administrator of a prepaid business' },
    { username: 'seven', name: 'Sven Dahl', what: 'seven linked accounts' },
  ],
  cards: [{ number: '4000 0012 1234 5672', holder: 'Rosa Delgado', what: 'code by email' }],
  invites: [{ code: 'inv_1', name: 'Paula Winter', what: 'pending' }],
  vendorLinks: [{ code: 'vln_1', email: 'billing@harborline-freight.example', what: 'works once' }],
};

test.each([
  ['', 5],
  ['  ADA ', 1],
  ['prepaid', 1],
  ['00121234', 1],
  ['0012 1234', 1],
  ['freight', 1],
  ['pending', 1],
  ['People', 2],
  ['card', 1],
  ['invite', 1],
  ['vendor', 1],
  ['inv_1', 0],
  ['nobody', 0],
])('%j finds %i', (search, count) => expect(findDemo(lists, search).count).toBe(count));
