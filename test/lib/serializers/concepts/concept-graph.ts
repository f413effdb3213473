import type { ConceptContent } from '../../../../lib/queries/concepts/concept-contents.ts';
import type { ConceptPlace } from '../../../../lib/queries/concepts/concept-places.ts';
import type { StoredConceptValue } from '../../../../lib/queries/concepts/concept-rows.ts';
import type { ConceptChunk } from '../../../../lib/queries/concepts/read-contents.ts';
import {
  conceptGraph,
  type ConceptGraph,
} from '../../../../lib/serializers/concepts/concept-graph.ts';
import { bestLabel } from '../../../../lib/serializers/concepts/concept-order.ts';
import { conceptRdf } from '../../../../lib/serializers/concepts/concept-rdf.ts';
import {
  conceptText,
  type ConceptOptions,
  type ConceptWriter,
} from '../../../../lib/serializers/concepts/concept-writer.ts';
import { conceptDocument, type Concept } from '../../../../lib/serializers/concepts/concept.ts';
import type { RdfFormat } from '../../../../lib/serializers/rdf/rdf-format.ts';

/** A thesaurus in memory: where its concepts stand, and what they hold. */
export type DrawnThesaurus = {
  readonly graph: ConceptGraph;
  readonly contents: ReadonlyMap<string, ConceptContent>;
};

type Relation = readonly [from: string, relationType: string, to: string];

const isRelating = (type: string): boolean => type === 'related' || type.endsWith('Match');

/**
 * A thesaurus drawn by hand: relations, and values by concept; a concept without values has one label, its id. What is called `scheme` is
 * a concept scheme.
 */
export function thesaurus(
  relations: readonly Relation[],
  values: Readonly<Record<string, readonly StoredConceptValue[]>> = {},
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
    isWhole: true,
    isStated: true,
    isOrdered: false,
    schemes: [],
    values: (values[id] ?? [label(`${id}-label`, id)]).map((value) => ({
      ...value,
      predicate: null,
      datatype: null,
    })),
  }));
  const places = contents.map(({ id, values: own }): ConceptPlace => ({
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
    graph: conceptGraph(places),
    contents: new Map(contents.map((content) => [content.id, content])),
  };
}

/** The concept object of a concept of a thesaurus; undefined where it has none. */
export async function documentOf(
  { graph, contents }: DrawnThesaurus,
  id: string,
  options: ConceptOptions,
): Promise<Concept | undefined> {
  const top = graph.get(id);
  if (top === undefined) return undefined;
  return JSON.parse(await textBy(conceptDocument(graph, top, options), contents));
}

/** A concept of a thesaurus as RDF. */
export async function rdfOf(
  { graph, contents }: DrawnThesaurus,
  id: string,
  options: ConceptOptions,
  format: RdfFormat,
): Promise<string> {
  const top = graph.get(id);
  if (top === undefined) return '';
  return textBy(conceptRdf(graph, top, [], options, format), contents);
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
    yield { steps: [...writer.steps()], contentOf };
  }
  return (await Array.fromAsync(conceptText(chunks(), writer))).join('');
}

/** A label in a language. */
export function label(
  id: string,
  text: string,
  language = 'en',
  type = 'prefLabel',
): StoredConceptValue {
  return { id, category: 'label', type, language, text };
}

const linkTo = (conceptId: string, relationType: string) => ({ conceptId, relationType });

/** Everything. */
export const everything: ConceptOptions = {
  baseUrl: 'https://service.test',
  includeSubConcepts: true,
  includeParentConcepts: true,
  includeRelatedConcepts: true,
  depthLimit: undefined,
};

export const ids = (concepts: readonly Concept[] | undefined): readonly string[] =>
  (concepts ?? []).map((concept) => concept.id);

/** The hierarchy below a concept as nested objects of ids. */
export function below(concept: Concept | undefined): unknown {
  return Object.fromEntries((concept?.subconcepts ?? []).map((child) => [child.id, below(child)]));
}

/** The hierarchy above a concept as nested objects of ids. */
export function above(concept: Concept | undefined): unknown {
  return Object.fromEntries(
    (concept?.parentconcepts ?? []).map((parent) => [parent.id, above(parent)]),
  );
}
