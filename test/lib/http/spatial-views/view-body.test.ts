import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readViewBody } from '../../../../lib/http/spatial-views/view-body.ts';

const text = fc
  .string({ unit: 'grapheme' })
  .filter((value) => value.trim() !== '' && !value.includes('\0'));
const slug = fc.stringMatching(/^[a-zA-Z_][a-zA-Z0-9_]{1,50}$/);
const view = fc.record(
  {
    slug,
    schema: text
      .map((value) => value.slice(0, 20))
      .filter((value) => value.isWellFormed() && value !== ''),
    description: text,
    language: fc.constantFrom('en', 'de-AT'),
    geometrynodeid: fc.uuid(),
    isactive: fc.boolean(),
    ismixedgeometrytypes: fc.boolean(),
    attributenodes: fc.array(fc.record({ nodeid: fc.uuid(), description: text, more: text }), {
      minLength: 1,
      maxLength: 3,
    }),
  },
  { requiredKeys: [] },
);

/** The same spatial view as fields of a form, which are texts. */
function toFormFields(sentView: object): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(sentView).map(([name, value]) => [
      name,
      name === 'attributenodes' ? JSON.stringify(value) : String(value),
    ]),
  );
}

describe('a spatial view in a request', () => {
  it('is parsed to the same fields from JSON and from a form, with any texts', () => {
    fc.assert(
      fc.property(view, (sentView) => {
        const resultFromJson = readViewBody(
          JSON.stringify(sentView),
          'application/json',
          undefined,
        );
        expect(resultFromJson.problems).toEqual([]);
        const fields = toFormFields(sentView);
        const encoded = new URLSearchParams(fields).toString();
        const type = 'application/x-www-form-urlencoded; charset=utf-8';
        expect(readViewBody(encoded, type, undefined)).toEqual(resultFromJson);
      }),
      { numRuns: 200 },
    );
  });

  it('may contain unknown members, which are ignored', () => {
    const sentView = '{"__proto__":{"slug":"a1"},"constructor":1,"collection":"x","slug":"mills"}';
    const { fields, problems } = readViewBody(sentView, undefined, undefined);
    expect([fields, problems]).toEqual([{ slug: 'mills' }, []]);
  });

  it('keeps its valid parts if other parts are invalid, so that all problems can be reported', () => {
    const sentView = {
      slug: 'mills',
      language: 5,
      attributenodes: [{ nodeid: 'x' }, { nodeid: '00000000-0000-4000-8000-00000000000A' }],
    };
    const { fields, attributeIds, problems } = readViewBody(
      JSON.stringify(sentView),
      'application/json',
      undefined,
    );
    expect(fields).toEqual({ slug: 'mills' });
    expect(attributeIds).toEqual([null, '00000000-0000-4000-8000-00000000000a']);
    expect(problems.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      '/language invalid',
      '/attributenodes/0/nodeid invalid',
      '/attributenodes/0/description missing',
      '/attributenodes/1/description missing',
    ]);
  });

  it('is refused if its attribute nodes are longer than a million characters', () => {
    const nodeid = '00000000-0000-4000-8000-000000000001';
    const attributenodes = [{ nodeid, description: '', more: 'x'.repeat(1_000_000) }];
    const { problems } = readViewBody(JSON.stringify({ attributenodes }), '', undefined);
    expect(problems.map(({ pointer }) => pointer)).toEqual(['/attributenodes']);
  });

  it('may contain unknown fields in a form, also repeated ones', () => {
    const type = 'application/x-www-form-urlencoded';
    const result = readViewBody('slug=places&other=a&other=b', type, undefined);
    expect(result).toMatchObject({ fields: { slug: 'places' }, problems: [] });
  });

  it('is refused if a form names attributenodes in a list notation of other libraries, such as name[]', () => {
    for (const name of ['attributenodes[]', 'attributenodes[0]', 'attributenodes.0']) {
      const encoded = new URLSearchParams({ [name]: 'a', other: 'b', 'other[]': 'c' }).toString();
      const type = 'application/x-www-form-urlencoded';
      const { problems } = readViewBody(encoded, type, undefined);
      expect(problems.map(({ pointer }) => pointer)).toEqual([`/${name}`]);
    }
  });
});
