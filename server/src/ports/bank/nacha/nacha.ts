import { readRecord, recordLength, recordOf, writeRecord, type RecordName, type RecordValues } from './records.ts';

/** CCD: between businesses · PPD: with a consumer · COR: a notification of change. */
export const entryClasses = ['CCD', 'PPD', 'COR'] as const;
export type EntryClass = (typeof entryClasses)[number];

export type NachaAddenda =
  | { kind: 'PAYMENT'; information: string }
  /** Identifies an earlier entry, by its trace number and the first eight digits of its bank. */
  | { kind: 'RETURN'; code: string; originalTrace: string; originalRdfi: string; information: string }
  | { kind: 'CHANGE'; code: string; originalTrace: string; originalRdfi: string; correction: string };

export interface NachaEntry {
  /** First digit: 2 checking, 3 savings. Second: 1 and 6 returns, 2 credit, 7 debit. */
  transactionCode: string;
  /** Nine digits. */
  routingNumber: string;
  accountNumber: string;
  /** Cents. */
  amount: bigint;
  individualId: string;
  name: string;
  /** Fifteen digits: the originating bank's first eight, and a number of its own. */
  trace: string;
  addenda: NachaAddenda | null;
}

export interface NachaBatch {
  companyName: string;
  companyId: string;
  entryClass: EntryClass;
  description: string;
  /** yyyy-mm-dd. */
  effectiveOn: string;
  /** The first eight digits of the originating bank's routing number. */
  odfi: string;
  entries: NachaEntry[];
}

export interface NachaFile {
  /** Routing number of the bank that receives the file. */
  destination: string;
  destinationName: string;
  origin: string;
  originName: string;
  /** yyyy-mm-dd and HHMM, the bank's time. */
  createdOn: string;
  createdAt: string;
  /** A to Z, 0 to 9: distinguishes the files of one day. */
  modifier: string;
  batches: NachaBatch[];
}

const isDebit = ({ transactionCode }: Pick<NachaEntry, 'transactionCode'>): boolean =>
  '67'.includes(transactionCode[1]!);
/** 220: credits only · 225: debits only · 200: both. */
function serviceClassOf(entries: readonly NachaEntry[]): string {
  const debits = entries.filter(isDebit).length;
  return debits === 0 ? '220' : debits === entries.length ? '225' : '200';
}

const shortDate = (date: string): string => date.slice(2).replaceAll('-', '');
const fullDate = (short: string): string => `20${short.slice(0, 2)}-${short.slice(2, 4)}-${short.slice(4, 6)}`;
const isDate = (date: string): boolean => {
  const day = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date);
};

interface Totals {
  /** Entries and addenda. */
  entries: number;
  /** Of the first eight digits of each entry's bank. */
  hash: bigint;
  debits: bigint;
  credits: bigint;
}

function totalsOf(entries: readonly NachaEntry[]): Totals {
  const sum = (some: readonly NachaEntry[]) => some.reduce((all, { amount }) => all + amount, 0n);
  return {
    entries: entries.reduce((all, { addenda }) => all + (addenda === null ? 1 : 2), 0),
    hash: entries.reduce((all, { routingNumber }) => all + BigInt(routingNumber.slice(0, 8)), 0n),
    debits: sum(entries.filter(isDebit)),
    credits: sum(entries.filter((entry) => !isDebit(entry))),
  };
}

const sumOf = (all: readonly Totals[]): Totals =>
  all.reduce(
    (a, b) => ({
      entries: a.entries + b.entries,
      hash: a.hash + b.hash,
      debits: a.debits + b.debits,
      credits: a.credits + b.credits,
    }),
    { entries: 0, hash: 0n, debits: 0n, credits: 0n },
  );

/** Ten digits. Further digits on the left are dropped, as the rules require. */
const hashDigits = (hash: bigint): string => String(hash % 10_000_000_000n);
const fieldsOf = ({ entries, hash, debits, credits }: Totals): RecordValues => ({
  entries: String(entries),
  hash: hashDigits(hash),
  debits: String(debits),
  credits: String(credits),
});

const blockLines = 10;
const filler = '9'.repeat(recordLength);

function addendaLine(entry: NachaEntry): string[] {
  const { addenda, trace } = entry;
  if (addenda === null) return [];
  if (addenda.kind === 'PAYMENT')
    return [writeRecord('paymentAddenda', { ...addenda, sequence: '1', entrySequence: trace.slice(8) })];
  const { kind, ...values } = addenda;
  return [writeRecord(kind === 'RETURN' ? 'returnAddenda' : 'changeAddenda', { ...values, trace })];
}

/**
 * A file as text: lines of 94 characters, filled up to a multiple of ten lines.
 * @throws RangeError for digits that do not fit into their fields
 */
