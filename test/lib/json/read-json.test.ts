import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseLossless } from '../../../lib/json/lossless-json.ts';
import { maxNesting, NestedTooDeepError } from '../../../lib/json/nesting.ts';
import { readJson } from '../../../lib/json/read-json.ts';
import { RepeatedMemberFinder, RepeatedMembersError } from '../../../lib/json/repeated-members.ts';

/** The pointers to the repeated members of a text; empty if it is read. */
function pointersOf(text: string): readonly string[] {
  try {
    readJson(text);
    return [];
  } catch (error) {
    if (error instanceof RepeatedMembersError) return error.members.map(({ pointer }) => pointer);
    throw error;
  }
}

/** Names with characters that structure JSON, or that are escaped in it or in a pointer. */
const names = fc.oneof(
  fc.constantFrom(
    '__proto__',
    '',
    'a',
    'b',
    '":',
    '\\',
    '"',
    '{',
    '/~',
    '\\"',
    'é',
    '😀',
    'toJSON',
  ),
  fc.string(),
);
const { value: jsonValues } = fc.letrec<{ value: Written }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(names, fc.constantFrom(null, true, 1, -0.5)).map((scalar): Written => ({ scalar })),
    fc.array(tie('value'), { maxLength: 4 }).map((items): Written => ({ items })),
    fc
      .uniqueArray(fc.tuple(names, tie('value')), { maxLength: 4, selector: ([name]) => name })
      .map((members): Written => ({ members })),
  ),
}));

/** A JSON value as it is written: the members of an object have an order, and could be repeated. */
type Written =
  | { readonly scalar: string | number | boolean | null }
  | { readonly items: readonly Written[] }
  | { readonly members: readonly (readonly [string, Written])[] };

/** How white space and names are written. */
type Style = { readonly space: string; readonly escapesNames: boolean };
const styles = fc.record({
  space: fc.constantFrom('', ' ', '\n  ', '\t\r\n'),
  escapesNames: fc.boolean(),
});

const escapeAll = (text: string): string =>
  text.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

function write(value: Written, style: Style): string {
  const { space, escapesNames } = style;
  if ('scalar' in value) return JSON.stringify(value.scalar);
  const join = (parts: readonly string[]): string => parts.join(`${space},${space}`);
  if ('items' in value) return `[${space}${join(value.items.map((item) => write(item, style)))}]`;
  const members = value.members.map(([name, member], index) => {
    // Every second name, so that two spellings of one name meet.
    const isEscaped = escapesNames && index % 2 === 1;
    const writtenName = isEscaped ? `"${escapeAll(name)}"` : JSON.stringify(name);
    return `${writtenName}${space}:${space}${write(member, style)}`;
  });
  return `{${space}${join(members)}${space}}`;
}

const step = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** All ways to write one member of an object a second time at the end of the object, with the pointer to it. */
function* repeatEachMember(value: Written): Generator<readonly [Written, string]> {
  if ('items' in value) {
    for (const [index, item] of value.items.entries())
      for (const [changed, pointer] of repeatEachMember(item))
        yield [{ items: value.items.with(index, changed) }, `/${index}${pointer}`];
  } else if ('members' in value) {
    for (const [index, [name, member]] of value.members.entries()) {
      yield [{ members: [...value.members, [name, { scalar: null }]] }, step(name)];
      for (const [changed, pointer] of repeatEachMember(member))
        yield [{ members: value.members.with(index, [name, changed]) }, step(name) + pointer];
    }
  }
}

