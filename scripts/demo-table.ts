/** `npm run demo-table`: writes the demo people into README.md, between the two marks. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { demoPassword, demoPeople } from '../server/src/db/demo/people.ts';

const file = fileURLToPath(new URL('../README.md', import.meta.url));
const marks = /(?<=<!-- demo people -->\n)[^]*(?=<!-- end of demo people -->)/;

/** The README as it is, and as the demo data would have it. */
export function readme(): { found: string; wanted: string } {
  const found = readFileSync(file, 'utf8');
  return { found, wanted: found.replace(marks, () => section()) };
}

/** Aligned as the formatter aligns tables. */
function section(): string {
  const rows = [['Username', 'What to try'], ...demoPeople.map(({ username, what }) => [`\`${username}\``, what])];
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  const [head, ...body] = rows.map(line);
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return `\nAll share the password \`${demoPassword}\`.\n\n${[head, rule, ...body].join('\n')}\n\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(file, readme().wanted);
