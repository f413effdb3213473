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

/** What the service writes for types of values that belong to no vocabulary, whatever its address. */
const ownProperty = /^https?:\/\/[^#]*\/rdm\/concepts#[^#]+$/;

function literalType(predicate: Iri): string {
  return ownProperty.test(predicate)
    ? decodeURIComponent(predicate.slice(predicate.indexOf('#') + 1))
    : valueTypeOf(predicate);
}

/** The property as it is kept: null where the type of the value tells it. */
function keptPredicate(predicate: Iri, valueType: string, nodeType: ConceptNodeType): Iri | null {
  const usual = standardPredicate(valueType, nodeType);
  const isOwn = usual === undefined && ownProperty.test(predicate);
  return isOwn || predicate === usual ? null : predicate;
}

/** The value that a statement with a literal makes. @param valueType where it is not what the property says */
export function literalValue(
  { conceptId, nodeType }: Owner,
  predicate: Iri,
  literal: TripleLiteral,
  valueType = literalType(predicate),
): ParsedValue {
  const { id, text } = readSkosLabel(literal.text);
  return {
    conceptId,
    valueType,
    language: literal.language,
    text,
    predicate: keptPredicate(predicate, valueType, nodeType),
    datatype: literal.datatype,
    ownId: id === null ? null : parseConceptValueId(id),
  };
}

/** The value that a statement makes whose object is a node with a text: that of SKOS or Dublin Core where there is one. */
export function nodeTextValue(owner: Owner, predicate: Iri, literal: TripleLiteral): ParsedValue {
  const value = literalValue(owner, predicate, literal);
  return standardPredicate(value.valueType, owner.nodeType) === undefined
    ? value
    : { ...value, predicate: null };
}

/** The value that a statement makes whose object is no concept. It is no label: nobody reads an IRI as a name. */
export function resourceValue(
  { conceptId, nodeType }: Owner,
  predicate: Iri,
  uri: Iri,
): ParsedValue {
  const usual = valueTypeOf(predicate);
  const valueType = isLabel(`${namespaces.skos}${usual}`) ? predicate : usual;
  return {
    conceptId,
    valueType,
    language: null,
    text: uri,
    predicate: keptPredicate(predicate, valueType, nodeType),
    datatype: resourceDatatype,
    ownId: null,
  };
}
