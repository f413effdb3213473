import { isStorableText } from '../../../../lib/json/storable.ts';
import {
  isLabel,
  resourceDatatype,
  standardPredicate,
  valueTypeOf,
  type ConceptNodeType,
} from '../../../../lib/model/concepts/skos-terms.ts';
import { parseConceptValueId, type ConceptId } from '../../../../lib/model/ids.ts';
import type { Iri } from '../../../../lib/rdf/terms.ts';
import { namespaces } from '../../../../lib/rdf/vocabulary.ts';
import type { TripleLiteral } from '../rdf/triple.ts';
import type { ParsedValue } from './identify-values.ts';
import { readSkosLabel } from './skos-label.ts';

/** The concept that a value is of. */
type Owner = { readonly conceptId: ConceptId; readonly nodeType: ConceptNodeType };

/** The property that the service, under any address, writes for a type of value that is in no vocabulary. */
const ownPropertyPattern = /^https?:\/\/[^#]*\/rdm\/concepts#[^#]+$/;

function literalValueType(predicate: Iri): string {
  return ownPropertyPattern.test(predicate)
    ? decodeFragment(predicate.slice(predicate.indexOf('#') + 1))
    : valueTypeOf(predicate);
}

/** Returns a fragment as it is written if its escapes are malformed or stand for a text that cannot be stored. */
function decodeFragment(fragment: string): string {
  try {
    const decoded = decodeURIComponent(fragment);
    return isStorableText(decoded) ? decoded : fragment;
  } catch {
    return fragment;
  }
}

/** Returns the property to store: null if it is the standard one of the type of the value. */
function storedPredicate(predicate: Iri, valueType: string, nodeType: ConceptNodeType): Iri | null {
  const standard = standardPredicate(valueType, nodeType);
  const isOwn = standard === undefined && ownPropertyPattern.test(predicate);
  return isOwn || predicate === standard ? null : predicate;
}

/** Makes the value of a statement with a literal. @param valueType given if it does not follow from the property */
export function literalValue(
  { conceptId, nodeType }: Owner,
  predicate: Iri,
  literal: TripleLiteral,
  valueType = literalValueType(predicate),
): ParsedValue {
  const { id, text } = readSkosLabel(literal.text);
  return {
    conceptId,
    valueType,
    language: literal.language,
    text,
    predicate: storedPredicate(predicate, valueType, nodeType),
    datatype: literal.datatype,
    ownId: id === null ? null : parseConceptValueId(id),
  };
}

/** Makes the value of a statement whose object is a node with a text. It gets the property of SKOS or Dublin Core, if there is one. */
export function nodeTextValue(owner: Owner, predicate: Iri, literal: TripleLiteral): ParsedValue {
  const value = literalValue(owner, predicate, literal);
  return standardPredicate(value.valueType, owner.nodeType) === undefined
    ? value
    : { ...value, predicate: null };
}

/** Makes the value of a statement whose object is not a concept. It is never a label, because an IRI is not a readable name. */
export function resourceValue(
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
    predicate: storedPredicate(predicate, valueType, nodeType),
    datatype: resourceDatatype,
    ownId: null,
  };
}
