import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Calls back once when the npm that runs this process has ended. npm passes signals on, but not its own kill -9, after
 * which its child processes would go on unseen. Does nothing in a process that npm does not run.
 */
export function whenNpmIsGone(callBack) {
  if (!process.env.npm_lifecycle_event) return;
  const links = [process.pid, process.ppid].filter((pid, index) => index === 0 || isShell(pid));
  const parents = links.map(parentOf);
  const watch = setInterval(() => {
    if (links.every((pid, index) => parentOf(pid) === parents[index])) return;
    clearInterval(watch);
    callBack();
  }, 250);
  watch.unref();
}

/** Some shells stay between npm and its script, others replace themselves by it. */
function isShell(pid) {
  return /^(\S*\/)?(da|ba|z|k)?sh\s/.test(commandLine(pid));
}

/** The command line of a process; empty when it has ended. */
export function commandLine(pid) {
  if (process.platform !== 'linux') return ps(pid, 'command');
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** The process id of a process's parent; undefined when the process has ended. */
export function parentOf(pid) {
  if (pid === process.pid) return process.ppid;
  if (process.platform !== 'linux') return Number(ps(pid, 'ppid')) || undefined;
  try {
    // "pid (name) state parent …", where the name may contain anything.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop().split(' ')[1]);
  } catch {
    return undefined;
  }
}

function ps(pid, field) {
  try {
    return execFileSync('ps', ['-p', String(pid), '-o', `${field}=`], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}
