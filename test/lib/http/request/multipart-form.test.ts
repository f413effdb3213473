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
};
const takesForm = { form: {} };

async function inParts(fields: readonly (readonly [string, string])[]): Promise<HttpRequest> {
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
  // A form in parts has its line breaks as CR and LF (RFC 7578).
  .filter((value) => value.isWellFormed() && !/[\0\r\n]/.test(value));

describe('a form in parts', () => {
  it('has the fields that were sent, each as often and in the same order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text)), async (fields) => {
        const { body, headers } = await encodeMultipartForm(await inParts(fields), takesForm);
        const read = parseForm(body?.toString(), headers.get('content-type')?.[0]);
        const sent = Map.groupBy(fields, ([name]) => name);
        expect([...read]).toEqual(
          Array.from(sent, ([name, some]) => [name, some.map(([, value]) => value)]),
        );
      }),
    );
  });

  it('has the same body whatever its boundary is', async () => {
    const fields = [['nodeid', 'a']] as const;
    const sent = await Promise.all([inParts(fields), inParts(fields)]);
    const read = await Promise.all(sent.map((one) => encodeMultipartForm(one, takesForm)));
    expect(sent[0].body?.equals(sent[1].body ?? Buffer.of())).toBe(false);
    expect(read[0]).toEqual(read[1]);
  });

  it('is hardly longer than it was, as a request may have no more', async () => {
    const place = JSON.stringify({ type: 'Point', coordinates: [1.25, 51.5] }).repeat(10_000);
    const sent = await inParts([['data', place]]);
    const { body } = await encodeMultipartForm(sent, takesForm);
    expect(body?.length).toBeLessThan(sent.body?.length ?? 0);
  });

  it('stays as it is where an operation takes no form', async () => {
    const sent = await inParts([['nodeid', 'a']]);
    expect(await encodeMultipartForm(sent, {})).toBe(sent);
  });
});
