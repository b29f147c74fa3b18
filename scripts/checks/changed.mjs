/**
 * The scope of `npm test -- --changed`: the parts, and in each the tests that a change can have broken, by the imports
 * between files. Stories are chosen by the slug of the changed files. Two things take more than a minute and are left
 * to `npm test`: the screens in every appearance, and whether every sentence of the specification has a test.
 */
import { execFileSync } from 'node:child_process';
import { posix } from 'node:path';
import { imports as allImports, sources as allSources } from '../imports.mjs';
import { root } from '../install.mjs';

/**
 * Files that import everything: a change of their imports can have broken them, but not everything that imports them.
 */
const assembly =
  /^(?:contract\/src\/(?:api|modules)\.ts|server\/src\/(?:(?:app|jobs|start|main)\.ts|(?:demo|testing)\/.*)|web\/src\/(?:messages\/en|routes|app|main|prerender)\.tsx?|e2e\/fixtures\.ts)$/;

/** After a change of one of these, everything runs. */
const everything =
  /^(?:package(?:-lock)?\.json|[^/]*\.config\.ts|tsconfig\.json|scripts\/(?:check|install|build|checks\/parts)\.mjs|web\/(?:vite|public)\/.*|web\/index\.html)$/;

/** Files that the server reads instead of importing: all of its tests run. */
const readByServer = /^server\/(?:texts\/|src\/db\/migrations\/)/;

/** The stories about a slug that is not in their name. */
export const storiesAbout = {
  account: ['contacts', 'factors', 'preferences'],
  'add-account': ['linked-accounts'],
  appearance: ['preferences'],
  'business-icon': ['preferences'],
  'card-details': ['vendor-links'],
  chat: ['contact-us', 'login'],
  demo: ['mfa'],
  'external-accounts': ['micro-deposits'],
  onboarding: ['micro-deposits'],
  'onboarding-checklist': ['micro-deposits'],
  session: ['tabs'],
  shell: ['routes', 'session', 'site'],
  'sign-in': ['login', 'mfa'],
  simulator: ['cards'],
  site: ['login'],
  'step-up': ['factors'],
  support: ['contact-us'],
  'user-preference': ['preferences'],
  'vendor-card-details': ['vendor-links'],
};

const slugOf = (file) =>
  /^(?:server|web)\/src\/features\/[^/]+\/(?<slug>[^/]+)\//.exec(file)?.groups.slug ??
  /^web\/src\/(?:flows\/)?(?<slug>[^/]+)\//.exec(file)?.groups.slug ??
  /^contract\/src\/(?:.+\/)?(?<slug>[^/.]+)\.ts$/.exec(file)?.groups.slug;

/** @param known all slugs: `login-activity` is one of its own, and `registration-fields` a part of `registration` */
const isAbout = (story, slug, known) =>
  story === slug ||
  (!known.has(story) && (story.startsWith(`${slug}-`) || slug.startsWith(`${story}-`))) ||
  Boolean(storiesAbout[slug]?.includes(story));

/** The part that runs a file of tests. */
function partOf(file) {
  if (file.startsWith('web/src/routes/screens/')) return 'screens';
  if (file.endsWith('.component.test.tsx')) return 'component';
  if (file.endsWith('.e2e.ts')) return 'e2e';
  if (!/\.test\.(?:tsx?|mjs)$/.test(file)) return null;
  const folder = file.slice(0, file.indexOf('/'));
  return folder === 'scripts' ? 'repository' : folder;
}

/** The files themselves, and every file that imports them, up to the assemblies. */
function affectedBy(changed, imports) {
  const importers = new Map(imports.map(({ to }) => [to, []]));
  for (const { from, to } of imports) importers.get(to).push(from);
  const affected = new Set(changed);
  for (const file of affected)
    if (!assembly.test(file) || changed.includes(file))
      for (const importer of importers.get(file) ?? []) affected.add(importer);
  return affected;
}

/**
 * The test files to run, by part; null to run everything.
 * @param changed files, by their path from the root
 */
export function testsFor(changed, { sources = allSources, imports = allImports } = {}) {
  if (changed.some((file) => everything.test(file))) return null;
  const affected = affectedBy(changed, imports);
  const folders = new Set([...affected].map((file) => posix.dirname(file)));
  const slugs = new Set([...affected].map(slugOf).filter(Boolean));
  const known = new Set(sources.map(slugOf));
  const onServer = changed.some((file) => readByServer.test(file));
  const isChosen = (file, part) => {
    if (affected.has(file) || (part === 'server' && onServer)) return true;
    if (part === 'e2e') return [...slugs].some((slug) => isAbout(posix.basename(file, '.e2e.ts'), slug, known));
    return part !== 'repository' && folders.has(posix.dirname(file));
  };
  const tests = new Map();
  for (const file of sources) {
    const part = partOf(file);
    if (part && (isChosen(file, part) || file === 'scripts/checks/layers.test.mjs'))
      tests.set(part, [...(tests.get(part) ?? []), file]);
  }
  return tests;
}

/**
 * The parts to run after a change, each with its further arguments; null to run everything. Types and dead code are
 * checked as a whole, because both depend on unchanged files.
 */
export function filesByPart(changed) {
  const tests = testsFor(changed);
  if (tests === null) return null;
  const ending = (endings) => changed.filter((file) => endings.test(file));
  const parts = new Map(tests);
  const onPages = changed.some((file) => /^(?:web|contract)\//.test(file));
  if (parts.has('e2e') || onPages) parts.set('build', []);
  if (onPages) parts.set('budgets', []);
  const code = ending(/\.(?:tsx?|mjs)$/);
  if (code.length > 0) parts.set('types', []).set('dead-code', []).set('lint', code);
  const formatted = ending(/\.(?:tsx?|mjs|css|json|md)$/);
  if (formatted.length > 0) parts.set('format', formatted);
  return parts;
}

/**
 * The files that differ from the branch point on main, or from a commit, including uncommitted ones and without deleted
 * ones.
 */
export function changedFiles(commit) {
  const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  const since = commit ?? git('merge-base', 'HEAD', 'main')[0];
  return [...git('diff', '--name-only', '--diff-filter=d', since), ...git('ls-files', '-o', '--exclude-standard')];
}
