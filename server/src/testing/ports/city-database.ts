/** What a test database holds of a network: the shape of MaxMind's city databases, as far as it is read. */
interface Place {
  city?: string;
  region?: string;
  country?: string;
}
type Value = string | number | { [key: string]: Value } | Value[];
type Node = [left: number | Node | Buffer, right: number | Node | Buffer];

const empty = -1;

/**
 * A small city database as the MaxMind DB format 2.0 has it, with IPv4 networks at ::/96.
 * @param places by network, such as '127.0.0.0/8'
 */
export function cityDatabase(places: Readonly<Record<string, Place>>): Buffer {
  const root: Node = [empty, empty];
  for (const [network, place] of Object.entries(places)) insert(root, bitsOf(network), encode(recordOf(place)));

  const nodes: Node[] = [];
  const collect = (node: Node) => {
    nodes.push(node);
    for (const child of node) if (Array.isArray(child)) collect(child);
  };
  collect(root);

  const data: Buffer[] = [];
  let dataBytes = 0;
  const pointer = (child: Node[number]) => {
    if (Array.isArray(child)) return nodes.indexOf(child);
    if (!Buffer.isBuffer(child)) return nodes.length;
    data.push(child);
    dataBytes += child.length;
    return nodes.length + 16 + dataBytes - child.length;
  };
  const tree = Buffer.alloc(nodes.length * 6);
  nodes.forEach((node, index) => {
    tree.writeUIntBE(pointer(node[0]), index * 6, 3);
    tree.writeUIntBE(pointer(node[1]), index * 6 + 3, 3);
  });
  const metadata = encode({
    node_count: nodes.length,
    record_size: 24,
    ip_version: 6,
    database_type: 'Test-City',
    languages: ['en'],
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1,
    description: { en: 'A test' },
  });
  return Buffer.concat([tree, Buffer.alloc(16), ...data, Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'), metadata]);
}

const named = (name: string) => ({ names: { en: name } });
const recordOf = ({ city, region, country }: Place): Value => ({
  ...(city !== undefined && { city: named(city) }),
  ...(region !== undefined && { subdivisions: [named(region)] }),
  ...(country !== undefined && { country: named(country) }),
});

function bitsOf(network: string): number[] {
  const [address = '', length = '32'] = network.split('/');
  const bits = address.split('.').flatMap((part) => [...Number(part).toString(2).padStart(8, '0')].map(Number));
  return [...Array.from({ length: 96 }, () => 0), ...bits.slice(0, Number(length))];
}

function insert(node: Node, [bit, ...rest]: number[], data: Buffer): void {
  const side = bit === 1 ? 1 : 0;
  if (rest.length === 0) {
    node[side] = data;
    return;
  }
  const child: Node = Array.isArray(node[side]) ? node[side] : [empty, empty];
  node[side] = child;
  insert(child, rest, data);
}

const types = { string: 2, number: 6, map: 7, array: 11 } as const;

/** The data section's encoding: a control byte with type and size, then the payload. */
function encode(value: Value): Buffer {
  if (typeof value === 'string')
    return Buffer.concat([control(types.string, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === 'number') {
    const payload = Buffer.alloc(4);
    payload.writeUInt32BE(value);
    return Buffer.concat([control(types.number, payload.length), payload]);
  }
  if (Array.isArray(value)) return Buffer.concat([control(types.array, value.length), ...value.map(encode)]);
  const entries = Object.entries(value);
  return Buffer.concat([control(types.map, entries.length), ...entries.flatMap((entry) => entry.map(encode))]);
}

/** Types above 7 stand in a byte of their own; sizes from 29 on in the next one. */
function control(type: number, size: number): Buffer {
  const [first, extended] = type > 7 ? [0, [type - 7]] : [type, []];
  return Buffer.from(size < 29 ? [(first << 5) | size, ...extended] : [(first << 5) | 29, ...extended, size - 29]);
}
