import { isStorableText } from '../../../../lib/json/storable.ts';
import {
  isLabel,
  resourceDatatype,
  standardPredicateOf,
  valueTypeOf,
  type ConceptNodeType,
} from '../../../../lib/model/concepts/skos-terms.ts';
import { parseConceptValueId, type ConceptId } from '../../../../lib/model/ids.ts';
import type { Iri } from '../../../../lib/rdf/terms.ts';
import { namespaces } from '../../../../lib/rdf/vocabulary.ts';
import type { TripleLiteral } from '../rdf/triple.ts';
import type { ParsedValue } from './identify-values.ts';
import { readSkosLabel } from './skos-label.ts';

/** The concept to which a value belongs. */
type Owner = { readonly conceptId: ConceptId; readonly nodeType: ConceptNodeType };

/** The property that this service, with any base URL, writes for a type of value that is in no vocabulary. */
const ownPropertyPattern = /^https?:\/\/[^#]*\/rdm\/concepts#[^#]+$/;

function toValueType(predicate: Iri): string {
  return ownPropertyPattern.test(predicate)
    ? decodeFragment(predicate.slice(predicate.indexOf('#') + 1))
    : valueTypeOf(predicate);
}

/** Decodes a fragment, or returns it unchanged if its escapes are malformed or the text cannot be stored. */
function decodeFragment(fragment: string): string {
  try {
    const decoded = decodeURIComponent(fragment);
    return isStorableText(decoded) ? decoded : fragment;
  } catch {
    return fragment;
  }
}

/** Returns the property to store, or null if it follows from the type of the value. */
function toStoredPredicate(
  predicate: Iri,
  valueType: string,
  nodeType: ConceptNodeType,
): Iri | null {
  const standard = standardPredicateOf(valueType, nodeType);
  const isOwnProperty = standard === undefined && ownPropertyPattern.test(predicate);
  return isOwnProperty || predicate === standard ? null : predicate;
}

/** Makes the value of a statement with a literal. @param valueType the type of the value, by default that of the property */
export function makeLiteralValue(
  { conceptId, nodeType }: Owner,
  predicate: Iri,
  literal: TripleLiteral,
  valueType = toValueType(predicate),
): ParsedValue {
  const { id, text } = readSkosLabel(literal.text);
  return {
    conceptId,
    valueType,
    language: literal.language,
    text,
    predicate: toStoredPredicate(predicate, valueType, nodeType),
    datatype: literal.datatype,
    idInFile: id === null ? null : parseConceptValueId(id),
  };
}

/** Makes the value of a statement whose object is a node with a text. Its property becomes that of SKOS or Dublin Core, if there is one. */
export function makeNodeTextValue(
  owner: Owner,
  predicate: Iri,
  literal: TripleLiteral,
): ParsedValue {
  const value = makeLiteralValue(owner, predicate, literal);
  return standardPredicateOf(value.valueType, owner.nodeType) === undefined
    ? value
    : { ...value, predicate: null };
}

/** Makes the value of a statement whose object is not a concept. It is never a label, because an IRI is not a readable name. */
export function makeResourceValue(
  { conceptId, nodeType }: Owner,
  predicate: Iri,
  uri: Iri,
): ParsedValue {
  const valueTypeOfPredicate = valueTypeOf(predicate);
  const valueType = isLabel(`${namespaces.skos}${valueTypeOfPredicate}`)
    ? predicate
    : valueTypeOfPredicate;
  return {
    conceptId,
    valueType,
    language: null,
    text: uri,
    predicate: toStoredPredicate(predicate, valueType, nodeType),
    datatype: resourceDatatype,
    idInFile: null,
  };
}