describe('JSON of others', () => {
  it('is read like other JSON if no object has two members of one name', () => {
    fc.assert(
      fc.property(jsonValues, styles, (value, style) => {
        const text = write(value, style);
        expect(readJson(text)).toEqual(parseLossless(text));
        expect(readJson(text, 'javascript')).toEqual(JSON.parse(text));
      }),
    );
  });

  it('is refused with the pointer of the second member of one name, wherever and however it is written', () => {
    fc.assert(
      fc.property(jsonValues, styles, (value, style) => {
        for (const [repeated, pointer] of repeatEachMember(value))
          expect(pointersOf(write(repeated, style))).toEqual([pointer]);
      }),
    );
  });

  it.each([
    ['the same value', '{"a":1,"a":1}', ['/a']],
    ['an escaped name', String.raw`{"tiles":1,"t\u0069les":2}`, ['/tiles']],
    ['the name __proto__', '{"__proto__":{},"__proto__":{}}', ['/__proto__']],
    ['the empty name', '{"":1,"":2}', ['/']],
    ['a third member', '{"a":1,"a":2,"a":3}', ['/a', '/a']],
    ['members in a member that is lost', '{"a":{"b":1,"b":2},"a":3}', ['/a/b', '/a']],
    ['a name that is an index', '[{"0":1,"0":2}]', ['/0/0']],
    ['a number that keeps its digits', '{"a":1.50,"a":1.50}', ['/a']],
  ])('is refused for %s', (_, text, pointers) => {
    expect(pointersOf(text)).toEqual(pointers);
  });

  it.each([
    ['names in different objects', '[{"a":1},{"a":{"a":2}}]'],
    ['names in different letter case', '{"a":1,"A":2}'],
    ['a text that looks like JSON with a repeated member', JSON.stringify('{"a":1,"a":2}')],
    ['a text after a name that ends with a backslash', String.raw`{"a\\":":","b":"\":"}`],
  ])('is read with %s', (_, text) => {
    expect(readJson(text)).toEqual(JSON.parse(text));
  });

  it('keeps every digit of its numbers', () => {
    const text = '{"a":12345678901234567890,"b":[1.50,1e400]}';
    expect(JSON.stringify(readJson(text))).toBe(text);
  });

  it('is refused as nested too deep before its members are compared, and as no JSON before both', () => {
    const deep = `${'['.repeat(maxNesting)}{"a":1,"a":2}${']'.repeat(maxNesting)}`;
    expect(() => readJson(deep)).toThrow(NestedTooDeepError);
    expect(() => readJson(`${deep}]`)).toThrow(SyntaxError);
    expect(() => readJson(`${deep}]`)).not.toThrow(NestedTooDeepError);
    expect(() => readJson('{"a":1,"a":2')).not.toThrow(RepeatedMembersError);
  });

  it('reports at most 1,000 members, and few if their pointers are long, but counts all', () => {
    const readError = (text: string): RepeatedMembersError => {
      try {
        readJson(text);
      } catch (error) {
        if (error instanceof RepeatedMembersError) return error;
      }
      throw new Error('The text was read.');
    };
    const members = `{${'"a":1,'.repeat(5000)}"a":1}`;
    const { members: reported, count } = readError(members);
    expect([reported.length, count]).toEqual([1000, 5000]);
    const error = readError(`{"${'x'.repeat(1_000_000)}":${members}}`);
    expect([error.members.length, error.count]).toEqual([1, 5000]);
    expect(error.message.length).toBeLessThan(1000);
  });
});

describe('repeated members of a document in chunks', () => {
  it('are the same as of the whole document, wherever the chunks begin', () => {
    fc.assert(
      fc.property(jsonValues, styles, fc.array(fc.nat(200)), (value, style, positions) => {
        for (const [repeated] of repeatEachMember(value)) {
          const text = write(repeated, style);
          const finder = new RepeatedMemberFinder();
          const cuts = [0, ...positions.toSorted((left, right) => left - right), text.length];
          for (const [index, cut] of cuts.entries())
            finder.addChunk(text.slice(cuts[index - 1] ?? 0, cut));
          expect(finder.members.map(({ pointer }) => pointer)).toEqual(pointersOf(text));
        }
      }),
      { numRuns: 30 },
    );
  });
});
