import {
  hasNoStatements,
  quoteLexicalForm,
  type Iri,
  type RdfLiteral,
  type RdfNode,
} from '../rdf/terms.ts';
import { writeNestedNodes, type TextPiece } from '../rdf/write-nested-nodes.ts';
import { xsd } from '../rdf/vocabulary.ts';

// IRIs are not escaped: they contain no character that JSON escapes (rdf/iri.ts).

const canonicalInteger = /^(0|-?[1-9]\d*)$/;

/** Whether a literal keeps its value and datatype as a JSON number or boolean (JSON-LD 1.1 API, section 8.2.2). */
function isNativeJsonValue({ value, datatype }: RdfLiteral): boolean {
  if (datatype === xsd.boolean) return value === 'true' || value === 'false';
  return (
    datatype === xsd.integer && canonicalInteger.test(value) && Number.isSafeInteger(Number(value))
  );
}

/** Returns the name of a class, a predicate or a datatype in the context of a document. */
type NameLookup = (iri: Iri) => string;

const useFullIri: NameLookup = (iri) => iri;

function writeLiteral(literal: RdfLiteral, nameOf: NameLookup): string {
  const { value, language, datatype = xsd.string } = literal;
  if (language !== undefined) {
    return `{"@language":"${language}","@value":${quoteLexicalForm(value)}}`;
  }
  if (datatype === xsd.string) return quoteLexicalForm(value);
  return isNativeJsonValue(literal)
    ? value
    : `{"@type":"${nameOf(datatype)}","@value":${quoteLexicalForm(value)}}`;
}

function writeTypes({ types }: RdfNode, nameOf: NameLookup): string {
  const [first, another] = types;
  if (first === undefined) return '';
  return another === undefined
    ? `,"@type":"${nameOf(first)}"`
    : `,"@type":["${types.map(nameOf).join('","')}"]`;
}

function writePieces(node: RdfNode, nameOf: NameLookup): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let text = `{"@id":"${node.id}"${writeTypes(node, nameOf)}`;
  for (const { predicate, values } of node.properties) {
    const hasSeveralValues = values.length > 1;
    let separator = `,"${nameOf(predicate)}":${hasSeveralValues ? '[' : ''}`;
    for (const value of values) {
      text += separator;
      separator = ',';
      if (value.kind === 'literal') text += writeLiteral(value, nameOf);
      else if (hasNoStatements(value)) text += `{"@id":"${value.id}"}`;
      else {
        pieces.push(text, value);
        text = '';
      }
    }
    if (hasSeveralValues) text += ']';
  }
  pieces.push(`${text}}`);
  return pieces;
}

/**
 * Writes a tree as one JSON-LD document (JSON-LD 1.1, expanded IRIs, no context), with nodes inside nodes. Several values are in a list, a
 * single value is not. `xsd:integer` and `xsd:boolean` become JSON numbers and booleans where these have the same meaning.
 * @returns a JSON string without white space; the keys are in the order of the tree
 */
export function writeJsonLd(root: RdfNode): string {
  return writeNamedJsonLd(root, useFullIri);
}

/**
 * Writes a tree as one JSON object.
 * @param nameOf returns the names of classes, predicates and datatypes in the context of the document
 */
export function writeNamedJsonLd(root: RdfNode, nameOf: NameLookup): string {
  return writeNestedNodes(root, (node) => writePieces(node, nameOf));
}
