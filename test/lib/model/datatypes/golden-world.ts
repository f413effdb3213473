import type {
  DatatypeNode,
  DisplayContext,
  FromRdfContext,
  NormaliseContext,
  ReferenceLookup,
  ReferencedResource,
  ToRdfContext,
  ValidateContext,
} from '../../../../lib/model/datatypes/datatype.ts';
import { tileNodeUri } from '../../../../lib/model/uris.ts';

/*
 * Everything that golden values may refer to. The first two digits of an id show its kind: c0… concepts, a0… concept
 * values, e0… resource instances, d0… tiles, f0… nodes, b0… collections, 90… graphs.
 */

type ConceptValue = {
  readonly id: string;
  readonly type: 'prefLabel' | 'altLabel';
  readonly text: string;
  readonly language: string | null;
};

type Concept = {
  readonly id: string;
  readonly values: readonly ConceptValue[];
  readonly identifiers: readonly string[];
  readonly collections: readonly string[];
};

export const nameTypes = 'b0000000-0000-4000-8000-000000000001';
export const materials = 'b0000000-0000-4000-8000-000000000002';

const conceptValue = (
  lastDigits: string,
  type: ConceptValue['type'],
  text: string,
  language: string | null,
): ConceptValue => ({
  id: `a0000000-0000-4000-8000-0000000000${lastDigits}`,
  type,
  text,
  language,
});

export const concepts: readonly Concept[] = [
  {
    // Has an external URI; “main name” is an alternative label.
    id: 'c0000000-0000-4000-8000-000000000001',
    values: [
      conceptValue('11', 'prefLabel', 'preferred name', 'en'),
      conceptValue('12', 'prefLabel', 'nom préféré', 'fr'),
      conceptValue('13', 'prefLabel', 'bevorzugter Name', 'de-CH'),
      conceptValue('14', 'altLabel', 'main name', 'en'),
    ],
    identifiers: ['NAME-1', 'http://vocab.getty.edu/aat/300404670'],
    collections: [nameTypes],
  },
  {
    // Without an external URI.
    id: 'c0000000-0000-4000-8000-000000000002',
    values: [
      conceptValue('21', 'prefLabel', 'oak', 'en'),
      conceptValue('22', 'prefLabel', 'chêne', 'fr'),
    ],
    identifiers: [],
    collections: [materials],
  },
  {
    // Without a preferred label, and without a language.
    id: 'c0000000-0000-4000-8000-000000000003',
    values: [conceptValue('31', 'altLabel', 'slate', null)],
    identifiers: ['https://thesaurus.test/slate'],
    collections: [materials],
  },
];

/** A visible resource instance with names. */
export const oldMill = 'e0000000-0000-4000-8000-000000000001';
/** A visible resource instance without a name and without a class. */
export const namelessInstance = 'e0000000-0000-4000-8000-000000000002';
/** An invisible resource instance. */
export const invisibleInstance = 'e0000000-0000-4000-8000-000000000003';

const resources: ReadonlyMap<string, ReferencedResource> = new Map([
  [
    oldMill,
    {
      graphId: '90000000-0000-4000-8000-000000000001',
      rootClass: 'http://www.cidoc-crm.org/cidoc-crm/E22_Human-Made_Object',
      names: { en: 'Old Mill', fr: 'Vieux moulin' },
    },
  ],
  [
    namelessInstance,
    { graphId: '90000000-0000-4000-8000-000000000002', rootClass: null, names: {} },
  ],
]);

/** An existing tile other than the tile of the value. */
export const otherTile = 'd0000000-0000-4000-8000-000000000001';
const ownTile = 'd0000000-0000-4000-8000-000000000002';
const ownNode = 'f0000000-0000-4000-8000-000000000002';

const findConceptOfValue = (valueId: string): Concept | undefined =>
  concepts.find(({ values }) => values.some(({ id }) => id === valueId));

const collectPreferredLabels = ({ values }: Concept): Readonly<Record<string, string>> =>
  Object.fromEntries(
    values
      .filter(({ type }) => type === 'prefLabel')
      .map(({ language, text }) => [language ?? '', text]),
  );

export const referenceLookup: ReferenceLookup = {
  concept: (valueId) => {
    const concept = findConceptOfValue(valueId);
    const value = concept?.values.find(({ id }) => id === valueId);
    if (concept === undefined || value === undefined) return undefined;
    return {
      conceptId: concept.id,
      text: value.text,
      language: value.language,
      labels: collectPreferredLabels(concept),
      identifiers: concept.identifiers,
    };
  },
  resource: (resourceId) => resources.get(resourceId),
};

/** @param language the language that the reader requests */
export const displayContext = (language: string): DisplayContext => ({
  languages: [language, 'en'],
  labels: {
    conceptValue: (valueId) => referenceLookup.concept(valueId),
    resourceName: (resourceId) => referenceLookup.resource(resourceId)?.names,
  },
});

const baseUrl = 'https://heritage.test';

export const writeContext: ToRdfContext = {
  ...referenceLookup,
  baseUrl,
  language: 'en',
  nodeUri: tileNodeUri(baseUrl, ownTile, ownNode),
};

/**
 * Finds a concept by its id, the id of a value, its URI at any host, or an identifier. Returns the value of the concept
 * with one of the labels, or else its first value.
 */
const conceptValueId: FromRdfContext['conceptValueId'] = (uriOrId, labels) => {
  const concept = concepts.find(
    ({ id, identifiers }) => uriOrId.endsWith(id) || identifiers.includes(uriOrId),
  );
  if (concept === undefined) return findConceptOfValue(uriOrId) && uriOrId;
  const valueWithLabel = concept.values.find((value) =>
    labels.some(({ text, language }) => text === value.text && language === value.language),
  );
  return (valueWithLabel ?? concept.values[0])?.id;
};

/** @param stored the stored value, or null */
export const createReadContext = (stored: unknown): FromRdfContext => ({
  baseUrls: [baseUrl, 'http://former.test:8000/heritage'],
  language: 'en',
  directionOf: (language) => (/^(ar|he)\b/i.test(language) ? 'rtl' : 'ltr'),
  conceptValueId,
  stored,
});

export const validationContext: ValidateContext = {
  ...referenceLookup,
  isInCollection: (conceptId, collectionId) =>
    concepts.some(({ id, collections }) => id === conceptId && collections.includes(collectionId)),
  isTile: (tileId) => tileId === otherTile || tileId === ownTile,
  timeZone: null,
};

/**
 * Creates a context for models with plain texts. Its new ids are 00000000-0000-4000-8000-000000000001 and so on.
 */
export function normaliseContext(): NormaliseContext {
  let idCount = 0;
  return {
    newId: () => {
      idCount += 1;
      return `00000000-0000-4000-8000-${String(idCount).padStart(12, '0')}`;
    },
    textLanguage: null,
    timeZone: null,
    stored: null,
  };
}

export const datatypeNode = (
  node: Pick<DatatypeNode, 'config' | 'ontologyClass'>,
): DatatypeNode => ({
  ...node,
  nodeId: ownNode,
});
