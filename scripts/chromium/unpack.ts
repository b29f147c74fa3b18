import { join } from 'node:path';
import { inflate } from '@sparticuz/chromium';

/** A program: unpacks the archives in the given folder into the temporary folder (TMPDIR). */
const archives = process.argv[2];
if (!archives) throw new Error('Name the folder of the archives.');

for (const name of ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br']) {
  await inflate(join(archives, name));
}
