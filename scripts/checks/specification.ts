/**
 * `npm run specification`: the sentences of the specification, each with the tests that proved it in the last `npm test`,
 * as `.cache/specification.md`; by route, banner and constant, too. Fails where a sentence has no test that passed.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shellWords } from '../../web/src/messages/en/shell/shell.ts';
import { paths, redirects } from '../../web/src/paths.ts';
import { sentences, type Sentence } from '../../docs/specification/sentences.ts';

const root = join(import.meta.dirname, '../..');

/** A test that ran and names a sentence. */
export interface Proof {
  sentence: string;
  /** Its file, and its title with those of its groups. */
  file: string;
  title: string;
  passed: boolean;
  /** Whether it reads a screen; a test of a rule alone does not show that a screen applies it. */
  onScreen: boolean;
}

/** The used part of Vitest's report. */
export interface VitestReport {
  testResults: { name: string; assertionResults: { fullName: string; status: string; tags: string[] }[] }[];
}

interface Step {
  title: string;
  steps?: Step[];
}

interface StorySuite {
  title: string;
  file: string;
  suites?: StorySuite[];
  specs: { title: string; ok: boolean; tags: string[]; tests: { results: { steps?: Step[] }[] }[] }[];
}

/** The used part of Playwright's report. */
export interface PlaywrightReport {
  suites: StorySuite[];
}

/** The tests in a report of Vitest, once for each sentence that they name. */
export const ofVitest = ({ testResults }: VitestReport, onScreen: boolean): Proof[] =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.flatMap(({ fullName: title, status, tags }) =>
      tags.map((sentence) => ({
        sentence,
        file: relative(root, name),
        title: title.trim(),
        passed: status === 'passed',
        onScreen,
      })),
    ),
  );

/** The stories in a report of Playwright, and their steps, which have their tags in the title. */
export const ofPlaywright = ({ suites }: PlaywrightReport): Proof[] =>
  suites.flatMap((suite) => [
    ...ofPlaywright({ suites: suite.suites ?? [] }),
    ...suite.specs.flatMap(({ title, ok: passed, tags, tests }) => {
      const file = `e2e/${suite.file}`;
      const steps = tests.flatMap(({ results }) => results.flatMap((result) => pathsOf(result.steps)));
      return [
        ...tags.map((tag) => ({ sentence: `@${tag}`, file, title, passed, onScreen: true })),
        ...steps.flatMap((step) =>
          (step.match(/@\S+/g) ?? []).map((sentence) => ({
            sentence,
            file,
            title: `${title} › ${withoutTags(step)}`,
            passed,
            onScreen: true,
          })),
        ),
      ];
    }),
  ]);

/** The titles of steps and nested steps, each with its context; the tags of outer ones stay theirs. */
const pathsOf = (steps: Step[] = []): string[] =>
  steps.flatMap(({ title, steps: inner }) => [
    title,
    ...pathsOf(inner).map((path) => `${withoutTags(title)} › ${path}`),
  ]);

const withoutTags = (title: string) => title.replaceAll(/ @\S+/g, '');

/** Labels among the words of the banners. */
const labels = [
  'region',
  'whole',
  'reconnect',
  'accounts',
  'validate',
  'outstandingFeesOwed',
  'seeFees',
  'dismissFees',
  'dismissFailed',
];

const bannerNames = [
  ...Object.entries(shellWords.banners)
    .filter(([name]) => !labels.includes(name))
    .flatMap(([name, words]) =>
      typeof words === 'object' ? Object.keys(words).map((inner) => `${name}.${inner}`) : [name],
    ),
  'announcement',
];

/** The objects that each need a sentence, and their sentences. */
export const checklists: Readonly<Record<string, readonly { thing: string; about: readonly Sentence[] }[]>> = {
  Routes: [...Object.values(paths), ...Object.keys(redirects)].map((thing) => ({
    thing,
    about: sentences.filter(({ routes }) => routes.includes(thing)),
  })),
  Banners: bannerNames.map((thing) => ({ thing, about: sentences.filter(({ banners }) => banners.includes(thing)) })),
  'Errors and constants': sentences
    .filter(({ id }) => /^@[89]\./.test(id))
    .map((sentence) => ({ thing: sentence.text, about: [sentence] })),
};

