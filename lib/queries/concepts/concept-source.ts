import * as z from 'zod';

const link = z.tuple([z.string(), z.string()]);
const value = z.tuple([z.string(), z.string(), z.string(), z.string(), z.string()]);

/** SQL makes null of an empty list. */
function listOf<Item extends z.ZodType>(item: Item) {
  return z
    .array(item)
    .nullable()
    .transform((list) => list ?? []);
}

const head = z.object({ may_read: z.boolean(), is_too_large: z.boolean() });

const concept = z.object({
  id: z.string(),
  node_type: z.string(),
  legacy_id: z.string().nullable(),
  has_sub_concepts: z.boolean(),
  /** [id, category, type, language (empty where there is none), text] */
  values: listOf(value),
  sub_concepts: listOf(link),
  parent_concepts: listOf(link),
  related_concepts: listOf(link),
});

/** A relative of a concept: its id and the type of the relation to it. */
export type ConceptLink = Readonly<z.output<typeof link>>;

/** A label, note or other value: [id, category, type, language (empty where there is none), text]. */
export type SourceValue = Readonly<z.output<typeof value>>;

/** A concept as the database has it, its relatives by id. */
export type SourceConcept = Readonly<
  Omit<z.output<typeof concept>, 'values' | 'sub_concepts' | 'parent_concepts' | 'related_concepts'>
> & {
  readonly values: readonly SourceValue[];
  readonly sub_concepts: readonly ConceptLink[];
  readonly parent_concepts: readonly ConceptLink[];
  readonly related_concepts: readonly ConceptLink[];
};

/** Concepts by id. Each link leads to one of them. */
export type ConceptGraph = ReadonlyMap<string, SourceConcept>;

/** What the concept statement gives: what the caller may do, and the concepts, none where it may not read them. */
export type ConceptSource = {
  readonly mayRead: boolean;
  readonly isTooLarge: boolean;
  readonly concepts: ConceptGraph;
};

/**
 * Reads the parts that the concept statement gives.
 * @param parts JSON texts: {may_read, is_too_large}, then one for each concept
 * @throws ZodError where the parts are not of that shape
 */
export function readConceptSource(parts: readonly string[]): ConceptSource {
  const [first = 'null', ...others] = parts;
  const { may_read, is_too_large } = head.parse(JSON.parse(first));
  const concepts = others.map((part) => concept.parse(JSON.parse(part)));
  return {
    mayRead: may_read,
    isTooLarge: is_too_large,
    concepts: new Map(concepts.map((found) => [found.id, found])),
  };
}
