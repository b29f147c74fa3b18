import { accessCode } from '@florin/contract/limits';
import { describe, expect, test } from 'vitest';
import { codeMail, codeText } from './messages.ts';
import { digitsOf } from './rules.ts';

test.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['123-456', '123456'],
  ['123\u2013456', '123456'],
  ['123\u00A0456', '123456'],
  ['１２３４５６', '123456'],
  ['000000', '000000'],
  ['12345', null],
  ['1234567', null],
  ['12345a', null],
  ['12345.', null],
  ['-', null],
  ['١٢٣٤٥٦', null],
  ['+12345', null],
])('%o as typed is %o', (typed, digits) => {
  expect(digitsOf(typed)).toBe(digits);
});

describe('the messages', () => {
  const programName = 'Smith & <Sons>';

  test('the mail shows the code in subject, text and page, and has no link', () => {
    const { subject, text, html } = codeMail({ purpose: 'LoginNewDevice', code: '012345', programName });
    expect(subject).toBe('012345 is your Smith & <Sons> Secure Access Code');
    expect(text).toContain('012345');
    expect(text).toContain(`${accessCode.lifetimeSeconds / 60} minutes`);
    expect(html).toContain('>012345</p>');
    expect(html).toContain('aria-label="0 1 2 3 4 5"');
    expect(html).toContain('Smith &#38; &#60;Sons&#62;');
    expect(html).not.toContain('<Sons>');
    expect(`${text}${html}`).not.toMatch(/https?:|href|src=/);
  });

  test("the text ends with the line for a browser's autofill", () => {
    const { subject, text, html } = codeText(
      { purpose: 'LoginNewDevice', code: '012345', programName },
      'cards.example.com',
    );
    expect(text.split('\n').at(-1)).toBe('@cards.example.com #012345');
    expect({ subject, html }).toEqual({ subject: null, html: null });
    expect(text.length).toBeLessThan(200);
  });
});