/** The errors, a line each: a sentence without a passed test, a tag without a sentence, an object on no screen. */
export function problemsOf(proofs: readonly Proof[]): string[] {
  const known = new Set<string>(sentences.map(({ id }) => id));
  const bySentence = Map.groupBy(proofs, ({ sentence }) => sentence);
  const onScreen = (about: readonly Sentence[]) =>
    about.some(({ id }) => bySentence.get(id)?.some((proof) => proof.onScreen));
  return [
    ...sentences
      .filter(({ id }) => !bySentence.has(id))
      .map(({ id, section, text }) => `${id} has no test: ${section}, ${text}`),
    ...proofs
      .filter(({ passed }) => !passed)
      .map(({ sentence, file, title }) => `${sentence} did not pass: ${file}, ${title}`),
    ...proofs
      .filter(({ sentence }) => !known.has(sentence))
      .map(({ sentence, file, title }) => `${sentence} is no sentence: ${file}, ${title}`),
    ...Object.entries(checklists).flatMap(([name, lines]) =>
      lines.filter(({ about }) => !onScreen(about)).map(({ thing }) => `No test on a screen. ${name}: ${thing}`),
    ),
  ];
}

/** The document: every sentence, then every route, banner, error and constant, with the tests that proved it. */
export function documentOf(proofs: readonly Proof[]): string {
  const bySentence = Map.groupBy(proofs, ({ sentence }) => sentence);
  const cell = (text: string) => text.replaceAll('|', String.raw`\|`);
  const testsOf = (about: readonly Sentence[]) =>
    [...new Set(about.flatMap(({ id }) => bySentence.get(id) ?? []).map(({ file, title }) => `${file}: ${title}`))].map(
      cell,
    );
  const table = (head: string, rows: readonly string[][]) =>
    [`| ${head} | Tests |`, '| --- | --- | --- |', ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join('\n');
  const sections = [...Map.groupBy(sentences, ({ chapter, section }) => `## ${chapter}: ${section}`)].map(
    ([heading, some]) =>
      `${heading}\n\n${table(
        'Sentence | ',
        some.map((sentence) => [sentence.id, cell(sentence.text), testsOf([sentence]).join('<br>')]),
      )}`,
  );
  const lists = Object.entries(checklists).map(
    ([heading, lines]) =>
      `## ${heading}\n\n${table(
        `${heading} | Sentences`,
        lines.map(({ thing, about }) => [
          cell(thing),
          about.map(({ id }) => id).join(' '),
          testsOf(about).join('<br>'),
        ]),
      )}`,
  );
  return `${['# The specification and its tests', ...sections, ...lists].join('\n\n')}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.env['FLORIN_REPORTS'] ?? join(root, '.cache/reports');
  const read = (part: string) => {
    const file = join(folder, `${part}.json`);
    if (!existsSync(file)) throw new Error(`There is no report of ${part}: run \`npm test\` first.`);
    return JSON.parse(readFileSync(file, 'utf8'));
  };
  const proofs = [
    ...['contract', 'server', 'web', 'repository'].flatMap((part) => ofVitest(read(part), false)),
    ...['component', 'screens'].flatMap((part) => ofVitest(read(part), true)),
    ...ofPlaywright(read('e2e')),
  ];
  const problems = problemsOf(proofs);
  const file = join(root, '.cache/specification.md');
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(file, documentOf(proofs));
  for (const problem of problems) console.log(problem);
  const tests = new Set(proofs.map(({ file: path, title }) => `${path} ${title}`)).size;
  console.log(`${sentences.length} sentences, ${tests} tests, ${problems.length} problems: ${relative(root, file)}`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
