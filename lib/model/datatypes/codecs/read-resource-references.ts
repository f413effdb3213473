import { isAbsoluteIri } from '../../../rdf/iri.ts';
import type { RdfNode, RdfValue } from '../../../rdf/terms.ts';
import { isUuid } from '../../ids.ts';
import { resourceUri } from '../../uris.ts';
import type { DatatypeNode, FromRdfContext, ReadResult, TextCodec } from '../datatype.ts';
import { mapReadResult, readElements } from './read-elements.ts';
import { jsonTextCodec } from './text-codecs.ts';
import { asList, isObject, type JsonObject } from '../values/json-values.ts';

/** The id in one element of a reference value, in lower case: an id as it is, or that of an object. */
export function readResourceId(element: unknown): string | undefined {
  const id = isObject(element) ? element['resourceId'] : element;
  return isUuid(id) ? id.toLowerCase() : undefined;
}

/** The ids of a reference value: an id, a list of ids, an object, or a list of objects, depending on the age of the data. */
export function readResourceIds(value: unknown): readonly string[] {
  return asList(value).flatMap((element) => readResourceId(element) ?? []);
}

/**
 * References as a list of the form in which they are stored: ids where all that is stored are ids, else objects. A resource
 * instance that is referred to already keeps its element.
 */
export function readResourceReferences(
  values: readonly RdfValue[],
  node: DatatypeNode,
  { baseUrls, stored }: FromRdfContext,
): ReadResult {
  const elements = asList(stored);
  const isPlain = elements.length > 0 && elements.every((element) => typeof element === 'string');
  const idOf = ({ id }: RdfNode): string | undefined => resourceIdIn(id, baseUrls);
  const reading = readElements(
    values,
    stored,
    {
      ofElement: (element) => named(readResourceId(element)),
      ofThing: (thing) => named(idOf(thing)),
    },
    (thing) => {
      const id = idOf(thing);
      if (id === undefined) return { kind: 'problem', message: noResource(thing) };
      return { kind: 'value', value: isPlain ? id : newReference(id, node) };
    },
  );
  return mapReadResult(reading, (read) => inForm(read, stored));
}

const named = (id: string | undefined): readonly string[] => (id === undefined ? [] : [id]);

/** The id in the URI of a resource instance of this service, at its present address or a former one, or in a URN (RFC 9562, section 4). */
function resourceIdIn(uri: string, baseUrls: readonly string[]): string | undefined {
  const starts = ['urn:uuid:', ...baseUrls.map((baseUrl) => resourceUri(baseUrl, ''))];
  const ids = starts
    .filter((start) => uri.startsWith(start))
    .map((start) => uri.slice(start.length).replace(/\/$/, ''));
  return ids.find(isUuid)?.toLowerCase();
}

function noResource({ id }: RdfNode): string {
  return `${id} is no resource instance of this service: give the URI of one, or urn:uuid: with its id.`;
}

/**
 * A reference of the present form. How it relates the two is said by the node's configuration where that allows one model
 * alone: by properties of the ontology, or by concepts of the thesaurus where `useOntologyRelationship` is false.
 */
function newReference(resourceId: string, { config }: DatatypeNode): JsonObject {
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

/** One reference stands without a list where what is stored does. */
function inForm(read: unknown, stored: unknown): unknown {
  if (stored === null || Array.isArray(stored) || !Array.isArray(read)) return read;
  const [only, another] = asList(read);
  return another === undefined ? only : read;
}

/**
 * References as JSON text; an id alone stands as it is. A document may also give the id or the URI of a resource instance that
 * is stored with more than its id: then what is stored is kept.
 */
export const resourceTextCodec: TextCodec = {
  ...jsonTextCodec,
  read: (texts, node, context): ReadResult => {
    const reading = jsonTextCodec.read(texts, node, context);
    if (reading.kind === 'problem' || typeof reading.value !== 'string') return reading;
    const text = reading.value;
    if (isUuid(text) ? context.stored === null : !isAbsoluteIri(text)) return reading;
    const id = isUuid(text) ? `urn:uuid:${text}` : text;
    return readResourceReferences([{ kind: 'node', id, types: [], properties: [] }], node, context);
  },
};
