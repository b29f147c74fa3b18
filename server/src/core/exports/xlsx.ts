import type { Cell } from './cells.ts';
import { zip } from './zip.ts';

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const office = 'http://schemas.openxmlformats.org';
/** The maximum rows of a sheet (ECMA-376, part 1, section 18.3.1.73). Further rows go to the next sheet. */
const rowsOfSheet = 1_048_576;

/** Texts need no protection: only a cell of the type formula is a formula. */
const escape = (text: string) =>
  text
    // oxlint-disable-next-line no-control-regex -- XML 1.0 cannot hold them
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

function cellXml(cell: Cell): string {
  if (cell === null || cell === '') return '<c/>';
  return typeof cell === 'string'
    ? `<c t="inlineStr"><is><t xml:space="preserve">${escape(cell.slice(0, 32_767))}</t></is></c>`
    : `<c><v>${cell.number}</v></c>`;
}

const rowXml = (cells: readonly Cell[]) => `<row>${cells.map(cellXml).join('')}</row>`;

/**
 * Streams a workbook (ECMA-376).
 * @param pages rows in pages; each page is written before the next is fetched
 */
export async function* xlsx(
  titles: readonly string[],
  pages: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<Buffer> {
  const rows = pages[Symbol.asyncIterator]();
  let waiting: readonly (readonly Cell[])[] = [];
  let isOver = false;
  let sheets = 0;
  async function* sheet() {
    yield `${xml}<worksheet xmlns="${office}/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>${rowXml(titles)}`;
    let room = rowsOfSheet - 1;
    while (room > 0) {
      if (waiting.length === 0) {
        const next = await rows.next();
        isOver = next.done === true;
        if (next.done) break;
        waiting = next.value;
      }
      const part = waiting.slice(0, room);
      waiting = waiting.slice(part.length);
      room -= part.length;
      yield part.map(rowXml).join('');
    }
    yield '</sheetData></worksheet>';
  }
  function* entries() {
    do {
      sheets += 1;
      yield { name: `xl/worksheets/sheet${sheets}.xml`, content: sheet() };
    } while (!isOver);
    const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
    const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
    const relations = `${office}/officeDocument/2006/relationships`;
    const part = (name: string, text: string) => ({ name, content: [xml + text] });
    yield part(
      'xl/workbook.xml',
      `<workbook xmlns="${office}/spreadsheetml/2006/main" xmlns:r="${relations}"><sheets>${numbers
        .map((n) => `<sheet name="${n === 1 ? 'Export' : `Export ${n}`}" sheetId="${n}" r:id="rId${n}"/>`)
        .join('')}</sheets></workbook>`,
    );
    yield part(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${office}/package/2006/relationships">${numbers
        .map((n) => `<Relationship Id="rId${n}" Type="${relations}/worksheet" Target="worksheets/sheet${n}.xml"/>`)
        .join('')}</Relationships>`,
    );
    yield part(
      '_rels/.rels',
      `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    );
    yield part(
      '[Content_Types].xml',
      `<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>${numbers
        .map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${types}.worksheet+xml"/>`)
        .join('')}</Types>`,
    );
  }
  try {
    yield* zip(entries());
  } finally {
    await rows.return?.();
  }
}
