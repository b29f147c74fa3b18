import type { Issuer } from '@florin/contract/cards/issuer';
import type { LegalText } from '@florin/contract/program/legal-texts';
import type { Branding } from '@florin/contract/program/site';
import { TextError, type TextFile } from './front-matter.ts';
import { readMarkdown } from './markdown.ts';

/** The parameters of a text, from its program. */
export interface ProgramWords {
  name: string;
  branding: Branding;
  /**
   * The issuer of the reader's account, instead of the bank and network that the text names for everyone (reading 30).
   */
  issuer?: Issuer;
}

/** The rendered text and its Markdown source, with every parameter filled in. */
export interface RenderedText {
  text: LegalText;
  markdown: string;
}

/** Rendered texts by program: reading Markdown takes a millisecond, and anyone may request a text. */
const rendered = new WeakMap<TextFile, Map<string, RenderedText>>();
const programsAtMost = 100;

/** A text for a program, rendered once. */
export function renderOnce(file: TextFile, { name, branding, issuer }: ProgramWords): RenderedText {
  const known = rendered.get(file) ?? new Map<string, RenderedText>();
  rendered.set(file, known);
  const words = JSON.stringify([name, branding, issuer]);
  const found = known.get(words);
  if (found) return found;
  // Versions with changed parameters are dropped.
  if (known.size >= programsAtMost) known.clear();
  const text = renderText(file, { name, branding, ...(issuer && { issuer }) });
  known.set(words, text);
  return text;
}

/**
 * A text for a program.
 * @throws TextError if a value is missing or the Markdown is not of the kind used in legal texts
 */
export function renderText({ values, body }: TextFile, program: ProgramWords): RenderedText {
  const { name, effectiveDate } = values;
  if (!name || !effectiveDate) throw new TextError('name and effectiveDate are needed');
  if (!/^[1-9]\d{0,8}$/.test(values.version ?? '')) throw new TextError('version has to be a whole number from 1 on');
  const markdown = fill(body, { ...wordsOf(program), ...values, ...program.issuer });
  return { text: { name, effectiveDate, version: Number(values.version), ...readMarkdown(markdown) }, markdown };
}

function wordsOf({ name, branding }: ProgramWords): Record<string, string> {
  const { addressLineOne, addressCity, addressState, addressZIP } = branding;
  const words = {
    program: name,
    company: branding.companyLong,
    cardholderPhone: branding.phoneCardholderSupport,
    cardholderEmail: branding.emailCardholderSupport,
    adminPhone: branding.phoneAdminSupport,
    adminEmail: branding.emailAdminSupport,
    postalAddress: `${addressLineOne}, ${addressCity}, ${addressState} ${addressZIP}`,
  };
  return Object.fromEntries(Object.entries(words).map(([key, text]) => [key, literally(text)]));
}

const parameter = /\{\{(\w+)\}\}/g;

/**
 * Replaces `{{name}}` by values. A line with an empty parameter is left out, so that one text serves variants with and
 * without a sentence or a fee.
 * @throws TextError for a parameter without a value
 */
export function fill(body: string, values: Readonly<Record<string, string>>): string {
  return body
    .split('\n')
    .filter((line) => namesIn(line).every((name) => valueOf(values, name) !== ''))
    .map((line) => line.replace(parameter, (_match, name: string) => valueOf(values, name)))
    .join('\n');
}

const namesIn = (line: string) => [...line.matchAll(parameter)].map(([, name]) => name!);

function valueOf(values: Readonly<Record<string, string>>, name: string): string {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (value === undefined) throw new TextError(`nothing says what {{${name}}} is`);
  return value;
}

/** Escapes a program's text for Markdown. */
export const literally = (text: string): string => text.replaceAll(/[\\`*_[\]<>|#{}~&]/g, String.raw`\$&`);
