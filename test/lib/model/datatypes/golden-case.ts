import * as z from 'zod';

import type { ReadResult } from '../../../../lib/model/datatypes/datatype.ts';
import type { RdfLiteral, RdfNode, RdfValue } from '../../../../lib/rdf/terms.ts';

/*
 * A golden file, golden/<datatype>.json, is a list of cases. Each case has a stored value and the expected results of all
 * functions of its datatype, which golden.test.ts compares exactly. The referenced concepts, resource instances, tiles and
 * languages are in golden-world.ts.
 */

const literalSchema = z.strictObject({
  kind: z.literal('literal'),
  value: z.string(),
  datatype: z.string().exactOptional(),
  language: z.string().exactOptional(),
}) satisfies z.ZodType<RdfLiteral>;

const nodeSchema: z.ZodType<RdfNode> = z.strictObject({
  kind: z.literal('node'),
  id: z.string(),
  types: z.array(z.string()),
  get properties() {
    return z.array(z.strictObject({ predicate: z.string(), values: z.array(rdfValueSchema) }));
  },
  isShared: z.boolean().exactOptional(),
});

const rdfValueSchema: z.ZodType<RdfValue> = z.lazy(() => z.union([literalSchema, nodeSchema]));

const readingSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('value'), value: z.unknown() }),
  z.strictObject({ kind: z.literal('problem'), message: z.string() }),
]) satisfies z.ZodType<ReadResult>;

/** The results of reading in both shapes. If the result of a shape is absent, the value itself is expected. */
const readingsSchema = z.strictObject({
  valueText: readingSchema.optional(),
  linked: readingSchema.optional(),
});

const goldenCaseSchema = z.strictObject({
  /** The title of the test, after “of datatype x: ”. */
  title: z.string(),
  /** The stored value. Every digit of a number counts, but the formatter removes trailing zeros of fractions. */
  value: z.unknown(),
  /** The relevant parts of the node. */
  node: z
    .strictObject({
      config: z.record(z.string(), z.unknown()).default({}),
      ontologyClass: z.string().nullable().default(null),
    })
    .default({ config: {}, ontologyClass: null }),
  /** The displayed text, by requested language. The default language is `en`. */
  display: z.record(z.string(), z.string().nullable()),
  /** The texts of `{rdf}value`; `[]` if there are none. */
  valueText: z.array(z.string()),
  /** The values in the linked shape, as in lib/rdf/terms.ts; `[]` if there are none. */
  linked: z.array(rdfValueSchema),
  /**
   * The results of reading `valueText` and `linked` if the value is stored. The default is the value itself. A
   * shape that is empty is not read.
   */
  readBack: readingsSchema.default({}),
  /** The results of reading if nothing is stored, as in a new tile. */
  readNew: readingsSchema.default({}),
  /**
   * `true`, or the problem codes in order, each with its pointer: `"code /pointer"`, or `"code"` for the whole
   * value.
   */
  valid: z.union([z.literal(true), z.array(z.string()).min(1)]),
  /** The normalised value, if it differs. */
  normalised: z.unknown().optional(),
});

export type GoldenCase = z.infer<typeof goldenCaseSchema>;

export const goldenFileSchema = z.array(goldenCaseSchema).min(1);
