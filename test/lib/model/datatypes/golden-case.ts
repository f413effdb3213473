import * as z from 'zod';

import type { ReadResult } from '../../../../lib/model/datatypes/datatype.ts';
import type { RdfLiteral, RdfNode, RdfValue } from '../../../../lib/rdf/terms.ts';

/*
 * A golden file, golden/<datatype>.json, is a list of cases. Each says of one stored value everything that its datatype makes
 * of it; golden.test.ts holds the datatype against it, to the letter. The concepts, resource instances, tiles and languages
 * that values may refer to are those of golden-world.ts.
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

/** What reading gives, in each of the two shapes. A shape that is left out gives the value itself. */
const readingsSchema = z.strictObject({
  valueText: readingSchema.optional(),
  linked: readingSchema.optional(),
});

const goldenCaseSchema = z.strictObject({
  /** What the case is about: it follows “of datatype x: ” in the title of the test. */
  title: z.string(),
  /** As it is stored; every digit of a number counts, but the formatter takes zeros from the end of a fraction. */
  value: z.unknown(),
  /** The node that the value belongs to, as far as it matters. */
  node: z
    .strictObject({
      config: z.record(z.string(), z.unknown()).default({}),
      ontologyClass: z.string().nullable().default(null),
    })
    .default({ config: {}, ontologyClass: null }),
  /** What a reader is shown, by the language asked for. The project's default language is `en`. */
  display: z.record(z.string(), z.string().nullable()),
  /** The texts of `{rdf}value`; `[]` where there is nothing to say. */
  valueText: z.array(z.string()),
  /** The values in the linked shape, as lib/rdf/terms.ts has them; `[]` where there is nothing to say. */
  linked: z.array(rdfValueSchema),
  /**
   * What reading `valueText` and `linked` gives while the value is stored: the value itself, unless the case says otherwise.
   * Nothing is read where nothing was written.
   */
  readBack: readingsSchema.default({}),
  /** The same while nothing is stored, as in a new tile. */
  readNew: readingsSchema.default({}),
  /** `true`, or the codes of what is wrong, in their order, each with its pointer: `"code /pointer"`, `"code"` for the whole. */
  valid: z.union([z.literal(true), z.array(z.string()).min(1)]),
  /** The value in the form in which it is stored, where that is another. */
  normalised: z.unknown().optional(),
});

export type GoldenCase = z.infer<typeof goldenCaseSchema>;

export const goldenFileSchema = z.array(goldenCaseSchema).min(1);
