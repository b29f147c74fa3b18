// Proof that strangers close nobody's door: a simulated week on a moved clock, in which strangers with 1,000 addresses
// solve every captcha and send 10,000 wrong passwords, codes, reset, sign-in link and registration requests against one
// person and one card. At the end of every hour the owner gets in by each way. Prints the messages to the owner and their
// bound (decision 032). Captchas are real, and solved at once: the time that one takes a phone is added up instead.
import { startTestCluster } from '../server/src/testing/database/cluster.ts';
import { makeDemoTemplate } from '../server/src/testing/database/template.ts';
import { addTargets, besiegedHour, messagesTo, Owner, Siege, type Entry } from '../server/src/testing/siege.ts';
import { testStart } from '../server/src/testing/test-start.ts';
import { startTestServer } from '../server/src/testing/server.ts';
import { goal, printTable } from './lib/table.ts';

/** `npm run bench:siege -- 1` is a day of it. */
const days = Number(process.argv[2] ?? 7);
const hours = days * 24;
const addresses = 1000;
const requestsAtLeast = (10_000 * days) / 7;
/** A wave has eight requests. */
const wavesPerHour = 9;

const cluster = await startTestCluster();
await makeDemoTemplate({ now: () => testStart });
const server = await startTestServer();
const targets = await addTargets(server);
const [siege, owner] = [new Siege(server, targets, addresses), new Owner(server, targets)];
await owner.begin();

const ways = new Map<Entry['way'], { hours: number; calls: number; captchaSeconds: number; locked: number }>();
for (let hour = 0; hour < hours; hour += 1)
  for (const { way, isIn, calls, captchaSeconds, wasLocked } of await besiegedHour(
    server,
    siege,
    owner,
    wavesPerHour,
  )) {
    const known = ways.get(way) ?? { hours: 0, calls: 0, captchaSeconds: 0, locked: 0 };
    ways.set(way, {
      hours: known.hours + Number(isIn),
      calls: Math.max(known.calls, calls),
      captchaSeconds: Math.max(known.captchaSeconds, captchaSeconds),
      locked: known.locked + Number(wasLocked),
    });
  }

printTable([
  [
    'way in',
    `hours of ${hours}`,
    'calls at most',
    'captchas, seconds of a phone at most',
    'hours with the name locked',
  ],
  ...[...ways].map(([way, { hours: count, calls, captchaSeconds, locked }]) => [
    way,
    count,
    calls,
    captchaSeconds.toFixed(1),
    locked,
  ]),
]);
for (const [way, { hours: count }] of ways) goal(`${way}: in at every hour`, count, count === hours);
const slowest = Math.max(...[...ways.values()].map(({ captchaSeconds }) => captchaSeconds));
goal("the owner's captchas, seconds of a phone, under 60 of the two minutes", slowest, slowest < 60);
goal('requests of strangers', siege.requests, siege.requests >= requestsAtLeast);
goal('captchas solved by strangers', siege.captchas, siege.captchas > requestsAtLeast / 4);
goal('strangers let in', siege.admitted, siege.admitted === 0);

/** At most so many in a day, by the limits; everything else is not for strangers to cause. */
const bounds: [recipient: string, subject: string, perDay: number][] = [
  [targets.mailbox, 'your login link', 24],
  [targets.mailbox, 'reset your password', 54],
  [targets.mailbox, 'several logins with your username have failed', 1],
  [targets.card.email, 'register your card with this link', 24],
  [targets.card.email, 'code is your Florin verification code', 10],
];
for (const recipient of [targets.mailbox, targets.card.email]) {
  const counts = await messagesTo(server, recipient);
  printTable([[`messages to ${recipient}`, `in ${hours} hours`], ...counts]);
  for (const [subject, count] of counts) {
    const bound = bounds.find(([to, words]) => to === recipient && subject.endsWith(words));
    goal(
      `${subject}: at most ${(bound?.[2] ?? 0) * (days + 1)} in ${days} days`,
      count,
      count <= (bound?.[2] ?? 0) * (days + 1),
    );
  }
}

await server.close();
await cluster.stop();
process.exit();