export function writeNacha(file: NachaFile): string {
  const { batches, createdOn, ...header } = file;
  const lines = [writeRecord('fileHeader', { ...header, createdOn: shortDate(createdOn) })];
  for (const [i, batch] of batches.entries()) {
    const { entries, effectiveOn, ...values } = batch;
    const same = {
      companyId: batch.companyId,
      odfi: batch.odfi,
      number: String(i + 1),
      serviceClass: serviceClassOf(entries),
    };
    lines.push(writeRecord('batchHeader', { ...values, ...same, effectiveOn: shortDate(effectiveOn) }));
    for (const entry of entries) {
      const { amount, addenda, ...fields } = entry;
      const addendaIndicator = addenda === null ? '0' : '1';
      lines.push(writeRecord('entry', { ...fields, amount: String(amount), addendaIndicator }), ...addendaLine(entry));
    }
    lines.push(writeRecord('batchControl', { ...same, ...fieldsOf(totalsOf(entries)) }));
  }
  const blocks = Math.ceil((lines.length + 1) / blockLines);
  const totals = sumOf(batches.map(({ entries }) => totalsOf(entries)));
  lines.push(
    writeRecord('fileControl', { batches: String(batches.length), blocks: String(blocks), ...fieldsOf(totals) }),
  );
  while (lines.length < blocks * blockLines) lines.push(filler);
  return lines.map((line) => `${line}\n`).join('');
}

interface OpenBatch {
  header: RecordValues;
  batch: NachaBatch;
}

/** Reads a file line by line, and records its problems. */
class Reader {
  readonly problems: string[] = [];
  file: NachaFile | null = null;
  #open: OpenBatch | null = null;
  #closed = false;
  #lines = 0;

  read(line: string): void {
    this.#lines += 1;
    if (this.#closed) {
      if (line !== filler) this.#wrong('nothing may follow the file control');
      return;
    }
    if (line.length !== recordLength) return this.#wrong(`has ${line.length} characters`);
    if (/[^\u0020-\u007e]/.test(line)) this.#wrong('has characters outside ASCII');
    const name = recordOf(line);
    if (!name) return this.#wrong('is no record');
    const { values, problems } = readRecord(name, line);
    for (const problem of problems) this.#wrong(problem);
    this.#take(name, values);
  }

  /** @param lines how many there were, fillers included */
  end(): void {
    if (!this.#closed) this.problems.push('the file control is missing');
    if (this.#lines % blockLines !== 0) this.problems.push('the number of lines is no multiple of ten');
  }

  #wrong(problem: string): void {
    this.problems.push(`line ${this.#lines}: ${problem}`);
  }

  #check(isRight: boolean, problem: string): void {
    if (!isRight) this.#wrong(problem);
  }

