import { agreementNames, type AgreementName } from '@florin/contract/program/legal-texts';
import { describe, expect, test } from 'vitest';
import { sentences } from '../../../../docs/specification/sentences.ts';
import { facts } from '../../testing/agreement-facts.ts';
import { agreementText, allWords, groups, linksOf, sectionWords } from '../../testing/texts.ts';

const textOf = new Map(sentences.map(({ id, text }) => [id, text]));
const stated = facts.map(([id, where, ...words]) => ({ id, sentence: textOf.get(id)!, where, words }));

/** 'consumer, commercial: fees' as the names of texts and the section's link target. */
function placeOf(where: string): { names: AgreementName[]; id: string } {
  const [texts, id] = where.split(': ');
  const names = texts!.split(', ').flatMap((name) => groups[name] ?? agreementNames.filter((each) => each === name));
  return { names, id: id! };
}
/** Dollars, percent, days and dates; the numbers of the variants themselves are none. */
const figuresIn = (sentence: string) =>
  sentence.replaceAll(/^\d · |variant \d/g, '').match(/\$\d+(?:\.\d\d)?|\d+%|\d+\/\d{4}|June 13th, 2023|\d+/g) ?? [];

describe('what a sentence says stands in each text that it is about', { tags: ['@0.8', '@a3.1', '@a8.2'] }, () => {
  for (const { id, sentence, where, words } of stated)
    test(`${sentence} (${where})`, { tags: id }, () => {
      const place = placeOf(where);
      expect(place.names).not.toEqual([]);
      expect(words).not.toEqual([]);
      for (const name of place.names) {
        const section = sectionWords(agreementText(name), place.id);
        for (const quoted of words) expect(section, name).toContain(quoted);
      }
    });
});

describe('every figure of a sentence stands in the texts', () => {
  for (const [id, sentence] of new Map(stated.map((fact) => [fact.id, fact.sentence])))
    test(`figures of “${sentence}”`, { tags: id }, () => {
      const words = stated.filter((fact) => fact.id === id).flatMap((fact) => fact.words);
      const found = new Set(words.flatMap(figuresIn));
      expect(figuresIn(sentence).filter((figure) => !found.has(figure))).toEqual([]);
    });
});

describe('the columns of section 9: consumer, business prepaid, commercial', () => {
  const lines = sentences.filter(({ id, text }) => id.startsWith('@a9.') && text.split(' · ').length === 4);
  test('five lines', () => expect(lines).toHaveLength(5));
  const cells = lines.flatMap(({ text }) => {
    const [item, first, ...others] = text.split(' · ');
    const columns = [first!, ...others.map((cell) => (cell === 'same' ? first! : cell))];
    return (['consumer', 'business', 'commercial'] as const).map((group, i) => ({
      item: item!,
      group,
      cell: columns[i]!,
    }));
  });
  test.each(cells)('$item, $group: $cell', ({ item, group, cell }) => {
    for (const name of groups[group]!) {
      const words = allWords(agreementText(name));
      // Reading 12: this one has another fee.
      const figures = name === 'cardholder-mb-agreement' && item.includes('ISA') ? ['1%'] : figuresIn(cell);
      for (const figure of figures) expect(words, name).toContain(figure);
      if (cell === 'not shown') expect(words).not.toMatch(item.startsWith('Replacement') ? /\$5\.00/ : /\b2%/);
    }
  });
});

test('four texts: nobody’s words differ but by their parameters', { tags: '@a2.1' }, () => {
  const titles = agreementNames.map((name) =>
    agreementText(name)
      .sections.map(({ id }) => id)
      .join(),
  );
  expect(new Set(titles).size).toBe(3);
  const consumer = groups.consumer!.map((name) => sectionWords(agreementText(name), 'funds'));
  expect(new Set(consumer).size).toBe(2);
});

test('are dated as decided (reading 12)', { tags: ['@a1.8', '@a2.8'] }, () => {
  const dates = Object.fromEntries(agreementNames.map((name) => [name, agreementText(name).effectiveDate]));
  expect(dates).toEqual({
    'cardholder-fifththird-disburse-owned-funds-agreement': '6/2023',
    'cardholder-fifththird-grants-agreement': '6/2023',
    'cardholder-bancorp-mc-agreement': '04/2024',
    'cardholder-bankcorp-credit-aggreement': 'June 13th, 2023',
    'cardholder-bancorp-agreement': '12/2021',
    'cardholder-bancorp-disburse-owned-funds-agreement': '3/2021',
    'cardholder-bancorp-grants-agreement': '3/2021',
    'cardholder-mb-agreement': '10/2020',
  });
});

test('one variant only: the monthly fee, funds that stay, the lower ISA fee', { tags: ['@a1.10', '@a9.7'] }, () => {
  const saying = (words: RegExp) => agreementNames.filter((name) => words.test(allWords(agreementText(name))));
  expect(saying(/month/i)).toEqual(['cardholder-bancorp-disburse-owned-funds-agreement']);
  expect(saying(/do not expire with the Card/)).toEqual(['cardholder-bancorp-disburse-owned-funds-agreement']);
  expect(saying(/\b1% of the transaction/)).toEqual(['cardholder-mb-agreement']);
  expect(saying(/International fees in one line/)).toEqual(['cardholder-bankcorp-credit-aggreement']);
  expect(saying(/Funds expire when the Card expires/)).toHaveLength(3);
});

test.each(agreementNames)(
  '%s has exactly the links of section 2',
  { tags: ['@a2.3', '@a2.4', '@a2.5', '@a2.6', '@a7.1'] },
  (name) => {
    const wanted = groups.consumer!.includes(name)
      ? ['/login', '/registration']
      : groups.business!.includes(name)
        ? ['/login']
        : [];
    expect(linksOf(agreementText(name))).toEqual(wanted);
  },
);
