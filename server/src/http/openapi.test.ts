import { api } from '@florin/contract/api';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { openApiDocument } from './openapi.ts';

test('the document is valid OpenAPI 3.1 and contains every call', { tags: ['@0.7', '@7.35'] }, async () => {
  const document = openApiDocument('1.2.3');
  const { valid, errors } = await new Validator().validate(document);
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
  for (const endpoint of Object.values(api))
    expect(document['paths']).toHaveProperty([endpoint.path, endpoint.method.toLowerCase()]);
});

test('an invalid document is detected', async () => {
  const document = openApiDocument('1.2.3');
  delete document['info'];
  expect((await new Validator().validate(document)).valid).toBe(false);
});
