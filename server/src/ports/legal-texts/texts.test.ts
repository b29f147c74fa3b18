import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cardFunding } from '@florin/contract/limits';
import { documentNames, type LegalText } from '@florin/contract/program/legal-texts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defaultBranding } from '../../default-branding.ts';
import * as cookies from '../../http/cookies.ts';
import { allWords, linksOf } from '../../testing/texts.ts';
import { readMarkdown } from './markdown.ts';
import { fill, literally, renderOnce, renderText, type ProgramWords } from './render.ts';
import { loadTexts, type TextName } from './texts.ts';

const program: ProgramWords = {
  name: 'Northwind',
  branding: { ...defaultBranding, companyLong: 'North_wind *Cards*' },
};
const shown = (folder: string | null, name: TextName, slug: string | null): LegalText =>
  renderText(loadTexts(folder).of(name, slug), program).text;
const letters = (text: unknown) => JSON.stringify(text);

describe('the documents that ship', () => {
  test('privacy policy: effective Sept 21 2021', { tags: '@9.35' }, () => {
    expect(shown(null, 'privacy-policy', null)).toMatchObject({
      name: 'Privacy policy',
      effectiveDate: 'Sept 21 2021',
    });
  });
  test.each(documentNames)('%s speaks for the program, and has link targets', (name) => {
    const { sections } = shown(null, name, null);
    expect(sections.length).toBeGreaterThan(3);
    expect(sections.map(({ number }) => number)).toEqual(sections.map((_section, i) => String(i + 1)));
  });
  test.each(documentNames)('%s links to sections and documents that exist', (name) => {
    const text = shown(null, name, null);
    const parts = text.sections.flatMap(({ id, blocks }) => [
      id,
      ...blocks.flatMap((block) => (block.kind === 'heading' ? block.id : [])),
    ]);
    const known = new Set([...parts.map((id) => `#${id}`), ...documentNames.map((each) => `/legal/${each}`)]);
    expect(linksOf(text).filter((to) => /^#|^\/legal\//.test(to) && !known.has(to))).toEqual([]);
  });
  test('the privacy policy names every cookie', () => {
    const policy = allWords(shown(null, 'privacy-policy', null));
    expect(Object.values(cookies).filter((cookie) => typeof cookie === 'string' && !policy.includes(cookie))).toEqual(
      [],
    );
  });
  test.each(['terms-and-conditions', 'services-agreement'] as const)('%s has the figures of the agreements', (name) => {
    const texts = loadTexts(null);
    const { values } = texts.of(name, null);
    const { values: ofMb } = texts.of('cardholder-mb-agreement', null);
    const { values: ofConsumers } = texts.of('cardholder-bancorp-disburse-owned-funds-agreement', null);
    const { values: ofCredit } = texts.of('cardholder-bankcorp-credit-aggreement', null);
    const own = ['version', 'effectiveDate', 'name'];
    const shared = Object.keys(values).filter((key) => key in ofConsumers && !own.includes(key));
    expect(shared).toEqual(expect.arrayContaining(['law', 'disputeDays', 'isaFee', 'replacementFee']));
    for (const key of shared) expect(values[key], key).toBe(ofConsumers[key]);
    expect(values.lowestIsaFee).toBe(ofMb.isaFee);
    if (name === 'terms-and-conditions') expect(values.creditPumpHold).toBe(ofCredit.pumpHold);
    expect(values.cardMaximum).toBe(`$${(cardFunding.cardMaxCents / 100).toLocaleString('en-US')}.00`);
  });
  test('names of a program are letters, not Markdown', () => {
    expect(letters(shown(null, 'terms-and-conditions', null))).toContain('North_wind *Cards*');
  });
});

describe('the folder of an operator', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'texts-'));
    mkdirSync(join(folder, 'northwind'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const put = (path: string, content: string) => writeFileSync(join(folder, path), content);
  const page = (version: number, body: string) =>
    `---\nversion: ${version}\neffectiveDate: 1/2027\nname: Own text\n---\n${body}\n`;

  test('stands above what ships, and a folder of a program above it', () => {
    put('faq.md', page(2, 'For everybody.'));
    put('northwind/faq.md', page(3, 'For {{program}}.'));
    expect(shown(folder, 'faq', null)).toMatchObject({ version: 2, name: 'Own text' });
    expect(shown(folder, 'faq', 'harbor')).toMatchObject({ version: 2 });
    expect(letters(shown(folder, 'faq', 'northwind'))).toContain('For Northwind.');
    expect(shown(folder, 'privacy-policy', 'northwind')).toMatchObject({ name: 'Privacy policy' });
  });

  test('replaces the words that several agreements share', () => {
    put('northwind/business.md', '## Our own guide\n\nBy {{bank}}.');
    expect(letters(shown(folder, 'cardholder-mb-agreement', 'northwind'))).toContain('By MB Financial Bank, N.A.');
    expect(letters(shown(folder, 'cardholder-mb-agreement', null))).not.toContain('Our own guide');
  });

  test.each([
    ['a parameter nobody knows', page(1, 'Dear {{reader}}'), /faq\.md: nothing says what \{\{reader\}\} is/],
    ['no version', '---\nname: FAQ\neffectiveDate: today\n---\n', /faq\.md: version/],
    ['no date', '---\nname: FAQ\nversion: 1\n---\n', /faq\.md: name and effectiveDate/],
    ['no end of the values', '---\nname: FAQ\n', /faq\.md: the line ---/],
    ['a line that is no value', '---\nnonsense\n---\n', /faq\.md: “nonsense”/],
    ['words of a file that is not there', '---\ntext: nothing\n---\n', /faq\.md: there is no nothing\.md/],
    ['a path for a name', '---\ntext: ../faq\n---\n', /no name of a text/],
    ['HTML', page(1, '<script>alert(1)</script>'), /faq\.md: legal texts have no html/],
    ['HTML in a line', page(1, 'a <b>bold</b> word'), /faq\.md: legal texts have no html/],
    ['an image', page(1, '![x](https://example.com/x.png)'), /faq\.md: legal texts have no image/],
    ['a script for a link', page(1, '[x](javascript:alert(1))'), /faq\.md: a link leads to/],
    ['a link to another host without https', page(1, '[x](//evil.example)'), /faq\.md: a link leads to/],
    ['two sections of one link target', page(1, '## A {#a}\n\n## B {#a}'), /two headings have the link target #a/],
  ])('with %s is refused at start, by the name of the file', (_what, content, message) => {
    put('faq.md', content);
    expect(() => loadTexts(folder)).toThrow(message);
  });
});

test('is rendered once for the words of a program, and anew when they change', () => {
  const file = loadTexts(null).of('faq', null);
  const first = renderOnce(file, program);
  expect(renderOnce(file, { ...program, branding: { ...program.branding } })).toBe(first);
  const moved = renderOnce(file, {
    ...program,
    branding: { ...program.branding, phoneCardholderSupport: '(555) 010-0999' },
  });
  expect(letters(moved)).toContain('(555) 010-0999');
});

describe('parameters', () => {
  test('a line with an empty one is left out, be it a paragraph or a line of a table', () => {
    expect(fill('a {{x}}\nb {{y}}\nc', { x: '1', y: '' })).toBe('a 1\nc');
  });
  test('a value is not filled in again', () => {
    expect(fill('{{x}}', { x: '{{y}}', y: 'no' })).toBe('{{y}}');
  });
  test.each(['*', '_', '[a](/b)', '<b>', '`', '| ', '# ', '~~a~~', '&amp;', String.raw`\*`])(
    '%s stays as it is',
    (text) => {
      expect(readMarkdown(literally(`x ${text} y`)).preamble).toEqual([
        { kind: 'paragraph', words: [{ kind: 'text', text: `x ${text} y` }] },
      ]);
    },
  );
});

test('a document as a tree', () => {
  const markdown =
    'Be *kind* to **all**.\n\n## First {#one}\n\n- a [b](/login)\n- c\n\n### Part\n\n## Second one\n\n| A | B |\n|---|---|\n| 1 | 2 |';
  const text = (of: string) => [{ kind: 'text', text: of }];
  expect(readMarkdown(markdown)).toEqual({
    preamble: [
      {
        kind: 'paragraph',
        words: [
          { kind: 'text', text: 'Be ' },
          { kind: 'emphasis', text: 'kind' },
          { kind: 'text', text: ' to ' },
          { kind: 'strong', text: 'all' },
          { kind: 'text', text: '.' },
        ],
      },
    ],
    sections: [
      {
        id: 'one',
        number: '1',
        title: 'First',
        blocks: [
          {
            kind: 'list',
            ordered: false,
            items: [
              [
                { kind: 'text', text: 'a ' },
                { kind: 'link', text: 'b', to: '/login' },
              ],
              text('c'),
            ],
          },
          { kind: 'heading', id: 'part', number: '1.1', title: 'Part' },
        ],
      },
      {
        id: 'second-one',
        number: '2',
        title: 'Second one',
        blocks: [{ kind: 'table', head: [text('A'), text('B')], rows: [[text('1'), text('2')]] }],
      },
    ],
  });
});
