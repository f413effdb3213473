import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { encodeMultipartForm } from '../../../../lib/http/request/multipart-form.ts';
import { parseForm } from '../../../../lib/http/request/form.ts';
import type { HttpRequest } from '../../../../lib/http/request/request.ts';

const request: HttpRequest = {
  id: '',
  method: 'POST',
  resource: '/o/token',
  pathValues: [],
  query: new Map(),
  headers: new Map(),
  body: undefined,
  sourceAddress: '',
  bypassesFront: false,
};
const operationWithForm = { form: {} };

async function createRequest(fields: readonly (readonly [string, string])[]): Promise<HttpRequest> {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  const response = new Response(form);
  const contentType = response.headers.get('content-type') ?? '';
  return {
    ...request,
    headers: new Map([['content-type', [contentType]]]),
    body: Buffer.from(await response.arrayBuffer()),
  };
}

const text = fc
  .string({ unit: 'grapheme' })
  // A multipart form changes line breaks to CR LF (RFC 7578).
  .filter((value) => value.isWellFormed() && !/[\0\r\n]/.test(value));

describe('a multipart form', () => {
  it('keeps all values of each field, in their order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text)), async (fields) => {
        const { body, headers } = await encodeMultipartForm(
          await createRequest(fields),
          operationWithForm,
        );
        const parsedFields = parseForm(body?.toString(), headers.get('content-type')?.[0]);
        const sentFields = Map.groupBy(fields, ([name]) => name);
        expect([...parsedFields]).toEqual(
          Array.from(sentFields, ([name, entries]) => [name, entries.map(([, value]) => value)]),
        );
      }),
    );
  });

  it('is encoded to the same body with any boundary', async () => {
    const fields = [['nodeid', 'a']] as const;
    const sentForms = await Promise.all([createRequest(fields), createRequest(fields)]);
    const encodedForms = await Promise.all(
      sentForms.map((form) => encodeMultipartForm(form, operationWithForm)),
    );
    expect(sentForms[0].body?.equals(sentForms[1].body ?? Buffer.of())).toBe(false);
    expect(encodedForms[0]).toEqual(encodedForms[1]);
  });

  it('is shorter after it is encoded, because the size of a request is limited', async () => {
    const geometryText = JSON.stringify({ type: 'Point', coordinates: [1.25, 51.5] }).repeat(
      10_000,
    );
    const sentRequest = await createRequest([['data', geometryText]]);
    const { body } = await encodeMultipartForm(sentRequest, operationWithForm);
    expect(body?.length).toBeLessThan(sentRequest.body?.length ?? 0);
  });

  it('stays unchanged if the operation accepts no form', async () => {
    const sentRequest = await createRequest([['nodeid', 'a']]);
    expect(await encodeMultipartForm(sentRequest, {})).toBe(sentRequest);
  });
});
