import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { imports as allImports, importsOf, sources } from '../imports.mjs';
import { root } from '../install.mjs';

/**
 * The layers of each package, lowest first. A module imports from its own layer and from those below. A unit is a folder, or
 * a file that stands loose: `core/*` makes one of each folder and file in `core`. Units of one layer form no cycle; where
 * they are `apart`, they do not import each other at all. `testing` is what only tests, e2e and bench import. `types` lists
 * the layers above of which a file may name types.
 */
const packages = [
  {
    root: 'server/src',
    layers: [
      {
        name: 'base',
        units: ['config.ts', 'context.ts', 'log.ts', 'version.ts', 'bounded-queue.ts', 'default-branding.ts'],
      },
      { name: 'transport, database and ports', units: ['http', 'db', 'ports/*'] },
      { name: 'core', units: ['core/*'] },
      { name: 'identity', units: ['identity/*'] },
      { name: 'features', units: ['features/*/*'], apart: true },
      { name: 'demo', units: ['demo'] },
      { name: 'assembly', units: ['app.ts', 'start.ts', 'main.ts', 'jobs.ts', 'lock.ts'] },
    ],
    types: { 'context.ts': ['transport, database and ports'] },
    testing: ['testing'],
  },
  {
    root: 'web/src',
    layers: [
      { name: 'words and theme', units: ['messages', 'theme', 'vite-env.d.ts'] },
      { name: 'kit', units: ['kit/*'] },
      {
        name: 'base',
        units: [
          'paths.ts',
          'site.ts',
          'stored.ts',
          'debug-parameters.ts',
          'call-hooks.ts',
          'clock.ts',
          'api.ts',
          'telemetry',
        ],
      },
      { name: 'session', units: ['session/*'] },
      { name: 'flows', units: ['flows/*'] },
      { name: 'shell', units: ['shell/*'] },
      { name: 'features', units: ['features/*/*'], apart: true },
      { name: 'routes', units: ['routes', 'routes.tsx'] },
      {
        name: 'app',
        units: [
          'app.tsx',
          'main.ts',
          'keep-press.ts',
          'load-after-paint.ts',
          'sleep.ts',
          'begin.ts',
          'hydrate.tsx',
          'start.tsx',
          'Entrance.tsx',
          'prerender.tsx',
          'root.ts',
        ],
      },
    ],
    testing: ['testing'],
  },
];

/** What tests the product from outside: folders at the root, and a check. */
const outside = ['e2e', 'bench', 'scripts/checks/types.ts'];
const isTest = (file) => /\.test\.(ts|tsx|mjs)$/.test(file) || outside.some((part) => isWithin(file, part));
const isWithin = (file, folder) => file === folder || file.startsWith(`${folder}/`);

/** The unit of a file and the number of its layer; null if the table has no place for it. */
function placeOf({ root: base, layers }, file) {
  const path = posix.relative(base, file);
  for (const [layer, { units }] of layers.entries())
    for (const pattern of units) {
      const parts = pattern.split('/');
      const unit = path.split('/').slice(0, parts.length);
      if (unit.length === parts.length && parts.every((part, i) => part === '*' || part === unit[i]))
        return { layer, unit: unit.join('/') };
    }
  return null;
}

/**
 * The errors in the imports of a package, a sentence each.
 * @param imports every import of the repository: `{ from, to, isType }`, files from the root
 * @param files the files of the package
 */
function problemsOf(pkg, files, imports) {
  const { layers, types = {}, testing = [] } = pkg;
  const isTesting = (file) => testing.some((folder) => isWithin(file, `${pkg.root}/${folder}`));
  const problems = files
    .filter((file) => !isTest(file) && !isTesting(file) && !placeOf(pkg, file))
    .map(
      (file) => `${file} stands in no layer: move it into one, or give it a place in scripts/checks/layers.test.mjs.`,
    );
  /** By unit: the units of the same layer that it imports, with the imports. */
  const edges = new Map();
  for (const { from, to, isType } of imports) {
    if (!isWithin(to, pkg.root) || isTest(from) || isTesting(from)) continue;
    const sentence = `${from} imports ${to}`;
    if (isTesting(to) || isTest(to)) {
      problems.push(`${sentence}: only tests use ${posix.dirname(to)}; what the product needs belongs in its layers.`);
      continue;
    }
    if (!isWithin(from, pkg.root)) continue;
    const [user, used] = [placeOf(pkg, from), placeOf(pkg, to)];
    if (!user || !used || user.unit === used.unit) continue;
    const [below, above] = [layers[user.layer], layers[used.layer]];
    if (used.layer > user.layer) {
      if (isType && types[posix.relative(pkg.root, from)]?.includes(above.name)) continue;
      problems.push(
        `${sentence}: "${below.name}" stands below "${above.name}". What it needs of ${used.unit} belongs in "${below.name}" or lower, or the assembly hands it in.`,
      );
    } else if (used.layer === user.layer && below.apart) {
      problems.push(
        `${sentence}: ${user.unit} and ${used.unit} stand apart. What both need belongs in "${layers[user.layer - 1].name}" or lower.`,
      );
    } else if (used.layer === user.layer) {
      const ofUnit = edges.get(user.unit) ?? new Map();
      edges.set(user.unit, ofUnit.set(used.unit, [...(ofUnit.get(used.unit) ?? []), sentence]));
    }
  }
  for (const cycle of cyclesOf(edges)) {
    const within = cycle.flatMap((unit) => cycle.flatMap((other) => edges.get(unit)?.get(other) ?? []));
    problems.push(
      `${cycle.join(', ')} import each other; what they share belongs in one of them:\n  ${within.join('\n  ')}`,
    );
  }
  return problems;
}

