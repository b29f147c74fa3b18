// node verify-audit-export.mjs EXPORT [HEADS]
// Proves a file of `npm run audit -- export`, without Florin and its database. With a file of kept heads it also proves that
// the export continues them. Each line's `content` is the event: sequence, id, time, type, person, membership, business,
// session, correlation id, network, details, and when it was chained; times are seconds since 1970.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [exported, kept] = process.argv.slice(2).map((file) => readFileSync(file, 'utf8'));
const [head, ...links] = exported
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line));
const refuse = (reason) => {
  console.error(reason);
  process.exit(1);
};

const hashes = [''];
for (const { position, content, hash } of links) {
  const [, , , , person, , business] = JSON.parse(content ?? '[]');
  const computed = createHash('sha256')
    .update(Buffer.from(hashes.at(-1), 'hex'))
    .update(content ?? '');
  if (position !== hashes.length) refuse(`Event ${hashes.length} is missing.`);
  if (computed.digest('hex') !== hash) refuse(`Event ${position}, or the one before it, was changed.`);
  if ((business ?? person) !== head.chain) refuse(`Event ${position} belongs to another chain.`);
  hashes.push(hash);
}
if (hashes.length - 1 !== head.length || hashes.at(-1) !== head.hash) refuse('The newest events are missing.');
console.log(`${head.length} events of ${head.chain}, none changed, removed or inserted.`);

if (kept) {
  const { keptAt, chains } = JSON.parse(kept);
  const known = chains.find(({ chain }) => chain === head.chain) ?? { length: 0, hash: '' };
  if (hashes[known.length] !== known.hash) refuse(`They do not continue the ${known.length} kept on ${keptAt}.`);
  console.log(`They continue the ${known.length} that were kept on ${keptAt}.`);
} else console.log('Not proven: that none were cut off at the end. A file of kept heads proves that, too.');
