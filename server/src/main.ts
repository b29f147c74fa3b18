import { readConfig, ConfigError, type Config } from './config.ts';
import { AlreadyRunning } from './lock.ts';
import { startServer } from './start.ts';
import { demoPassword, demoPeople } from './demo/people.ts';
import { cardDigits, demoInvites, shownCards } from './demo/waiting-cards.ts';
import { demoVendorLinks } from './demo/vendor-links.ts';

/** Entry of `npm start`: starts the server, prints its address, and stops it cleanly on Ctrl+C. */
async function main() {
  const began = performance.now();
  const config = readConfig(process.env);
  const asked = stopAsked();
  const server = await startServer(config);
  console.log(announcement(config, server.demo, performance.now() - began));
  process.send?.('ready');
  await asked;
  await server.close();
}

/** Resolves when this process should stop, even while it is starting; also when its parent was killed. */
function stopAsked(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
    process.on('disconnect', () => resolve());
  });
}

function announcement(config: Config, demo: boolean, milliseconds: number): string {
  const lines = [`Florin is ready on ${config.publicOrigin} (${Math.round(milliseconds)} ms)`];
  if (demo) {
    const width = Math.max(...demoPeople.map((person) => person.username.length));
    lines.push('', `Demo sign-ins, all with the password ${demoPassword}`);
    for (const person of demoPeople) lines.push(`  ${person.username.padEnd(width)}  ${person.what}`);
    lines.push('', `Cards to register at ${config.publicOrigin}/registration`);
    for (const card of shownCards) lines.push(`  ${cardDigits(card)}  ${card.holder}: ${card.what}`);
    lines.push('', 'Invites');
    for (const { code, what } of demoInvites) lines.push(`  ${config.publicOrigin}/registration?code=${code}  ${what}`);
    lines.push('', 'Card details for a vendor');
    for (const { code, what } of demoVendorLinks)
      lines.push(`  ${config.publicOrigin}/card-details-request/${code}  ${what}`);
  }
  if (config.mail.kind === 'outbox') lines.push('', `Mail and texts: ${config.publicOrigin}/outbox`);
  lines.push('', 'Ctrl+C stops it.');
  return lines.join('\n');
}

try {
  await main();
  process.exit(0);
} catch (error) {
  if (error instanceof ConfigError) console.error(`The configuration is not right:\n${error.message}`);
  else if (error instanceof AlreadyRunning) console.error(error.message);
  else if ((error as { code?: string }).code === 'EADDRINUSE')
    console.error('The port is taken. Choose another one, for example PORT=4001 npm start.');
  else console.error(error);
  process.exit(1);
}
