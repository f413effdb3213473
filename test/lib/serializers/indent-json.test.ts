import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { indentJsonParts, indentJsonString } from '../../../lib/serializers/indent-json.ts';

async function* splitIntoParts(text: string, size: number): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += size) yield text.slice(start, start + size);
}

async function joinParts(parts: AsyncIterable<string>): Promise<string> {
  const texts: string[] = [];
  for await (const part of parts) texts.push(part);
  return texts.join('');
}

describe('indenting a JSON string', () => {
  it('keeps every digit of a number', () => {
    expect(indentJsonString('{"a":12345678901234567890,"b":1.50e+1}', 1)).toBe(
      '{\n "a": 12345678901234567890,\n "b": 1.50e+1\n}',
    );
  });

  it('keeps the spelling of a string', () => {
    expect(indentJsonString(String.raw`["\u00e9 \/ \" , : {"]`, 0)).toBe(
      String.raw`["\u00e9 \/ \" , : {"]`,
    );
  });

  it('keeps duplicate names', () => {
    expect(indentJsonString('{"a":1,"a":2}', 0)).toBe('{"a":1,"a":2}');
  });

  it('keeps empty objects and lists on one line', () => {
    expect(indentJsonString('{"a":{ },"b":[ ]}', 2)).toBe('{\n  "a": {},\n  "b": []\n}');
  });

  it('equals the result of JSON.stringify, for any value and previous indentation', () => {
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 4 }),
        fc.nat(10),
        fc.nat(10),
        (text, oldIndent, newIndent) => {
          const value: unknown = JSON.parse(text);
          const indentedText = JSON.stringify(value, null, oldIndent);
          expect(indentJsonString(indentedText, newIndent)).toBe(
            JSON.stringify(value, null, newIndent),
          );
        },
      ),
    );
  });

  it('does not depend on the chunks of the input', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.json(),
        fc.integer({ min: 1, max: 7 }),
        fc.nat(4),
        async (text, size, spaces) => {
          expect(await joinParts(indentJsonParts(splitIntoParts(text, size), spaces))).toBe(
            indentJsonString(text, spaces),
          );
        },
      ),
    );
  });
});
