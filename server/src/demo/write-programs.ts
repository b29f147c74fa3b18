import { readFile } from 'node:fs/promises';
import { protectProgram } from '../core/policies/defaults.ts';
import { ensureDefaultProgram } from '../core/program/default-program.ts';
import { newId } from '../db/ids.ts';
import { demoAnnouncements, demoPrograms, type DemoProgram, type ProgramKey } from './programs.ts';
import type { Seeding } from './seed.ts';

export type ProgramIds = Readonly<Record<ProgramKey, string>>;

export async function writePrograms(seeding: Seeding): Promise<ProgramIds> {
  const { tx } = seeding;
  const ids = {
    florin: await ensureDefaultProgram(tx),
    northwind: await writeProgram(seeding, demoPrograms.northwind),
    harbor: await writeProgram(seeding, demoPrograms.harbor),
    meridian: await writeProgram(seeding, demoPrograms.meridian),
    quill: await writeProgram(seeding, demoPrograms.quill),
  };
  for (const { title, text, shownFrom, shownUntil } of demoAnnouncements) {
    const row = { id: newId(), program_id: null, title, body: text, shown_from: shownFrom, shown_until: shownUntil };
    await tx.insertInto('announcement').values(row).execute();
  }
  return ids;
}

async function writeProgram({ tx }: Seeding, program: DemoProgram): Promise<string> {
  const id = newId();
  await tx
    .insertInto('program')
    .values({
      id,
      slug: program.slug,
      name: program.name,
      canonical_origin: null,
      theme: JSON.stringify(program.theme),
      splash_variant: program.splashVariant,
      support_url: program.supportUrl,
      branding: JSON.stringify(program.branding),
      mail_from_name: program.mailFrom.name,
      mail_from_address: program.mailFrom.address,
    })
    .execute();
  await protectProgram(tx, id);
  const hostnames = program.hostnames.map((hostname) => ({ hostname, program_id: id }));
  await tx.insertInto('program_hostname').values(hostnames).execute();
  for (const kind of ['logo', 'splash', 'favicon'] as const) {
    const file = program.assets[kind];
    if (file === undefined) continue;
    const content = await readFile(new URL(`assets/${file}`, import.meta.url));
    await tx
      .insertInto('program_asset')
      .values({ program_id: id, kind, media_type: 'image/svg+xml', content })
      .execute();
  }
  return id;
}
