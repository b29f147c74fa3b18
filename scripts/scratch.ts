import { mkdirSync, statfsSync } from 'node:fs';

const memory = '/dev/shm';
const enough = 4 * 1024 ** 3;

/** True where this machine has a file system in memory with room for what the tests write: 4 GiB. */
export const hasScratchMemory = freeBytes() >= enough;

/**
 * Lets this process and its children write their temporary files to memory, where there is room for them. The tests make
 * database clusters and Chromium shares memory through files, and both are much faster there than on a disk.
 */
export function scratchInMemory(): void {
  if (!hasScratchMemory) return;
  const folder = `${memory}/florin-scratch`;
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  process.env['TMPDIR'] = folder;
}

function freeBytes(): number {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
