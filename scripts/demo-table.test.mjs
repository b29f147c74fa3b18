import { expect, test } from 'vitest';
import { documentAt, documents, sectionNames } from './demo-table.ts';

test.each(documents)('%s shows the current demo data; `npm run demo-table` brings it up to date', (path) => {
  const { found, wanted } = documentAt(path);
  expect(found).toBe(wanted);
});

test('every section of the demo data is in a document', () => {
  const shown = documents.flatMap((path) => documentAt(path).names);
  expect([...new Set(shown)].toSorted()).toEqual(sectionNames.toSorted());
});
