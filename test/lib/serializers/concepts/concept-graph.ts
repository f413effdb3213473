import type { ConceptContent } from '../../../../lib/queries/concepts/concept-contents.ts';
import type { ConceptPosition } from '../../../../lib/queries/concepts/concept-positions.ts';
import type { ConceptValueRow } from '../../../../lib/queries/concepts/concept-rows.ts';
import type { ConceptChunk } from '../../../../lib/queries/concepts/read-contents.ts';
import {
  buildConceptGraph,
  type ConceptGraph,
} from '../../../../lib/serializers/concepts/concept-graph.ts';
import { bestLabel } from '../../../../lib/serializers/concepts/concept-order.ts';
import { createConceptSkosWriter } from '../../../../lib/serializers/concepts/concept-skos.ts';
import {
  writeConcept,
  type ConceptOptions,
  type ConceptWriter,
} from '../../../../lib/serializers/concepts/concept-writer.ts';
import {
  createConceptJsonWriter,
  type ConceptObject,
} from '../../../../lib/serializers/concepts/concept-json.ts';
import type { RdfFormat } from '../../../../lib/serializers/rdf/rdf-format.ts';

/** A thesaurus in memory: links and contents of concepts. */
export type DrawnThesaurus = {
  readonly graph: ConceptGraph;
  readonly contents: ReadonlyMap<string, ConceptContent>;
};

type Relation = readonly [from: string, relationType: string, to: string];

const isRelating = (type: string): boolean => type === 'related' || type.endsWith('Match');

/**
 * Creates a thesaurus from relations, and values by concept. A concept without values gets its id as label.
 * `scheme` is a concept scheme.
 */
export function thesaurus(
  relations: readonly Relation[],
  values: Readonly<Record<string, readonly ConceptValueRow[]>> = {},
): DrawnThesaurus {
  const hierarchy = relations.filter(([, type]) => !isRelating(type));
  const relating = relations.filter(([, type]) => isRelating(type));
  const downwards = Map.groupBy(hierarchy, ([from]) => from);
  const upwards = Map.groupBy(hierarchy, ([, , to]) => to);
  const related = Map.groupBy(
    relating.flatMap(([from, type, to]) => [
      [from, type, to, false] as const,
      [to, type, from, true] as const,
    ]),
    ([from]) => from,
  );
  const ids = new Set([...relations.flatMap(([from, , to]) => [from, to]), ...Object.keys(values)]);
  const contents = [...ids].map((id): ConceptContent => ({
    id,
    hasAllValues: true,
    isClassStated: true,
    isOrdered: false,
    schemes: [],
    values: (values[id] ?? [label(`${id}-label`, id)]).map((value) => ({
      ...value,
      predicate: null,
      datatype: null,
    })),
  }));
  const places = contents.map(({ id, values: own }): ConceptPosition => ({
    id,
    nodeType: id === 'scheme' ? 'ConceptScheme' : 'Concept',
    legacyId: null,
    sortKey: bestLabel(own, 'en', 'en')?.text ?? '',
    hasSubConcepts: downwards.has(id),
    size: { values: own.length, valueBytes: 0, labels: own.length, labelBytes: 0 },
    ownTypes: [],
    parentConcepts: (upwards.get(id) ?? []).map(([from, type]) => linkTo(from, type)),
    relatedConcepts: (related.get(id) ?? []).map(([, type, to, isInverse]) => ({
      ...linkTo(to, type),
      isInverse,
    })),
  }));
  return {
    graph: buildConceptGraph(places),
    contents: new Map(contents.map((content) => [content.id, content])),
  };
}

/** Writes the concept object of a concept; undefined if it is unknown. */
export async function documentOf(
  { graph, contents }: DrawnThesaurus,
  id: string,
  options: ConceptOptions,
): Promise<ConceptObject | undefined> {
  const top = graph.get(id);
  if (top === undefined) return undefined;
  return JSON.parse(await textBy(createConceptJsonWriter(graph, top, options), contents));
}

/** Writes a concept as RDF. */
export async function rdfOf(
  { graph, contents }: DrawnThesaurus,
  id: string,
  options: ConceptOptions,
  format: RdfFormat,
): Promise<string> {
  const top = graph.get(id);
  if (top === undefined) return '';
  return textBy(createConceptSkosWriter(graph, top, [], options, format), contents);
}

async function textBy(
  writer: ConceptWriter,
  contents: DrawnThesaurus['contents'],
): Promise<string> {
  async function* chunks(): AsyncGenerator<ConceptChunk> {
    const contentOf: ConceptChunk['contentOf'] = ({ concept: { id } }) => {
      const content = contents.get(id);
      if (content === undefined) throw new Error(`There is no concept ${id}.`);
      return content;
    };
    yield { fragments: [...writer.fragments()], contentOf };
  }
  return (await Array.fromAsync(writeConcept(chunks(), writer))).join('');
}

export function label(
  id: string,
  text: string,
  language = 'en',
  type = 'prefLabel',
): ConceptValueRow {
  return { id, category: 'label', type, language, text };
}

const linkTo = (conceptId: string, relationType: string) => ({ conceptId, relationType });

/** All options on. */
export const everything: ConceptOptions = {
  baseUrl: 'https://service.test',
  includeSubConcepts: true,
  includeParentConcepts: true,
  includeRelatedConcepts: true,
  depthLimit: undefined,
};

export const ids = (concepts: readonly ConceptObject[] | undefined): readonly string[] =>
  (concepts ?? []).map((concept) => concept.id);

/** Returns the ids below a concept as nested objects. */
export function below(concept: ConceptObject | undefined): unknown {
  return Object.fromEntries((concept?.subconcepts ?? []).map((child) => [child.id, below(child)]));
}

/** Returns the ids above a concept as nested objects. */
export function above(concept: ConceptObject | undefined): unknown {
  return Object.fromEntries(
    (concept?.parentconcepts ?? []).map((parent) => [parent.id, above(parent)]),
  );
}
