import * as limits from '@florin/contract/limits';
import { describe, expect, test } from 'vitest';
import { sentences, type SentenceId } from '../../docs/specification/sentences.ts';
import { checklists, documentOf, ofPlaywright, ofVitest, problemsOf, type Proof } from './specification.ts';

const proofOf = (sentence: string, more?: Partial<Proof>): Proof => ({
  sentence,
  file: 'e2e/all.e2e.ts',
  title: 'all',
  passed: true,
  onScreen: true,
  ...more,
});
const all = sentences.map(({ id }) => proofOf(id));
const without = (id: SentenceId) => all.filter(({ sentence }) => sentence !== id);

describe('the specification', () => {
  test('every id is unique and begins with its section', () => {
    expect(new Set(sentences.map(({ id }) => id)).size).toBe(sentences.length);
    const strays = sentences.filter(({ id, chapter, section }) => {
      const number = /^Section (\d)/.exec(section)?.[1] ?? (section.startsWith('Before') ? '0' : 'beyond');
      return !id.startsWith(`@${chapter === 'The agreements' ? 'a' : ''}${number}.`);
    });
    expect(strays).toEqual([]);
  });

  test.each(sentences.flatMap(({ id, text, limits: names }) => names.map((name) => [id, text, name] as const)))(
    '%s: “%s” has the figure of %s',
    (_id, text, name) => {
      const figure = name.split('.').reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], limits);
      expect(text.match(/\d+/g)).toContain(String(figure));
    },
  );

  test('every route and every banner has a sentence', () => {
    const lines = Object.values(checklists).flat();
    expect(lines.filter(({ about }) => about.length === 0).map(({ thing }) => thing)).toEqual([]);
  });

  test('no sentence names an unknown route or banner', () => {
    const things = new Set(Object.values(checklists).flatMap((lines) => lines.map(({ thing }) => thing)));
    expect(sentences.flatMap(({ routes, banners }) => [...routes, ...banners]).filter((it) => !things.has(it))).toEqual(
      [],
    );
  });
});

describe('the tests that ran', () => {
  test('are complete if every sentence has a passed test', () => {
    expect(problemsOf(all)).toEqual([]);
  });

  test.each([
    ['a sentence without a test', without('@4.1'), /^@4\.1 has no test/],
    ['a test that failed', [...all, proofOf('@4.1', { passed: false })], /^@4\.1 did not pass/],
    ['a tag without a sentence', [...all, proofOf('@4.1000')], /^@4\.1000 is no sentence/],
    [
      'an error on no screen',
      [...without('@8.1'), proofOf('@8.1', { onScreen: false })],
      /^No test on a screen.*LOCKED/,
    ],
  ])('%s is a problem', (_what, proofs, problem) => {
    expect(problemsOf(proofs)).toEqual([expect.stringMatching(problem)]);
  });

  test('are read from the reports: tests, stories and their steps', () => {
    const results = [{ fullName: ' group title', status: 'failed', tags: ['@4.1', '@4.2'] }];
    const file = { name: new URL('../../web/src/some.test.ts', import.meta.url).pathname, assertionResults: results };
    const ofTest = { file: 'web/src/some.test.ts', title: 'group title', passed: false, onScreen: false };
    expect(ofVitest({ testResults: [file] }, false)).toEqual(
      ['@4.1', '@4.2'].map((sentence) => ({ ...ofTest, sentence })),
    );
    const steps = [{ title: 'outer', steps: [{ title: 'inner @4.2 @4.3' }] }];
    const specs = [{ title: 'story', ok: true, tags: ['4.1'], tests: [{ results: [{ steps }] }] }];
    const group = { title: 'group', file: 'some.e2e.ts', specs };
    expect(
      ofPlaywright({ suites: [{ title: 'some.e2e.ts', file: 'some.e2e.ts', specs: [], suites: [group] }] }),
    ).toEqual([
      proofOf('@4.1', { file: 'e2e/some.e2e.ts', title: 'story' }),
      proofOf('@4.2', { file: 'e2e/some.e2e.ts', title: 'story › outer › inner' }),
      proofOf('@4.3', { file: 'e2e/some.e2e.ts', title: 'story › outer › inner' }),
    ]);
  });

  test('are listed with each sentence and each route', () => {
    const document = documentOf([...all, proofOf('@2.routes.2', { title: 'a | b' })]);
    expect(document).toContain(
      String.raw`| @2.routes.2 | ` + '`login`' + String.raw` | e2e/all.e2e.ts: all<br>e2e/all.e2e.ts: a \| b |`,
    );
    expect(document).toContain('| /login | @2.routes.2 | e2e/all.e2e.ts: all');
  });
});
