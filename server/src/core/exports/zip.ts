import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';

interface Entry {
  name: string;
  content: AsyncIterable<string> | Iterable<string>;
}

/** Bit 3: sizes follow the content, because they are not known before; bit 11: names are UTF-8. */
const flags = 0x0808;
const deflated = 8;
/** The oldest time of the format, so that equal content makes an equal file. */
const [time, date] = [0, 0x21];

/**
 * Streams a ZIP file (APPNOTE 6.3.10). Only the current piece is in memory.
 * @throws RangeError for a file of 4 GiB or more, which needs the format's longer form
 */
export async function* zip(entries: Iterable<Entry>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const nameBytes = Buffer.from(name);
    const start = offset;
    const header = Buffer.concat([
      fields(['u32', 0x04034b50], ['u16', 20], ['u16', flags], ['u16', deflated], ['u16', time], ['u16', date]),
      fields(['u32', 0], ['u32', 0], ['u32', 0], ['u16', nameBytes.length], ['u16', 0]),
      nameBytes,
    ]);
    yield header;
    offset += header.length;
    const sizes = { crc: 0, plain: 0, packed: 0 };
    for await (const piece of deflate(content, sizes)) {
      offset += piece.length;
      yield piece;
    }
    const facts = [
      ['u32', sizes.crc],
      ['u32', sizes.packed],
      ['u32', sizes.plain],
    ] as const;
    const descriptor = fields(['u32', 0x08074b50], ...facts);
    yield descriptor;
    offset += descriptor.length;
    if (offset > 0xffff_ffff || sizes.plain > 0xffff_ffff) throw new RangeError('a ZIP file of 4 GiB');
    directory.push(
      Buffer.concat([
        fields(['u32', 0x02014b50], ['u16', 20], ['u16', 20], ['u16', flags], ['u16', deflated], ['u16', time]),
        fields(['u16', date], ...facts, ['u16', nameBytes.length], ['u16', 0], ['u16', 0], ['u16', 0], ['u16', 0]),
        fields(['u32', 0], ['u32', start]),
        nameBytes,
      ]),
    );
  }
  const listed = Buffer.concat(directory);
  const count = directory.length;
  yield listed;
  yield Buffer.concat([
    fields(['u32', 0x06054b50], ['u16', 0], ['u16', 0], ['u16', count], ['u16', count]),
    fields(['u32', listed.length], ['u32', offset], ['u16', 0]),
  ]);
}

async function* deflate(content: Entry['content'], sizes: { crc: number; plain: number; packed: number }) {
  const packer = createDeflateRaw({ level: 5 });
  const feed = async () => {
    try {
      for await (const text of content) {
        const bytes = Buffer.from(text);
        sizes.crc = crc32(bytes, sizes.crc);
        sizes.plain += bytes.length;
        if (packer.destroyed) return;
        if (!packer.write(bytes)) await once(packer, 'drain');
      }
      packer.end();
    } catch (error) {
      packer.destroy(error as Error);
    }
  };
  const fed = feed();
  try {
    for await (const piece of packer as AsyncIterable<Buffer>) {
      sizes.packed += piece.length;
      yield piece;
    }
    await fed;
  } finally {
    packer.destroy();
  }
}

function fields(...values: readonly (readonly ['u16' | 'u32', number])[]): Buffer {
  const bytes = Buffer.alloc(values.reduce((length, [kind]) => length + (kind === 'u16' ? 2 : 4), 0));
  let at = 0;
  for (const [kind, value] of values)
    at = kind === 'u16' ? bytes.writeUInt16LE(value, at) : bytes.writeUInt32LE(value, at);
  return bytes;
}
