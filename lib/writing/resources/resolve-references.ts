import { randomUUID } from 'node:crypto';

import type { ComparisonContext } from '../../model/change/comparison-context.ts';
import type { NamingSources } from '../../model/descriptors/compute-descriptors.ts';
import type {
  FromRdfContext,
  ReferenceLookup,
  ReferencedConcept,
  ValidateContext,
} from '../../model/datatypes/datatype.ts';
import { asList } from '../../model/datatypes/values/json-values.ts';
import type { CompiledGraph } from '../../model/graphs/compiled-graph.ts';
import { storesTextsByLanguage } from '../../model/graphs/texts-by-language.ts';
import { isUuid } from '../../model/ids.ts';
import { compareTags } from '../../model/pick-language.ts';
import { graphUri } from '../../model/uris.ts';
import { textDirection } from '../../model/datatypes/values/language-texts.ts';
import { ontologyIri } from '../../rdf/iri.ts';
import type { ChangeSource, MentionedConcept } from '../../queries/resources/resource-to-change.ts';

/** What a change needs for reading and validating its values, and for computing names from them. */
export type References = {
  /** Contains only what the author is allowed to see. */
  readonly lookup: ReferenceLookup;
  readonly validation: ValidateContext;
  readonly reading: Omit<FromRdfContext, 'stored'>;
  readonly naming: NamingSources;
};

export type ReferenceSettings = {
  /** The base URLs of the service without a slash at the end, the present one first. */
  readonly baseUrls: readonly string[];
  /** The project's default language. */
  readonly language: string;
  /** The zone of times without an offset; null if such times are rejected. */
  readonly timeZone: string | null;
};

type MentionedValue = MentionedConcept['values'][number];

/**
 * Creates the lookups of a change from the loaded data.
 * @rule Thesaurus: Which value of a concept do its labels in a document name?
 */
export function resolveReferences(source: ChangeSource, settings: ReferenceSettings): References {
  const conceptByValueId = new Map<string, MentionedConcept>();
  for (const concept of source.concepts) {
    for (const { valueId: id } of concept.values) conceptByValueId.set(id, concept);
  }
  const resourcesById = new Map(
    source.resources.map((resource) => [resource.resourceId, resource]),
  );
  const [baseUrl = ''] = settings.baseUrls;
  const lookup: ReferenceLookup = {
    concept: (valueId) => {
      const concept = conceptByValueId.get(valueId.toLowerCase());
      return concept && toReferencedConcept(concept, valueId.toLowerCase());
    },
    resource: (resourceId) => {
      const resource = resourcesById.get(resourceId.toLowerCase());
      if (resource?.isVisible !== true) return undefined;
      const { graphId, rootClass: root, names } = resource;
      const rootClass = root === null ? null : ontologyIri(root, graphUri(baseUrl, graphId));
      return { graphId, rootClass, names };
    },
  };
  const conceptsById = new Map(source.concepts.map((concept) => [concept.conceptId, concept]));
  const storedTileIds = new Set<string>(source.tiles.map(({ tileId }) => tileId));
  return {
    lookup,
    validation: {
      ...lookup,
      isInCollection: (conceptId, collectionId) =>
        conceptsById.get(conceptId)?.collections.includes(collectionId.toLowerCase()) ?? false,
      isTile: (tileId) =>
        storedTileIds.has(tileId) || typeof source.otherTiles.get(tileId) === 'string',
      timeZone: settings.timeZone,
    },
    reading: {
      baseUrls: settings.baseUrls,
      language: settings.language,
      directionOf: textDirection,
      conceptValueId: createConceptValueLookup(source.concepts, conceptByValueId, settings),
    },
    naming: {
      concept: lookup.concept,
      names: (resourceId) => resourcesById.get(resourceId)?.allNames ?? {},
      namedResources: (resourceId) => source.nestedNames.get(resourceId) ?? [],
      languages: [...new Set([settings.language, ...source.languages])],
    },
  };
}

