// Memory of the server process at rest, after its start and after a hundred sign-ins. Goal: at most 200 MB.
import { readFile } from 'node:fs/promises';
import { demoPassword } from '../server/src/demo/people.ts';
import { addressOfCaller, post } from './lib/calls.ts';
import { startProduct } from './lib/server.ts';
import { goal, printTable } from './lib/table.ts';

/** Resident megabytes of a process, as the kernel counts them. */
async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]) / 1024;
}
/** Memory is at rest once it has changed by less than a megabyte for five seconds. */
async function atRest(pid: number): Promise<number> {
  for (let last = await residentMegabytes(pid); ;) {
    await new Promise((resolve) => setTimeout(resolve, 5000));
    const now = await residentMegabytes(pid);
    if (Math.abs(now - last) < 1) return now;
    last = now;
  }
}

const product = await startProduct({ TRUSTED_PROXIES: '127.0.0.1,::1' });
const fresh = await atRest(product.pid);
for (let index = 0; index < 100; index++) {
  const body = { username: 'onefactor', password: demoPassword };
  const { status } = await post(product.origin, '/api/login', body, { address: addressOfCaller(index) });
  if (status !== 200) throw new Error(`The sign-in was refused with ${status}.`);
}
const used = await atRest(product.pid);
printTable([
  ['server process', 'MB resident'],
  ['after its start, demo data filled in', fresh.toFixed(0)],
  ['after a hundred sign-ins', used.toFixed(0)],
]);
goal('memory at rest, MB, at most 200', Math.max(fresh, used), Math.max(fresh, used) <= 200);
await product.stop();