/** The sets of units that reach each other. */
function cyclesOf(edges) {
  const reach = (unit, seen = new Set()) => {
    for (const next of edges.get(unit)?.keys() ?? []) if (!seen.has(next)) reach(next, seen.add(next));
    return seen;
  };
  const reached = new Map([...edges.keys()].map((unit) => [unit, reach(unit)]));
  const found = new Map();
  for (const [unit, others] of reached) {
    if (!others.has(unit)) continue;
    const cycle = [...others].filter((other) => reached.get(other)?.has(unit)).toSorted((a, b) => a.localeCompare(b));
    found.set(cycle.join(), cycle);
  }
  return [...found.values()];
}

test.each(packages)('$root: imports go down the layers', (pkg) => {
  const files = sources.filter((file) => isWithin(file, pkg.root));
  expect(allImports.filter(({ from }) => isWithin(from, pkg.root)).length).toBeGreaterThan(files.length);
  expect(problemsOf(pkg, files, allImports).join('\n')).toBe('');
});

test('the calls of each module of the contract are answered by the server’s folder of that area and name', () => {
  const modules = allImports
    .filter(({ from }) => from === 'contract/src/modules.ts')
    .map(({ to }) => posix.relative('contract/src', to).replace(/\.ts$/, ''));
  const answered = sources
    .filter((file) => /^server\/src\/.*\/routes\.ts$/.test(file))
    .map((file) => {
      const source = readFileSync(posix.join(root, file), 'utf8');
      const module = /import type \* as contract from '@florin\/contract\/([\w/-]+)'/.exec(source)?.[1];
      return [posix.dirname(file).replace(/^server\/src\/(?:features\/)?/, ''), module];
    });
  expect(answered.filter(([folder, module]) => folder !== module)).toEqual([]);
  // A module of many calls is divided: the parts stand in a folder of its name.
  const slugs = modules.map((module) => (modules.includes(posix.dirname(module)) ? posix.dirname(module) : module));
  expect(new Set(answered.map(([folder]) => folder))).toEqual(new Set(slugs));
});

describe('the errors found', () => {
  const pkg = {
    root: 'a',
    layers: [
      { name: 'low', units: ['low.ts', 'low/*'] },
      { name: 'high', units: ['high/*'], apart: true },
    ],
    types: { 'low.ts': ['high'] },
    testing: ['testing'],
  };
  const problems = (from, to, isType = false) => problemsOf(pkg, [], [{ from, to, isType }]);

  test.each([
    ['a/low/x/1.ts', 'a/high/y/2.ts', /"low" stands below "high"/],
    ['a/high/x/1.ts', 'a/high/y/2.ts', /high\/x and high\/y stand apart.*"low"/],
    ['a/high/x/1.ts', 'a/testing/2.ts', /only tests use a\/testing/],
    ['scripts/1.mjs', 'a/testing/2.ts', /only tests use a\/testing/],
    ['a/high/x/1.ts', 'a/low/2.test.ts', /only tests use/],
  ])('%s imports %s', (from, to, problem) => expect(problems(from, to)).toEqual([expect.stringMatching(problem)]));

  test.each([
    ['a/high/x/1.ts', 'a/low/y/2.ts'],
    ['a/high/x/1.ts', 'a/high/x/2.ts'],
    ['a/low/x/1.ts', 'a/low/y/2.ts'],
    ['a/low/x/1.test.ts', 'a/high/y/2.ts'],
    ['e2e/1.ts', 'a/testing/2.ts'],
    ['scripts/1.mjs', 'a/high/x/2.ts'],
  ])('%s may import %s', (from, to) => expect(problems(from, to)).toEqual([]));

  test('types of a layer above, only if the table names them', () => {
    expect(problems('a/low.ts', 'a/high/y/2.ts', true)).toEqual([]);
    expect(problems('a/low.ts', 'a/high/y/2.ts')).toHaveLength(1);
    expect(problems('a/low/x/1.ts', 'a/high/y/2.ts', true)).toHaveLength(1);
  });

  test('a cycle of folders, with the imports that make it', () => {
    const cycle = [
      { from: 'a/low/x/1.ts', to: 'a/low/y/1.ts', isType: false },
      { from: 'a/low/y/2.ts', to: 'a/low/z.ts', isType: true },
      { from: 'a/low/z.ts', to: 'a/low/x/2.ts', isType: false },
      { from: 'a/low/v/1.ts', to: 'a/low/x/2.ts', isType: false },
    ];
    const [problem, ...more] = problemsOf(pkg, [], cycle);
    expect(more).toEqual([]);
    expect(problem).toMatch(/^low\/x, low\/y, low\/z\.ts import each other/);
    for (const { from, to } of cycle.slice(0, 3)) expect(problem).toContain(`${from} imports ${to}`);
    expect(problem).not.toContain('low/v');
  });

  test('a file without a layer', () => {
    expect(problemsOf(pkg, ['a/elsewhere/1.ts', 'a/low.ts', 'a/testing/1.ts'], [])).toEqual([
      expect.stringMatching(/^a\/elsewhere\/1\.ts stands in no layer/),
    ]);
  });

  test.each([
    ["import { a } from './2.ts';", false],
    ["import type { a } from './2.ts';", true],
    ["import {\n  a,\n  type b,\n} from './2.ts';", false],
    ["import * as a from './2.ts';", false],
    ["export * from './2.ts';", false],
    ["import './2.ts';", false],
    ["await import('./2.ts');", false],
    ["new Worker(new URL('2.ts', import.meta.url));", false],
  ])('%s', (source, isType) => {
    const beside = sources.find((file) => file.startsWith('server/src/http/'));
    const found = importsOf('server/src/http/1.ts', source.replace('2.ts', posix.basename(beside)));
    expect(found).toEqual([{ from: 'server/src/http/1.ts', to: beside, isType }]);
  });
});
