/** `npm run checklist`: writes docs/checklist.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as limits from '@florin/contract/limits';
import { catalogue } from '../e2e/catalogue/rows.ts';
import { valueAt } from '../e2e/catalogue/stories.ts';
import { pages, redirects } from '../web/src/routes/table.ts';
import { shownBanners } from './shown-banners.ts';
import { claims, inWords, type Claim } from './specification.ts';

const path = fileURLToPath(new URL('../docs/checklist.md', import.meta.url));

/** One line: what is checked, what the code says of it, and the stories that prove it. */
interface Line {
  thing: string;
  is: string;
  stories: readonly string[];
}

const storiesOf = (some: readonly Claim[]) => [...new Set(some.flatMap(({ proofs }) => proofs.map(inWords)))];

/** The stories of what docs/specification.md says is built there. */
const storiesOfPlace = (file: string, what: string) =>
  storiesOf(claims.filter(({ built }) => built.some((place) => place.file === file && place.what === what)));

const routesFile = 'web/src/routes/table.ts';
const bannersFile = 'web/src/shell/banners.ts';
const limitsFile = 'contract/src/limits.ts';

/** The figure of a constant as the code has it; undefined where there is none of that name. */
export const limitNamed = (name: string): unknown => valueAt(limits, name.split('.'));

/** Every line of the checklist, by what it is made from. */
export const checklist: Readonly<Record<string, readonly Line[]>> = {
  Routes: [
    ...pages.map(({ path: thing, guard: { kind, ...more } }) => ({
      thing,
      is: [kind, ...Object.entries(more).map(([name, value]) => (value === true ? name : `${name} ${value}`))].join(
        ', ',
      ),
      stories: storiesOfPlace(routesFile, thing),
    })),
    ...redirects.map(({ path: thing, to }) => ({ thing, is: `to ${to}`, stories: storiesOfPlace(routesFile, thing) })),
  ],
  Banners: shownBanners().map(({ name, text }) => ({
    thing: name,
    is: text,
    stories: storiesOfPlace(bannersFile, name),
  })),
  'The error catalogue': catalogue.map(({ situation, file, story, says }) => ({
    thing: situation,
    is: says.join(' … '),
    stories: [`${file}: ${story}`],
  })),
  'The constants of section 9': claims
    .filter(({ chapter, section }) => chapter === 'The application' && section === '9')
    .map((claim) => ({
      thing: claim.sentence,
      is: claim.built
        .map(({ file, what }) =>
          file === limitsFile && what !== null ? `${what} = ${JSON.stringify(limitNamed(what))}` : file,
        )
        .join('<br>'),
      stories: storiesOf([claim]),
    })),
};

const head = `# Checklist

Made by \`npm run checklist\` from the route table, the banners, the error catalogue and the constants: each line with the stories that prove it. Those of routes, banners and constants stand in [specification.md](specification.md), by where a sentence is built; those of the errors in \`e2e/catalogue/rows.ts\`.
`;

/** The file as it is, and as the code would have it. */
export function document(): { found: string; wanted: string } {
  const tables = Object.entries(checklist).map(([title, lines]) =>
    [
      `## ${title}\n`,
      '| Line | In the code | Story |',
      '| --- | --- | --- |',
      ...lines.map(({ thing, is, stories }) => `| ${thing} | ${is} | ${stories.join('<br>')} |`),
    ].join('\n'),
  );
  return { found: readFileSync(path, 'utf8'), wanted: `${[head, ...tables].join('\n\n').replace('\n\n\n', '\n\n')}\n` };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(path, document().wanted);
