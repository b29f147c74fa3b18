import { expect, test } from 'vitest';
import { agreedFees } from './fees.ts';

type Card = Parameters<typeof agreedFees>[0];

const table = { isaBasisPoints: 300, conversionBasisPoints: 200 };
const business: Card = {
  ...table,
  bankId: 'BANCORP',
  network: 'Visa',
  programType: 'Business',
  fundingSource: 'Prepaid',
};

test.each<[string, Partial<Card>, number, number]>([
  ['a prepaid business', {}, 300, 0],
  ['a prepaid business on Mastercard', { network: 'Mastercard' }, 300, 0],
  ['credit: 3% and nothing else', { fundingSource: 'Credit' }, 300, 0],
  ['a business of MBFINANCIAL', { bankId: 'MBFINANCIAL' }, 100, 0],
  ['MBFINANCIAL, own funds', { bankId: 'MBFINANCIAL', programType: 'OwnedFunds' }, 100, 0],
  ['MBFINANCIAL, in a program that charges less', { bankId: 'MBFINANCIAL', isaBasisPoints: 50 }, 50, 0],
  ['a consumer’s own funds', { programType: 'OwnedFunds' }, 300, 200],
  ['a consumer’s grant', { programType: 'Grants' }, 300, 200],
  ['own funds of FIFTHTHIRD', { bankId: 'FIFTHTHIRD', programType: 'OwnedFunds' }, 300, 200],
])('fees abroad: %s', { tags: ['@a9.2', '@a9.3', '@a9.6', '@a9.13'] }, (_who, changes, isa, conversion) =>
  expect(agreedFees({ ...business, ...changes })).toEqual({ isaBasisPoints: isa, conversionBasisPoints: conversion }),
);
