import jsonld from 'jsonld';

import { isObject } from '../../../../lib/model/datatypes/values/json-values.ts';
import type { IncomingNode, IncomingValue } from '../../../../lib/json-ld/incoming-value.ts';
import { isAbsoluteIri, toIri } from '../../../../lib/rdf/iri.ts';
import { rdf, xsd } from '../../../../lib/rdf/vocabulary.ts';

export const baseUrl = 'https://heritage.test';

/** A node without pointers and order, for comparisons. */
export type Said = {
  readonly id: string;
  readonly types: readonly string[];
  readonly says: Readonly<Record<string, readonly (string | Said)[]>>;
};

/**
 * Expands a document with jsonld.js.
 * @param safe whether to refuse what JSON-LD would ignore
 * @returns the error code if it refuses the document
 */
export async function byJsonLd(
  document: unknown,
  { safe = false } = {},
): Promise<readonly Said[] | string> {
  const options = {
    base: `${baseUrl}/`,
    safe,
    documentLoader: (url: string) => Promise.reject(new Error(`The document needs ${url}.`)),
  };
  try {
    // jsonld.js modifies the contexts that it is given.
    const expanded: unknown = await jsonld.expand(structuredClone(asDocument(document)), options);
    return list(expanded).map(saidOf);
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

/** The same for a node that the service has read. */
export function saidByUs(node: IncomingNode): Said {
  return {
    id: node.id.startsWith('_:') ? '' : node.id,
    types: node.types.toSorted(),
    says: byPredicate(
      node.properties.map(({ predicate, values }) => [predicate, sorted(values.map(valueByUs))]),
    ),
  };
}

function byPredicate(
  says: readonly (readonly [string, readonly (string | Said)[]])[],
): Said['says'] {
  return Object.fromEntries(says.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function valueByUs(value: IncomingValue): string | Said {
  if (value.kind === 'node') return saidByUs(value);
  const { datatype = xsd.string, language } = value;
  if (datatype === rdf.json) return literal(JSON.stringify(JSON.parse(value.value)), datatype);
  return literal(value.value, language?.toLowerCase() ?? datatype);
}

function list(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function saidOf(node: unknown): Said {
  if (!isObject(node)) throw new TypeError('jsonld.js returned a node that is not an object.');
  const { '@id': id, '@type': types, '@index': _, ...rest } = node;
  const says = Object.entries(rest)
    .filter(([predicate]) => !/^@|^_:/.test(predicate))
    .map(([predicate, values]) => [iri(predicate), sorted(list(values).flatMap(valuesOf))] as const)
    .filter(([, values]) => values.length > 0);
  return {
    id: id === undefined || text(id).startsWith('_:') ? '' : iri(id),
    types: [...new Set(list(types).map(iri))].toSorted(),
    says: byPredicate(says),
  };
}

function valuesOf(value: unknown): readonly (string | Said)[] {
  if (!isObject(value)) throw new TypeError('jsonld.js returned a value that is not an object.');
  if (Object.hasOwn(value, '@list')) return list(value['@list']).flatMap(valuesOf);
  if (!Object.hasOwn(value, '@value')) return [saidOf(value)];
  const { '@value': written, '@type': type, '@language': language } = value;
  if (type === '@json') return [literal(JSON.stringify(written), rdf.json)];
  const kind = language ?? type ?? nativeType(written);
  return [literal(String(written), text(kind))];
}

function nativeType(value: unknown): string {
  if (typeof value === 'boolean') return xsd.boolean;
  if (typeof value === 'string') return xsd.string;
  return /^-?\d+$/.test(String(value)) ? xsd.integer : xsd.double;
}

/** The service encodes characters that are not allowed in IRIs, and ignores relative IRIs. */
function iri(written: unknown): string {
  const found = text(written);
  if (!isAbsoluteIri(found)) throw new MeaninglessError(found);
  return toIri(found);
}

/** Thrown for an id or class without meaning, which jsonld.js returns as null. */
class MeaninglessError extends Error {}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new MeaninglessError(String(value));
  return value;
}

const literal = (value: string, kind: string): string => `${JSON.stringify(value)} ${kind}`;

function sorted(values: readonly (string | Said)[]): readonly (string | Said)[] {
  return values.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
}

const key = (value: string | Said): string => JSON.stringify(value);
