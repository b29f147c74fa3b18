/** A file of texts/: the `name: value` lines between its `---` lines, and the Markdown after them. */
export interface TextFile {
  values: Readonly<Record<string, string>>;
  body: string;
}

/** Thrown at start for an invalid text; the message says why. */
export class TextError extends Error {}

/**
 * Splits a file into its values and its body.
 * @throws TextError for a line between the `---` lines that is no `name: value`
 */
export function readFrontMatter(content: string): TextFile {
  const lines = content.replaceAll('\r\n', '\n').split('\n');
  if (lines[0] !== '---') return { values: {}, body: content };
  const end = lines.indexOf('---', 1);
  if (end === -1) throw new TextError('the line --- that ends the values is missing');
  const values: Record<string, string> = {};
  for (const line of lines.slice(1, end)) {
    const match = /^([A-Za-z]\w*):(.*)$/.exec(line);
    if (!match) throw new TextError(`“${line}” is no “name: value”`);
    values[match[1]!] = match[2]!.trim();
  }
  return { values, body: lines.slice(end + 1).join('\n') };
}
