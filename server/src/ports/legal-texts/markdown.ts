import type { Block, Inline, LegalText, Section } from '@florin/contract/program/legal-texts';
import { lexer, type Token, type Tokens } from 'marked';
import { TextError } from './front-matter.ts';

/**
 * Reads Markdown into the tree from which the browser makes elements, without HTML in between, so nothing in a text can
 * run. `## Title {#id}` begins a section; sections and `###` headings are numbered in their order.
 * @throws TextError for Markdown that legal texts do not use, such as HTML and images, and for links that lead nowhere
 */
export function readMarkdown(markdown: string): Pick<LegalText, 'preamble' | 'sections'> {
  const preamble: Block[] = [];
  const sections: Section[] = [];
  const ids = new Set<string>();
  const named = (text: string) => {
    const { id, title } = readHeading(text);
    if (ids.has(id)) throw new TextError(`two headings have the link target #${id}`);
    ids.add(id);
    return { id, title };
  };
  let headings = 0;
  for (const token of lexer(markdown)) {
    const section = sections.at(-1);
    if (isA(token, 'heading') && token.depth === 2) {
      headings = 0;
      sections.push({ ...named(token.text), number: String(sections.length + 1), blocks: [] });
    } else if (isA(token, 'heading') && token.depth === 3 && section) {
      headings += 1;
      section.blocks.push({ kind: 'heading', ...named(token.text), number: `${section.number}.${headings}` });
    } else if (token.type !== 'space') (section?.blocks ?? preamble).push(blockOf(token));
  }
  return { preamble, sections };
}

interface ByType {
  heading: Tokens.Heading;
  paragraph: Tokens.Paragraph;
  list: Tokens.List;
  table: Tokens.Table;
  link: Tokens.Link;
}
const isA = <T extends keyof ByType>(token: Token, type: T): token is ByType[T] => token.type === type;

/** `Title {#id}`; without an id, one made of the title. */
function readHeading(text: string): { id: string; title: string } {
  const [, title, id] = /^(.*?)(?:\s*\{#([a-z][a-z0-9-]*)\})?$/.exec(text)!;
  const made = title!.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return { title: title!, id: id ?? made.replaceAll(/^-|-$/g, '') };
}

function blockOf(token: Token): Block {
  if (isA(token, 'paragraph')) return { kind: 'paragraph', words: wordsOf(token.tokens) };
  if (isA(token, 'list'))
    return { kind: 'list', ordered: token.ordered, items: token.items.map((item) => itemOf(item)) };
  if (isA(token, 'table')) {
    const cells = (row: Tokens.TableCell[]) => row.map((cell) => wordsOf(cell.tokens));
    return { kind: 'table', head: cells(token.header), rows: token.rows.map(cells) };
  }
  throw new TextError(`legal texts have no ${token.type}: “${token.raw.slice(0, 40).trim()}”`);
}

/** An entry is one run of text. Nested lists are not supported in legal texts. */
function itemOf(item: Tokens.ListItem): Inline[] {
  const [text, ...more] = item.tokens.filter(({ type }) => type !== 'space');
  if (!text || more.length > 0 || !('tokens' in text) || (text.type !== 'text' && text.type !== 'paragraph'))
    throw new TextError(`a list entry is one paragraph: “${item.raw.slice(0, 40).trim()}”`);
  return wordsOf(text.tokens ?? []);
}

function wordsOf(tokens: Token[]): Inline[] {
  const words: Inline[] = [];
  for (const word of tokens.map(wordOf)) {
    const before = words.at(-1);
    if (word.kind === 'text' && before?.kind === 'text') before.text += word.text;
    else words.push(word);
  }
  return words;
}

function wordOf(token: Token): Inline {
  if (token.type === 'text' || token.type === 'escape') return { kind: 'text', text: textOf(token) };
  if (token.type === 'br') return { kind: 'text', text: ' ' };
  if (token.type === 'strong') return { kind: 'strong', text: textOf(token) };
  if (token.type === 'em') return { kind: 'emphasis', text: textOf(token) };
  if (isA(token, 'link')) {
    // An address or a domain in the middle of a sentence stays text.
    if (!token.raw.startsWith('[')) return { kind: 'text', text: token.text };
    if (!leadsSomewhere(token.href)) throw new TextError(`a link leads to a path or to https://, not to ${token.href}`);
    return { kind: 'link', text: textOf(token), to: token.href };
  }
  throw new TextError(`legal texts have no ${token.type}: “${token.raw.slice(0, 40)}”`);
}

const leadsSomewhere = (href: string) => /^(https:\/\/|\/(?!\/)|#)\S+$/.test(href);

/** The characters of a token, whatever they are. */
function textOf(token: Token): string {
  if ('tokens' in token && token.tokens && token.tokens.length > 0) return token.tokens.map(textOf).join('');
  return newlines('text' in token ? String(token.text) : token.raw);
}

const newlines = (text: string) => text.replaceAll('\n', ' ');
