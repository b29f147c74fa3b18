import { TextError } from './front-matter.ts';

const parameter = /\{\{(\w+)\}\}/g;

/**
 * Puts values in the place of `{{name}}`. A line with a parameter that is empty is left out, so that a text can serve
 * variants with and without a sentence or a fee.
 * @throws TextError for a parameter that has no value
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

/** Words of the program as Markdown that shows them letter by letter. */
export const literally = (text: string): string => text.replaceAll(/[\\`*_[\]<>|#{}~&]/g, String.raw`\$&`);
