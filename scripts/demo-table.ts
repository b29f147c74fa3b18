/** `npm run demo-table`: writes the demo data into README.md and docs/demo.md, between `<!-- demo: … -->` marks. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { demoPassword, demoPeople } from '../server/src/demo/people.ts';
import { demoBankPassword, demoCustomers } from '../server/src/ports/open-banking/demo-customers.ts';
import { demoVendorLinks } from '../server/src/demo/vendor-links.ts';
import { cardDigits, demoInvites, shownCards } from '../server/src/demo/waiting-cards.ts';

export const documents = ['README.md', 'docs/demo.md'];

/** The people of the README, one for each thing that a newcomer tries first. */
const introduced = ['admin', 'credit.admin', 'cardholder', 'seven', 'traveler', 'fjord'];

const code = (text: string) => `\`${text}\``;
const peopleTable = (people: typeof demoPeople) =>
  table(
    ['Username', 'What to try'],
    people.map(({ username, what }) => [code(username), what]),
  );

/** The text between `<!-- demo: <name> -->` and `<!-- end of demo -->`. */
const sections: Record<string, () => string> = {
  password: () => `All share the password ${code(demoPassword)}.`,
  introduction: () => peopleTable(introduced.map((username) => personNamed(username))),
  people: () => peopleTable(demoPeople),
  cards: () =>
    table(
      ['Card', 'Cardholder', 'What to try'],
      shownCards.map((card) => [code(cardDigits(card)), card.holder, card.what]),
    ),
  bank: () =>
    table(
      ['Username', 'Password', 'What it shows'],
      demoCustomers.map(({ username, what }) => [code(username), code(demoBankPassword), what]),
    ),
  invites: () =>
    table(
      ['Path', 'What to try'],
      demoInvites.map((invite) => [code(`/registration?code=${invite.code}`), invite.what]),
    ),
  'vendor-links': () =>
    table(
      ['Path', 'Sent to', 'What to try'],
      demoVendorLinks.map((link) => [code(`/card-details-request/${link.code}`), link.email, link.what]),
    ),
};
export const sectionNames = Object.keys(sections);

const marked = /(?<=<!-- demo: (?<name>[\w-]+) -->\n)[^]*?(?=<!-- end of demo -->)/g;

/**
 * A document as it is, and with the current demo data.
 * @param path from the repository's root
 * @returns also the names of its sections, in order
 */
export function documentAt(path: string): { found: string; wanted: string; names: string[] } {
  const found = readFileSync(fileOf(path), 'utf8');
  const names = [...found.matchAll(marked)].map((match) => match[1]!);
  return { found, wanted: found.replaceAll(marked, (_, name: string) => `\n${sectionNamed(name)}\n\n`), names };
}

function sectionNamed(name: string): string {
  const section = sections[name];
  if (!section) throw new Error(`There is no section "${name}". The sections: ${sectionNames.join(', ')}.`);
  return section();
}

function personNamed(username: string) {
  const person = demoPeople.find((each) => each.username === username);
  if (!person) throw new Error(`The README introduces "${username}", who is not in the demo data.`);
  return person;
}

/** Aligned as the formatter aligns tables. */
function table(titles: string[], cells: string[][]): string {
  const all = [titles, ...cells];
  const widths = titles.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  const [head, ...body] = all.map(line);
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [head, rule, ...body].join('\n');
}

function fileOf(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url));
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const path of documents) writeFileSync(fileOf(path), documentAt(path).wanted);
