import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import { loadOperations } from '../../../../infra/generate/operations.ts';

const words = {
  on: ['', 'true', '1', 'yes', 'on', 'YES', 'On'],
  off: ['false', '0', 'no', 'off', 'NO', 'Off'],
};

/** The parameters that are true or false, of every operation. */
const parameters = (await loadOperations()).flatMap(({ operation }) =>
  Object.entries(operation.parameters.shape)
    .filter(([, schema]) => {
      return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).type === 'boolean';
    })
    .map(([name, schema]) => ({ name, operation: operation.id, schema: z.unknown().pipe(schema) })),
);

/** Flags that presence turns on, whatever their value (specification, GET /geojson), and the one that stands beside them. */
const presenceFlags = [
  'use_uuid_names',
  'include_primary_name',
  'use_display_values',
  'include_geojson_link',
  'rfc7946',
];

describe('every parameter that is true or false, of every operation', () => {
  it('is walked here', () => {
    const names = new Set(parameters.map(({ name }) => name));
    for (const name of ['dry_run', 'hidden', 'cards', 'manifest', 'exportable', ...presenceFlags]) {
      expect(names).toContain(name);
    }
  });

  it.each(parameters)('$name of $operation has the same words', ({ schema }) => {
    expect(words.on.map((word) => schema.parse(word))).toEqual(words.on.map(() => true));
    expect(words.off.map((word) => schema.parse(word))).toEqual(words.off.map(() => false));
  });

  it.each(parameters)(
    '$name of $operation is on with any other word where it is a flag of the specification, and wrong elsewhere',
    ({ name, schema }) => {
      expect(schema.safeParse('maybe').success).toBe(presenceFlags.includes(name));
    },
  );
});
