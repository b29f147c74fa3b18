import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const compileCache = fileURLToPath(new URL('../.cache/node', import.meta.url));

/**
 * Starts a module of this folder in a process of its own. Node loads the modules of the product there; Playwright would
 * transform each of them, which takes longer than to run it.
 */
export function startProcess(module: string, environment: Record<string, string | undefined> = {}): ChildProcess {
  const { FLORIN_NODE, PATH, TMPDIR } = process.env;
  return fork(fileURLToPath(new URL(module, import.meta.url)), {
    execPath: FLORIN_NODE ?? process.execPath,
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=64'],
    env: { PATH, TMPDIR, NODE_COMPILE_CACHE: compileCache, ...environment },
  });
}

/** Disconnects from a process, which then ends by itself, and waits until it has ended. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
}
