/** A piece of a message's text: plain, a secure access code, or a link. */
export type Piece = { kind: 'text' | 'code' | 'link'; text: string };

// A code is six digits that stand alone; a figure with a sign, a comma or a point around it is none.
const pattern = /(?<link>https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]])|(?<code>(?<![\d.,$€£#+-])\d{6}(?![\d,]|\.\d))/gu;

/** Splits a text so that its code and its links can be shown as such. */
export function readMessage(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) pieces.push({ kind: 'text', text: text.slice(end, match.index) });
    pieces.push({ kind: match.groups?.link === undefined ? 'code' : 'link', text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push({ kind: 'text', text: text.slice(end) });
  return pieces;
}
