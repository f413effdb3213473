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
const takesForm = { form: {} };

async function multipartRequest(
  fields: readonly (readonly [string, string])[],
): Promise<HttpRequest> {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  const sent = new Response(form);
  const contentType = sent.headers.get('content-type') ?? '';
  return {
    ...request,
    headers: new Map([['content-type', [contentType]]]),
    body: Buffer.from(await sent.arrayBuffer()),
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
          await multipartRequest(fields),
          takesForm,
        );
        const read = parseForm(body?.toString(), headers.get('content-type')?.[0]);
        const sent = Map.groupBy(fields, ([name]) => name);
        expect([...read]).toEqual(
          Array.from(sent, ([name, entries]) => [name, entries.map(([, value]) => value)]),
        );
      }),
    );
  });

  it('is encoded to the same body with any boundary', async () => {
    const fields = [['nodeid', 'a']] as const;
    const sent = await Promise.all([multipartRequest(fields), multipartRequest(fields)]);
    const read = await Promise.all(sent.map((form) => encodeMultipartForm(form, takesForm)));
    expect(sent[0].body?.equals(sent[1].body ?? Buffer.of())).toBe(false);
    expect(read[0]).toEqual(read[1]);
  });

  it('is not longer after it is encoded, because the size of a request is limited', async () => {
    const place = JSON.stringify({ type: 'Point', coordinates: [1.25, 51.5] }).repeat(10_000);
    const sent = await multipartRequest([['data', place]]);
    const { body } = await encodeMultipartForm(sent, takesForm);
    expect(body?.length).toBeLessThan(sent.body?.length ?? 0);
  });

  it('stays unchanged if the operation accepts no form', async () => {
    const sent = await multipartRequest([['nodeid', 'a']]);
    expect(await encodeMultipartForm(sent, {})).toBe(sent);
  });
});
