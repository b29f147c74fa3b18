/** `npm run demo-table`: writes the demo people into README.md, between the two marks. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { cardDigits, demoInvites, shownCards } from '../server/src/demo/waiting-cards.ts';
import { demoPassword, demoPeople } from '../server/src/demo/people.ts';

const file = fileURLToPath(new URL('../README.md', import.meta.url));
const marks = /(?<=<!-- demo people -->\n)[^]*(?=<!-- end of demo people -->)/;

/** The README as it is, and as the demo data would have it. */
export function readme(): { found: string; wanted: string } {
  const found = readFileSync(file, 'utf8');
  return { found, wanted: found.replace(marks, () => section()) };
}

/** Aligned as the formatter aligns tables. */
function section(): string {
  const people = table(
    ['Username', 'What to try'],
    demoPeople.map(({ username, what }) => [`\`${username}\``, what]),
  );
  const cards = table(
    ['Card to register', 'Cardholder', 'What to try'],
    shownCards.map((card) => [`\`${cardDigits(card)}\``, card.holder, card.what]),
  );
  const invites = table(
    ['Invite: /registration?code=…', 'What to try'],
    demoInvites.map(({ code, what }) => [`\`${code}\``, what]),
  );
  return `\nAll share the password \`${demoPassword}\`.\n\n${people}\n\n${cards}\n\n${invites}\n\n`;
}

function table(titles: string[], cells: string[][]): string {
  const all = [titles, ...cells];
  const widths = titles.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  const [head, ...body] = all.map(line);
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [head, rule, ...body].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(file, readme().wanted);
