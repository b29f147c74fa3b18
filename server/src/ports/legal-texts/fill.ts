import { TextError } from './front-matter.ts';

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
