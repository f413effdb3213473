import jsonld from 'jsonld';

import { isObject } from '../../../../lib/model/datatypes/values/json-values.ts';
import type { IncomingNode, IncomingValue } from '../../../../lib/json-ld/incoming-value.ts';
import { isAbsoluteIri, toIri } from '../../../../lib/rdf/iri.ts';
import { rdf, xsd } from '../../../../lib/rdf/vocabulary.ts';

export const baseUrl = 'https://heritage.test';

/** A node without pointers and order, for comparisons. */
export type ComparableNode = {
  readonly id: string;
  readonly types: readonly string[];
  readonly properties: Readonly<Record<string, readonly (string | ComparableNode)[]>>;
};

/**
 * Expands a document with jsonld.js.
 * @param safe whether to refuse what JSON-LD would ignore
 * @returns the nodes, or the error code if jsonld.js refuses the document
 */
export async function expandWithJsonLdJs(
  document: unknown,
  { safe = false } = {},
): Promise<readonly ComparableNode[] | string> {
  const options = {
    base: `${baseUrl}/`,
    safe,
    documentLoader: (url: string) => Promise.reject(new Error(`The document needs ${url}.`)),
  };
  try {
    // jsonld.js modifies the contexts of its argument.
    const expanded: unknown = await jsonld.expand(structuredClone(asDocument(document)), options);
    return asList(expanded).map(asComparableNode);
  } catch (error) {
    if (error instanceof MeaninglessError) return 'meaningless';
    if (error instanceof Error && 'details' in error && isObject(error.details)) {
      return String(error.details['code']);
    }
    throw error;
  }
}

function asDocument(document: unknown): object {
  if (typeof document === 'object' && document !== null) return document;
  throw new TypeError('A document is an object or a list.');
}

/** Converts a node that the service has read into the form in which {@link expandWithJsonLdJs} returns nodes. */
export function asExpandedJsonLd(node: IncomingNode): ComparableNode {
  return {
    id: node.id.startsWith('_:') ? '' : node.id,
    types: node.types.toSorted(),
    properties: sortByPredicate(
      node.properties.map(({ predicate, values }) => [
        predicate,
        sortValues(values.map(asExpandedValue)),
      ]),
    ),
  };
}

function sortByPredicate(
  properties: readonly (readonly [string, readonly (string | ComparableNode)[]])[],
): ComparableNode['properties'] {
  return Object.fromEntries(properties.toSorted(([first], [second]) => (first < second ? -1 : 1)));
}

function asExpandedValue(value: IncomingValue): string | ComparableNode {
  if (value.kind === 'node') return asExpandedJsonLd(value);
  const { datatype = xsd.string, language } = value;
  if (datatype === rdf.json)
    return formatLiteral(JSON.stringify(JSON.parse(value.value)), datatype);
  return formatLiteral(value.value, language?.toLowerCase() ?? datatype);
}

function asList(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function asComparableNode(node: unknown): ComparableNode {
  if (!isObject(node)) throw new TypeError('jsonld.js returned a node that is not an object.');
  const { '@id': id, '@type': types, '@index': _, ...members } = node;
  const properties = Object.entries(members)
    .filter(([predicate]) => !/^@|^_:/.test(predicate))
    .map(
      ([predicate, values]) =>
        [
          toComparableIri(predicate),
          sortValues(asList(values).flatMap(asComparableValues)),
        ] as const,
    )
    .filter(([, values]) => values.length > 0);
  return {
    id: id === undefined || requireText(id).startsWith('_:') ? '' : toComparableIri(id),
    types: [...new Set(asList(types).map(toComparableIri))].toSorted(),
    properties: sortByPredicate(properties),
  };
}

function asComparableValues(value: unknown): readonly (string | ComparableNode)[] {
  if (!isObject(value)) throw new TypeError('jsonld.js returned a value that is not an object.');
  if (Object.hasOwn(value, '@list')) return asList(value['@list']).flatMap(asComparableValues);
  if (!Object.hasOwn(value, '@value')) return [asComparableNode(value)];
  const { '@value': written, '@type': type, '@language': language } = value;
  if (type === '@json') return [formatLiteral(JSON.stringify(written), rdf.json)];
  const kind = language ?? type ?? nativeType(written);
  return [formatLiteral(String(written), requireText(kind))];
}

function nativeType(value: unknown): string {
  if (typeof value === 'boolean') return xsd.boolean;
  if (typeof value === 'string') return xsd.string;
  return /^-?\d+$/.test(String(value)) ? xsd.integer : xsd.double;
}

/** Encodes characters that are not allowed in IRIs, as the service does. Relative IRIs have no meaning. */
function toComparableIri(written: unknown): string {
  const value = requireText(written);
  if (!isAbsoluteIri(value)) throw new MeaninglessError(value);
  return toIri(value);
}

/** Thrown for an id or class without meaning, which jsonld.js returns as null. */
class MeaninglessError extends Error {}

function requireText(value: unknown): string {
  if (typeof value !== 'string') throw new MeaninglessError(String(value));
  return value;
}

const formatLiteral = (value: string, kind: string): string => `${JSON.stringify(value)} ${kind}`;

function sortValues(
  values: readonly (string | ComparableNode)[],
): readonly (string | ComparableNode)[] {
  return values.toSorted((first, second) => (sortKey(first) < sortKey(second) ? -1 : 1));
}

const sortKey = (value: string | ComparableNode): string => JSON.stringify(value);
