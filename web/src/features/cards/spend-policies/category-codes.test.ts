import { expect, test } from 'vitest';
import { categoryNames, codesText, parseCodes } from './category-codes.ts';

test.each([
  ['5812', { ranges: [{ from: 5812, to: 5812 }] }],
  ['5811-5814, 742', { wrong: '742' }],
  [
    '5811 – 5814,\n0742',
    {
      ranges: [
        { from: 5811, to: 5814 },
        { from: 742, to: 742 },
      ],
    },
  ],
  ['5814-5811', { wrong: '5814-5811' }],
  ['5812; 5812, 5812-5812', { ranges: [{ from: 5812, to: 5812 }] }],
  ['', { wrong: '' }],
  [' ,\n;', { wrong: '' }],
  ['food', { wrong: 'food' }],
])('“%s”', (text, read) => {
  expect(parseCodes(text)).toEqual(read);
});

test('ranges are written as they are typed, and read by their names', () => {
  const ranges = [
    { from: 742, to: 742 },
    { from: 5811, to: 5814 },
  ];
  expect(codesText(ranges)).toBe('0742, 5811-5814');
  expect(categoryNames(ranges)).toEqual(['Veterinary services', '5811–5814']);
});
