import type { Places } from './cluster.ts';
import { endProcess, startProcess } from './process.ts';

/** The global setup: a process with the database cluster of the run and the demo database in it. */
export default async function setup(): Promise<() => Promise<void>> {
  const child = startProcess('cluster.ts');
  const { promise: started, resolve, reject } = Promise.withResolvers<Places>();
  child.once('message', resolve);
  child.once('exit', (code, signal) => reject(new Error(`The process of the cluster ended: ${code ?? signal}.`)));
  Object.assign(process.env, await started);
  return () => endProcess(child);
}
