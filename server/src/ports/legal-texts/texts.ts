import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  agreementNames,
  documentNames,
  type AgreementName,
  type DocumentName,
} from '@florin/contract/program/legal-texts';
import { defaultBranding } from '../../default-branding.ts';
import { readFrontMatter, TextError, type TextFile } from './front-matter.ts';
import { renderText, type ProgramWords } from './render.ts';

export type TextName = AgreementName | DocumentName;

/** The legal texts of this installation, read once at start. */
export interface Texts {
  /** The text of a program; without `slug`, the installation's own. */
  of(name: TextName, slug: string | null): TextFile;
}

const builtIn = fileURLToPath(new URL('../../../texts', import.meta.url));

/**
 * Reads every text. Files in the operator's folder replace those of the server, and files in its subfolder with a
 * program's slug replace both. Each text is rendered once, so that mistakes are found at start.
 * @throws TextError naming the file
 */
export function loadTexts(folder: string | null): Texts {
  const own = folder === null ? [] : [folder];
  const programs = own.flatMap((each) =>
    readdirSync(each, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : [])),
  );
  const load = (slug: string | null) => {
    if (own.length === 0) return (shipped ??= readAll([builtIn]));
    return readAll([...(slug === null ? [] : own.map((each) => join(each, slug))), ...own, builtIn]);
  };
  const general = load(null);
  const bySlug = new Map(programs.map((slug) => [slug, load(slug)]));
  return { of: (name, slug) => (slug === null ? general : (bySlug.get(slug) ?? general)).get(name)! };
}

/** The server's own texts are the same for every server of a process. */
let shipped: ReturnType<typeof readAll> | undefined;

const readAll = (places: readonly string[]) =>
  new Map([...agreementNames, ...documentNames].map((name) => [name, readText(places, name)]));

const someProgram: ProgramWords = { name: 'A program', branding: defaultBranding };

/** A text may take its body from another file, `text: <name>`, in any of these folders. */
function readText(places: readonly string[], name: TextName): TextFile {
  try {
    const file = readFrontMatter(readFirst(places, name));
    const shared = file.values.text;
    const text = shared === undefined ? file : { ...file, body: readFrontMatter(readFirst(places, shared)).body };
    renderText(text, someProgram);
    return text;
  } catch (error) {
    if (error instanceof TextError) throw new TextError(`${name}.md: ${error.message}`);
    throw error;
  }
}

function readFirst(places: readonly string[], name: string): string {
  if (!/^[a-z][a-z0-9-]*$/.test(name)) throw new TextError(`${name} is no name of a text`);
  const path = places.map((place) => join(place, `${name}.md`)).find((each) => existsSync(each));
  if (path === undefined) throw new TextError(`there is no ${name}.md`);
  return readFileSync(path, 'utf8');
}
