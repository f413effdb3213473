import { isAbsoluteIri } from '../../../rdf/iri.ts';
import type { RdfNode, RdfValue } from '../../../rdf/terms.ts';
import { isUuid } from '../../ids.ts';
import { parseResourceUri } from '../../uris.ts';
import type { DatatypeNode, FromRdfContext, ReadResult, TextCodec } from '../datatype.ts';
import { mapReadResult, readElements } from './read-elements.ts';
import { jsonTextCodec } from './text-codecs.ts';
import { asList, isObject, type JsonObject } from '../values/json-values.ts';

/** Returns the resource id of an element, which is an id or an object, in lower case. */
export function readResourceId(element: unknown): string | undefined {
  const id = isObject(element) ? element['resourceId'] : element;
  return isUuid(id) ? id.toLowerCase() : undefined;
}

/**
 * Returns the ids of a reference value, which is an id, an object, or a list of either, depending on the age of
 * the data.
 */
export function readResourceIds(value: unknown): readonly string[] {
  return asList(value).flatMap((element) => readResourceId(element) ?? []);
}

/**
 * Reads references in the form of the stored value: ids if it has only ids, otherwise objects. The stored element of
 * the same resource instance is kept.
 */
export function readResourceReferences(
  values: readonly RdfValue[],
  node: DatatypeNode,
  { baseUrls, stored }: FromRdfContext,
): ReadResult {
  const elements = asList(stored);
  const storesIdsOnly =
    elements.length > 0 && elements.every((element) => typeof element === 'string');
  const resourceIdOf = ({ id }: RdfNode): string | undefined =>
    parseResourceUri(id, baseUrls) ?? parseUuidUrn(id);
  const result = readElements(
    values,
    stored,
    {
      namesOfElement: (element) => toNames(readResourceId(element)),
      namesOfNode: (rdfNode) => toNames(resourceIdOf(rdfNode)),
    },
    (rdfNode) => {
      const id = resourceIdOf(rdfNode);
      if (id === undefined) return { kind: 'problem', message: describeUnknownResource(rdfNode) };
      return { kind: 'value', value: storesIdsOnly ? id : createReference(id, node) };
    },
  );
  return mapReadResult(result, (references) => matchStoredForm(references, stored));
}

const toNames = (id: string | undefined): readonly string[] => (id === undefined ? [] : [id]);

/** Extracts the id from a URN of a UUID (RFC 9562, section 4), in lower case. */
function parseUuidUrn(uri: string): string | undefined {
  const id = /^urn:uuid:(.*?)\/?$/.exec(uri)?.[1];
  return isUuid(id) ? id.toLowerCase() : undefined;
}

function describeUnknownResource({ id }: RdfNode): string {
  return `${id} is not a resource instance of this service: give the URI of one, or urn:uuid: with its id.`;
}

/**
 * Creates a reference in the present form. If the node allows exactly one model, its configuration supplies the
 * relation: ontology properties, or concepts of the thesaurus if `useOntologyRelationship` is false.
 */
function createReference(resourceId: string, { config }: DatatypeNode): JsonObject {
  const [graph, another] = asList(config['graphs']);
  const relation = isObject(graph) && another === undefined ? graph : {};
  const [property, inverse] =
    relation['useOntologyRelationship'] === false
      ? ['relationshipConcept', 'inverseRelationshipConcept']
      : ['ontologyProperty', 'inverseOntologyProperty'];
  return {
    resourceId,
    ontologyProperty: relation[property] ?? '',
    inverseOntologyProperty: relation[inverse] ?? '',
    resourceXresourceId: '',
  };
}

/** Returns a single reference without a list if the stored value has no list. */
function matchStoredForm(value: unknown, stored: unknown): unknown {
  if (stored === null || Array.isArray(stored) || !Array.isArray(value)) return value;
  const [first, another] = asList(value);
  return another === undefined ? first : value;
}

/**
 * Reads and writes references as a JSON string, or as a single id. A document can also contain only the id or the
 * URI of a resource instance. The other members of its stored reference are then kept.
 */
export const resourceTextCodec: TextCodec = {
  ...jsonTextCodec,
  read: (texts, node, context): ReadResult => {
    const result = jsonTextCodec.read(texts, node, context);
    if (result.kind === 'problem' || typeof result.value !== 'string') return result;
    const text = result.value;
    if (isUuid(text) ? context.stored === null : !isAbsoluteIri(text)) return result;
    const id = isUuid(text) ? `urn:uuid:${text}` : text;
    return readResourceReferences([{ kind: 'node', id, types: [], properties: [] }], node, context);
  },
};
