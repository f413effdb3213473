import type { Iri, RdfNode, RdfProperty, RdfValue } from '../../../rdf/terms.ts';
import { rdfs } from '../../../rdf/vocabulary.ts';
import { listForeignMatches } from '../../concepts/foreign-uris.ts';
import { exactMatch } from '../../concepts/skos-terms.ts';
import { isUuid } from '../../ids.ts';
import { conceptUri } from '../../uris.ts';
import { resolveConceptValue } from '../values/concept-value.ts';
import type {
  DatatypeNode,
  FromRdfContext,
  ReadResult,
  ReferencedConcept,
  ToRdfContext,
} from '../datatype.ts';
import { writeLiteral, readLiteral } from './literals.ts';
import { writeLabels, labelsByLanguage, readLabels } from './labels.ts';

/** The predicates that `writeConceptNode` writes. */
export const conceptPredicates = { [rdfs.label]: 'literal', [exactMatch]: 'node' } as const;

const uuidUrn = 'urn:uuid:';

/**
 * Writes a concept with its labels and its matches in other vocabularies. A concept that is not in the thesaurus
 * is written with the stored id. Any other value is written as a literal.
 * @param valueId the stored value, normally the id of a concept value
 */
export function writeConceptNode(
  valueId: unknown,
  { ontologyClass }: DatatypeNode,
  { concept, baseUrl }: ToRdfContext,
): RdfValue {
  const types = ontologyClass === null ? [] : [ontologyClass];
  const referencedConcept = typeof valueId === 'string' ? concept(valueId) : undefined;
  if (referencedConcept !== undefined) {
    const properties = [
      ...writeConceptLabels(referencedConcept),
      ...writeMatches(referencedConcept, baseUrl),
    ];
    return createSharedNode(conceptUri(baseUrl, referencedConcept.conceptId), types, properties);
  }
  return isUuid(valueId)
    ? createSharedNode(`${uuidUrn}${valueId}`, types, [])
    : writeLiteral(valueId);
}

function createSharedNode(
  id: Iri,
  types: readonly Iri[],
  properties: readonly RdfProperty[],
): RdfNode {
  return { kind: 'node', id, types, properties, isShared: true };
}

function writeConceptLabels({
  text,
  language,
  labels: preferredLabels,
}: ReferencedConcept): readonly RdfProperty[] {
  return writeLabels([{ text, language }, ...labelsByLanguage(preferredLabels)]);
}

function writeMatches(
  { conceptId, identifiers }: ReferencedConcept,
  baseUrl: string,
): readonly RdfProperty[] {
  const iris = listForeignMatches(conceptId, identifiers, baseUrl);
  if (iris.length === 0) return [];
  return [{ predicate: exactMatch, values: iris.map((iri) => createSharedNode(iri, [], [])) }];
}

/** Resolves a concept of a document by its URI, otherwise by the URIs of its exact matches. */
export function readConceptNode(term: RdfValue, context: FromRdfContext): ReadResult {
  if (term.kind === 'literal') {
    return { kind: 'value', value: resolveConceptValue(readLiteral(term), [], context) };
  }
  const ownLabels = readLabels(term.properties);
  for (const uri of [term.id, ...readExactMatches(term)]) {
    const value = resolveConceptValue(removeUuidUrn(uri), ownLabels, context);
    if (isUuid(value)) return { kind: 'value', value };
  }
  const message = `The thesaurus has no concept with the URI ${term.id}: import it, or name an existing one.`;
  return { kind: 'problem', message };
}

function readExactMatches({ properties }: RdfNode): readonly string[] {
  return properties
    .filter(({ predicate }) => predicate === exactMatch)
    .flatMap(({ values }) => values)
    .flatMap((value) => (value.kind === 'node' ? [value.id] : []));
}

/** Removes `urn:uuid:` (RFC 9562, section 4); other URIs stay unchanged. */
function removeUuidUrn(uri: string): string {
  return uri.toLowerCase().startsWith(uuidUrn) ? uri.slice(uuidUrn.length) : uri;
}