/** Returns the context for normalising values of a model. */
export function createNormalisationContext(
  graph: CompiledGraph,
  { reading: { language, directionOf }, validation: { timeZone } }: References,
): ComparisonContext['normalisation'] {
  return {
    newId: () => randomUUID(),
    textLanguage: storesTextsByLanguage(graph) ? { language, directionOf } : null,
    timeZone,
  };
}

function toReferencedConcept(concept: MentionedConcept, valueId: string): ReferencedConcept {
  const value = concept.values.find(({ valueId: id }) => id === valueId);
  const preferredLabels = concept.values.filter(({ type }) => type === 'prefLabel').toReversed();
  return {
    conceptId: concept.conceptId,
    text: value?.text ?? '',
    language: value?.language ?? null,
    labels: Object.fromEntries(preferredLabels.map(({ language, text }) => [language ?? '', text])),
    identifiers: concept.values
      .filter(({ type }) => type === 'identifier')
      .map(({ text }) => text)
      .toSorted(),
  };
}

/**
 * Returns the function that chooses the concept value to store: the stored one, otherwise one with a label of the document, otherwise a
 * preferred label. Of several it is the one in the default language (pick-language.ts), and of this language a preferred label.
 */
function createConceptValueLookup(
  concepts: readonly MentionedConcept[],
  conceptByValueId: ReadonlyMap<string, MentionedConcept>,
  { baseUrls, language }: ReferenceSettings,
): FromRdfContext['conceptValueId'] {
  const conceptsByKey = indexConcepts(concepts, baseUrls);
  const compareLanguages = compareTags([language]);
  return (uriOrId, labels, stored) => {
    const id = uriOrId.toLowerCase();
    if (conceptByValueId.has(id)) return id;
    const concept = conceptsByKey.get(uriOrId) ?? conceptsByKey.get(id);
    if (concept === undefined) return undefined;
    const isDocumentLabel = ({ text, language: tag }: MentionedValue): boolean =>
      labels.some((label) => label.text === text && matchesTag(label.language, tag));
    const storedValues = asList(stored).flatMap((valueId) => {
      const value = concept.values.find((candidate) => candidate.valueId === valueId);
      return value === undefined ? [] : [value];
    });
    const labelValues = concept.values
      .filter(({ type }) => type !== 'identifier')
      .toSorted(
        (one, other) =>
          compareLanguages(one.language ?? '', other.language ?? '') ||
          Number(isPreferredLabel(other)) - Number(isPreferredLabel(one)),
      );
    const chosenValue =
      storedValues.find(isDocumentLabel) ??
      storedValues[0] ??
      labelValues.find(isDocumentLabel) ??
      labelValues.find(isPreferredLabel) ??
      labelValues[0];
    return chosenValue?.valueId;
  };
}

const isPreferredLabel = ({ type }: MentionedValue): boolean => type === 'prefLabel';

function matchesTag(requestedTag: string | null, storedTag: string | null): boolean {
  return (
    requestedTag === null ||
    requestedTag.toLowerCase() === (storedTag ?? '').toLowerCase().replaceAll('_', '-')
  );
}

/** Indexes concepts by id, URI and external identifiers. */
function indexConcepts(
  concepts: readonly MentionedConcept[],
  baseUrls: readonly string[],
): ReadonlyMap<string, MentionedConcept> {
  const conceptsByKey = new Map<string, MentionedConcept>();
  for (const concept of concepts) {
    const id = concept.conceptId;
    const identifiers = concept.values.filter(({ type }) => type === 'identifier');
    const keys = [
      ...identifiers.map(({ text }) => text),
      ...(concept.legacyId === null ? [] : [concept.legacyId]),
    ];
    for (const key of keys)
      if (!isUuid(key) && !conceptsByKey.has(key)) conceptsByKey.set(key, concept);
    for (const baseUrl of baseUrls) {
      conceptsByKey.set(`${baseUrl}/concepts/${id}`, concept);
      conceptsByKey.set(`${baseUrl}/rdm/concepts/${id}`, concept);
    }
    conceptsByKey.set(id, concept);
  }
  return conceptsByKey;
}