  #take(name: RecordName, values: RecordValues): void {
    switch (name) {
      case 'fileHeader':
        return this.#begin(values);
      case 'batchHeader':
        return this.#openBatch(values);
      case 'entry':
        return this.#addEntry(values);
      case 'batchControl':
        return this.#closeBatch(values);
      case 'fileControl':
        return this.#close(values);
      default:
        return this.#addAddenda(name, values);
    }
  }

  #begin(values: RecordValues): void {
    this.#check(this.file === null && this.#lines === 1, 'a file has one header, at its beginning');
    const createdOn = fullDate(values['createdOn']!);
    this.#check(isDate(createdOn), 'the date of the file is none');
    this.#check(/^([01]\d|2[0-3])[0-5]\d$/.test(values['createdAt']!), 'the time of the file is none');
    this.#check(/^[A-Z0-9]$/.test(values['modifier']!), 'the modifier is no letter or digit');
    this.#check(isRoutingNumber(values['destination']!), 'the destination is no routing number');
    const { destination, destinationName, origin, originName, createdAt, modifier } = values as Record<
      keyof NachaFile,
      string
    >;
    this.file = { destination, destinationName, origin, originName, createdOn, createdAt, modifier, batches: [] };
  }

  #openBatch(values: RecordValues): void {
    this.#check(this.#open === null, 'the batch before has no control');
    if (!this.file) return this.#wrong('the file has no header');
    const entryClass = entryClasses.find((each) => each === values['entryClass']);
    if (!entryClass) this.#wrong(`unknown entry class ${values['entryClass']}`);
    const effectiveOn = fullDate(values['effectiveOn']!);
    this.#check(isDate(effectiveOn), 'the effective date is none');
    this.#check(['200', '220', '225'].includes(values['serviceClass']!), 'unknown service class');
    this.#check(Number(values['number']) === this.file.batches.length + 1, 'batches are not numbered from 1');
    const { companyName, companyId, description, odfi } = values as Record<keyof NachaBatch, string>;
    const batch = {
      companyName,
      companyId,
      description,
      odfi,
      entryClass: entryClass ?? 'CCD',
      effectiveOn,
      entries: [],
    };
    this.#open = { header: values, batch };
    this.file.batches.push(batch);
  }

  #addEntry(values: RecordValues): void {
    if (!this.#open) return this.#wrong('an entry outside of a batch');
    const { transactionCode, routingNumber, accountNumber, individualId, name, trace } = values as Record<
      keyof NachaEntry,
      string
    >;
    const { batch } = this.#open;
    this.#finishEntry();
    this.#check(/^[23][1267]$/.test(transactionCode), 'unknown transaction code');
    this.#check(isRoutingNumber(routingNumber), 'the routing number has another check digit');
    this.#check(accountNumber !== '', 'an account number is missing');
    this.#check(
      batch.entries.every((other) => other.trace !== trace),
      'a trace number stands twice',
    );
    this.#check(
      batch.entries.every((other) => other.trace < trace),
      'trace numbers do not rise',
    );
    this.#check(trace.startsWith(batch.odfi), "a trace number is not the batch's bank's");
    const amount = BigInt(/^\d+$/.test(values['amount']!) ? values['amount']! : 0);
    this.#expectsAddenda = values['addendaIndicator'] === '1';
    this.#check(/^[01]$/.test(values['addendaIndicator']!), 'the addenda indicator is neither 0 nor 1');
    batch.entries.push({
      transactionCode,
      routingNumber,
      accountNumber,
      amount,
      individualId,
      name,
      trace,
      addenda: null,
    });
  }

  #expectsAddenda = false;

  /** An entry that says it has addenda is followed by it. */
  #finishEntry(): void {
    const last = this.#open?.batch.entries.at(-1);
    if (last && this.#expectsAddenda && last.addenda === null)
      this.#wrong('the addenda of the entry before is missing');
    this.#expectsAddenda = false;
  }

  #addAddenda(name: RecordName, values: RecordValues): void {
    const last = this.#open?.batch.entries.at(-1);
    if (!last || last.addenda !== null) return this.#wrong('an addenda without an entry');
    this.#check(this.#expectsAddenda, 'an addenda that its entry does not announce');
    const { code = '', originalTrace = '', originalRdfi = '', information = '', correction = '' } = values;
    const original = { code, originalTrace, originalRdfi };
    if (name === 'paymentAddenda') {
      this.#check(values['entrySequence'] === last.trace.slice(8), "the addenda has another entry's number");
      last.addenda = { kind: 'PAYMENT', information };
    } else if (name === 'returnAddenda') {
      this.#check(/^R\d\d$/.test(code), 'unknown return code');
      last.addenda = { kind: 'RETURN', ...original, information };
    } else {
      this.#check(/^C\d\d$/.test(code), 'unknown change code');
      last.addenda = { kind: 'CHANGE', ...original, correction };
    }
  }

  #closeBatch(values: RecordValues): void {
    if (!this.#open) return this.#wrong('a batch control without a batch');
    this.#finishEntry();
    const { header, batch } = this.#open;
    this.#open = null;
    this.#check(batch.entries.length > 0, 'a batch has no entry');
    for (const field of ['serviceClass', 'companyId', 'odfi', 'number'])
      this.#check(values[field] === header[field], `header and control of a batch differ in ${field}`);
    const kinds = serviceClassOf(batch.entries);
    this.#check(
      header['serviceClass'] === '200' || header['serviceClass'] === kinds,
      'the service class does not fit the entries',
    );
    this.#compare(values, totalsOf(batch.entries));
  }

  #compare(values: RecordValues, totals: Totals): void {
    for (const [field, value] of Object.entries(fieldsOf(totals)))
      this.#check(Number(values[field]) === Number(value), `the control has other ${field}`);
  }

  #close(values: RecordValues): void {
    this.#closed = true;
    if (!this.file) return this.#wrong('the file has no header');
    this.#check(this.#open === null, 'the last batch has no control');
    this.#check(Number(values['batches']) === this.file.batches.length, 'the control has another number of batches');
    this.#check(
      Number(values['blocks']) === Math.ceil(this.#lines / blockLines),
      'the control has another number of blocks',
    );
    this.#compare(values, sumOf(this.file.batches.map(({ entries }) => totalsOf(entries))));
  }
}

/** The check digit of an American routing number (ABA), and a first part that is in use. */
function isRoutingNumber(digits: string): boolean {
  if (!/^\d{9}$/.test(digits)) return false;
  const first = Number(digits.slice(0, 2));
  const isInUse = first <= 12 || (first >= 21 && first <= 32) || (first >= 61 && first <= 72) || first === 80;
  return (
    isInUse &&
    Number(digits) > 0 &&
    [...digits].reduce((sum, d, i) => sum + Number(d) * [3, 7, 1][i % 3]!, 0) % 10 === 0
  );
}

/**
 * Reads a file.
 * @returns its content as far as it can be read, and all its problems: nothing of a file with problems may be booked
 */
export function readNacha(text: string): { file: NachaFile | null; problems: string[] } {
  const reader = new Reader();
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  for (const line of lines) reader.read(line);
  reader.end();
  return { file: reader.file, problems: reader.problems };
}
