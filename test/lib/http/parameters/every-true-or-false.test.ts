import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import { loadOperations } from '../../../../infra/generate/operations.ts';

const words = {
  on: ['', 'true', '1', 'yes', 'on', 'YES', 'On'],
  off: ['false', '0', 'no', 'off', 'NO', 'Off'],
};

/** The boolean parameters of all operations. */
const parameters = (await loadOperations()).flatMap(({ operation }) =>
  Object.entries(operation.parameters.shape)
    .filter(([, schema]) => {
      return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).type === 'boolean';
    })
    .map(([name, schema]) => ({ name, operation: operation.id, schema: z.unknown().pipe(schema) })),
);

/** Flags that are on unless their value is one of the words for off (specification, GET /geojson). rfc7946 works in the same way. */
const presenceFlags = [
  'use_uuid_names',
  'include_primary_name',
  'use_display_values',
  'include_geojson_link',
  'rfc7946',
];

describe('every boolean parameter of every operation', () => {
  it('is covered by this test', () => {
    const names = new Set(parameters.map(({ name }) => name));
    for (const name of ['dry_run', 'hidden', 'cards', 'manifest', 'exportable', ...presenceFlags]) {
      expect(names).toContain(name);
    }
  });

  it.each(parameters)(
    'accepts the same words for on and off: $name of $operation',
    ({ schema }) => {
      expect(words.on.map((word) => schema.parse(word))).toEqual(words.on.map(() => true));
      expect(words.off.map((word) => schema.parse(word))).toEqual(words.off.map(() => false));
    },
  );

  it.each(parameters)(
    'accepts other words only if it is a presence flag: $name of $operation',
    ({ name, schema }) => {
      expect(schema.safeParse('maybe').success).toBe(presenceFlags.includes(name));
    },
  );
});
