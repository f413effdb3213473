import * as z from 'zod';

import { uriSchema, uuidSchema } from './common.ts';

const counted = {
  value: z.string().meta({ description: 'What a condition with this value sends.' }),
  count: z.number().int(),
};

const named = {
  ...counted,
  id: uuidSchema,
  uri: uriSchema,
  label: z.string().nullable().meta({ description: 'In the language of the reader.' }),
};

const facet = {
  name: z.string().meta({ description: 'As it was requested.' }),
  condition: z.string().meta({ description: 'The parameter of a condition on a value.' }),
  has_more_values: z.boolean().meta({ description: 'Whether it has more than 300 values.' }),
};

/** The response of GET /search/facets. */
export const facets = z
  .object({
    counted: z
      .number()
      .int()
      .meta({ description: 'The number of resource instances whose values are counted.' }),
    is_complete: z
      .boolean()
      .meta({ description: 'Whether these are all that were found, and not the first of them.' }),
    facets: z.array(
      z.discriminatedUnion('kind', [
        z.object({ ...facet, kind: z.literal('models'), values: z.array(z.object(named)) }),
        z.object({
          ...facet,
          kind: z.literal('concepts'),
          values: z.array(
            z.object({
              ...named,
              broader: z
                .array(uuidSchema)
                .meta({ description: 'The values of this facet that are next above it.' }),
            }),
          ),
        }),
        z.object({
          ...facet,
          kind: z.literal('centuries'),
          values: z.array(
            z.object({ ...counted, first_year: z.number().int(), last_year: z.number().int() }),
          ),
        }),
      ]),
    ),
  })
  .meta({ id: 'Facets', description: 'Counts of resource instances by their values.' });
