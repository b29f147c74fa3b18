/** Escapes text from outside the program for HTML. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

const font = "font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/**
 * A plain mail: the sender's name, then blocks of HTML. It has no pictures, loads nothing, and is readable without
 * styles.
 */
export function mailPage({ programName, title, blocks }: { programName: string; title: string; blocks: string[] }) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
</head>
<body style="margin:0;padding:24px;font-size:16px;line-height:1.5;${font}">
<main style="max-width:480px;margin:0 auto">
<p style="margin:0 0 24px;font-weight:600">${escapeHtml(programName)}</p>
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escapeHtml(title)}</h1>
${blocks.join('\n')}
</main>
</body>
</html>
`;
}

export const paragraph = (text: string): string => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;
