import { labelLanguages } from '../../../../lib/model/concepts/label-languages.ts';
import type { ConceptContent } from '../../../../lib/queries/concepts/concept-contents.ts';
import type { ConceptPosition } from '../../../../lib/queries/concepts/concept-positions.ts';
import type { ConceptValueRow } from '../../../../lib/queries/concepts/concept-rows.ts';
import type { ConceptChunk } from '../../../../lib/queries/concepts/read-contents.ts';
import {
  buildConceptGraph,
  type ConceptGraph,
} from '../../../../lib/serializers/concepts/concept-graph.ts';
import { pickBestLabel } from '../../../../lib/serializers/concepts/concept-order.ts';
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
export type TestThesaurus = {
  readonly graph: ConceptGraph;
  readonly contents: ReadonlyMap<string, ConceptContent>;
};

type Relation = readonly [from: string, relationType: string, to: string];

const isAssociative = (type: string): boolean => type === 'related' || type.endsWith('Match');

/**
 * Creates a thesaurus from relations, and from values by the id of their concept. A concept without values gets its id as
 * label. The concept with the id `scheme` is a concept scheme.
 */
export function createThesaurus(
  relations: readonly Relation[],
  values: Readonly<Record<string, readonly ConceptValueRow[]>> = {},
): TestThesaurus {
  const hierarchy = relations.filter(([, type]) => !isAssociative(type));
  const associativeRelations = relations.filter(([, type]) => isAssociative(type));
  const relationsToSubConcepts = Map.groupBy(hierarchy, ([from]) => from);
  const relationsToParents = Map.groupBy(hierarchy, ([, , to]) => to);
  const relationsToRelated = Map.groupBy(
    associativeRelations.flatMap(([from, type, to]) => [
      [from, type, to, false] as const,
      [to, type, from, true] as const,
    ]),
    ([from]) => from,
  );
  const conceptIds = new Set([
    ...relations.flatMap(([from, , to]) => [from, to]),
    ...Object.keys(values),
  ]);
  const contents = [...conceptIds].map((id): ConceptContent => ({
    id,
    hasAllValues: true,
    isOrdered: false,
    schemes: [],
    values: (values[id] ?? [createLabel(`${id}-label`, id)]).map((value) => ({
      ...value,
      predicate: null,
      datatype: null,
    })),
  }));
  const positions = contents.map(({ id, values: conceptValues }): ConceptPosition => ({
    id,
    nodeType: id === 'scheme' ? 'ConceptScheme' : 'Concept',
    legacyId: null,
    isClassStated: true,
    sortKey: pickBestLabel(conceptValues, labelLanguages(['en'], 'en'))?.text ?? '',
    hasSubConcepts: relationsToSubConcepts.has(id),
    size: {
      values: conceptValues.length,
      valueBytes: 0,
      labels: conceptValues.length,
      labelBytes: 0,
    },
    customTypes: [],
    parentConcepts: (relationsToParents.get(id) ?? []).map(([from, type]) =>
      createLink(from, type),
    ),
    relatedConcepts: (relationsToRelated.get(id) ?? []).map(([, type, to, isInverse]) => ({
      ...createLink(to, type),
      isInverse,
    })),
  }));
  return {
    graph: buildConceptGraph(positions),
    contents: new Map(contents.map((content) => [content.id, content])),
  };
}

/** Writes the concept object of a concept. Returns undefined if the concept is unknown. */
export async function writeConceptObject(
  { graph, contents }: TestThesaurus,
  id: string,
  options: ConceptOptions,
): Promise<ConceptObject | undefined> {
  const top = graph.get(id);
  if (top === undefined) return undefined;
  return JSON.parse(await writeText(createConceptJsonWriter(graph, top, options), contents));
}

/** Writes a concept as RDF. */
export async function writeConceptRdf(
  { graph, contents }: TestThesaurus,
  id: string,
  options: ConceptOptions,
  format: RdfFormat,
): Promise<string> {
  const top = graph.get(id);
  if (top === undefined) return '';
  return writeText(createConceptSkosWriter(graph, top, [], options, format), contents);
}

async function writeText(
  writer: ConceptWriter,
  contents: TestThesaurus['contents'],
): Promise<string> {
  async function* chunks(): AsyncGenerator<ConceptChunk> {
    const getContent: ConceptChunk['getContent'] = ({ concept: { id } }) => {
      const content = contents.get(id);
      if (content === undefined) throw new Error(`There is no concept ${id}.`);
      return content;
    };
    yield { fragments: [...writer.listFragments()], getContent };
  }
  return (await Array.fromAsync(writeConcept(chunks(), writer))).join('');
}

export function createLabel(
  id: string,
  text: string,
  language = 'en',
  type = 'prefLabel',
): ConceptValueRow {
  return { id, category: 'label', type, language, text };
}

const createLink = (conceptId: string, relationType: string) => ({ conceptId, relationType });

/** Options that include everything. */
export const allOptions: ConceptOptions = {
  baseUrl: 'https://service.test',
  includeSubConcepts: true,
  includeParentConcepts: true,
  includeRelatedConcepts: true,
  depthLimit: undefined,
};

export const listIds = (concepts: readonly ConceptObject[] | undefined): readonly string[] =>
  (concepts ?? []).map((concept) => concept.id);

/** Returns the ids below a concept as nested objects. */
export function nestSubConcepts(concept: ConceptObject | undefined): unknown {
  return Object.fromEntries(
    (concept?.subconcepts ?? []).map((child) => [child.id, nestSubConcepts(child)]),
  );
}

/** Returns the ids above a concept as nested objects. */
export function nestParentConcepts(concept: ConceptObject | undefined): unknown {
  return Object.fromEntries(
    (concept?.parentconcepts ?? []).map((parent) => [parent.id, nestParentConcepts(parent)]),
  );
}
