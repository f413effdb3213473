import type { RdfNode, RdfValue } from '../../../rdf/terms.ts';
import { geosparql, rdf, xsd } from '../../../rdf/vocabulary.ts';
import type { IncomingValue } from '../../incoming-value.ts';
import type { LinkedContext } from '../matching-contexts.ts';
import type { ModelNode } from '../match-model.ts';

/** A placeholder for the URI of the node itself, so that the terms do not depend on the tile. */
const ownUri = 'urn:here';

/** Returns the RDF values that the linked shape writes for a stored value of a node with this URI; none for null. */
export function linkedValuesOf(
  value: unknown,
  { datatype, datatypeNode }: ModelNode,
  { baseUrl, validation, readContext: { language } }: LinkedContext,
  nodeUri = ownUri,
): readonly RdfValue[] {
  if (value === null) return [];
  return datatype.linkedCodec.write(value, datatypeNode, {
    ...validation,
    baseUrl,
    language,
    nodeUri,
  });
}

/** Returns the keys of the RDF values that the linked shape writes for a stored value. */
export function termKeysOf(
  value: unknown,
  node: ModelNode,
  context: LinkedContext,
): readonly string[] {
  return Array.from(new Set(linkedValuesOf(value, node, context).map(termKey)));
}

/** Returns the key of an RDF value: a literal with its type or language, the URI of a node, or the literals of a node without a URI. */
export function termKey(term: RdfValue): string {
  if (term.kind === 'node') return term.id.startsWith(ownUri) ? partKey(term) : `<${term.id}>`;
  const { value, language, datatype = xsd.string } = term;
  return `"${value}"${language === undefined ? `^^${datatype}` : `@${language.toLowerCase()}`}`;
}

/** Returns the key of a plain text. */
export const textKey = (value: string): string => termKey({ kind: 'literal', value });

/**
 * Returns the key of an RDF node without a URI of its own. A geometry is written as well-known text and as GeoJSON. Its key has only the
 * text, because ids in the GeoJSON differ between documents.
 */
function partKey({ properties }: RdfNode): string {
  const text = properties.filter(({ predicate }) => predicate === geosparql.asWkt);
  const literals = (text.length > 0 ? text : properties)
    .filter(({ predicate }) => predicate !== rdf.value)
    .flatMap(({ values }) => values.map((value) => (value.kind === 'literal' ? value.value : '')));
  return `_${literals.join('\n')}`;
}

/** Returns the values in the `rdf:value` of a node object; none for a literal. */
export function rdfValuesOf(value: IncomingValue): readonly IncomingValue[] {
  if (value.kind === 'literal') return [];
  return value.properties
    .filter(({ predicate }) => predicate === rdf.value)
    .flatMap(({ values }) => values);
}
