import { isBare } from '../rdf/bare-node.ts';
import { nestedText, type Piece } from '../rdf/nested-text.ts';
import { quoted } from '../rdf/quoted.ts';
import type { RdfLiteral, RdfNode } from '../rdf/terms.ts';
import { xsd } from '../rdf/vocabulary.ts';

// An IRI holds no character that JSON escapes (terms.ts).

const canonicalInteger = /^(0|-?[1-9]\d*)$/;

/** Whether JSON has the value itself, and JSON-LD gives it the datatype back (JSON-LD 1.1 API, section 8.2.2). */
function isNative({ value, datatype }: RdfLiteral): boolean {
  if (datatype === xsd.boolean) return value === 'true' || value === 'false';
  return (
    datatype === xsd.integer && canonicalInteger.test(value) && Number.isSafeInteger(Number(value))
  );
}

function literal(written: RdfLiteral): string {
  const { value, language, datatype = xsd.string } = written;
  if (language !== undefined) {
    return `{"@language":"${language}","@value":${quoted(value)}}`;
  }
  if (datatype === xsd.string) return quoted(value);
  return isNative(written) ? value : `{"@type":"${datatype}","@value":${quoted(value)}}`;
}

function typesOf({ types }: RdfNode): string {
  const [only, another] = types;
  if (only === undefined) return '';
  return another === undefined ? `,"@type":"${only}"` : `,"@type":["${types.join('","')}"]`;
}

function piecesOf(node: RdfNode): readonly Piece[] {
  const pieces: Piece[] = [];
  let text = `{"@id":"${node.id}"${typesOf(node)}`;
  for (const { predicate, values } of node.properties) {
    const isSeveral = values.length > 1;
    let before = `,"${predicate}":${isSeveral ? '[' : ''}`;
    for (const value of values) {
      text += before;
      before = ',';
      if (value.kind === 'literal') text += literal(value);
      else if (isBare(value)) text += `{"@id":"${value.id}"}`;
      else {
        pieces.push(text, value);
        text = '';
      }
    }
    if (isSeveral) text += ']';
  }
  pieces.push(`${text}}`);
  return pieces;
}

/**
 * Writes a tree as one JSON-LD document (JSON-LD 1.1, expanded IRIs, no context), nodes inside nodes. Several values are in a list, a
 * single one is not. `xsd:integer` and `xsd:boolean` are numbers and booleans of JSON where these have the same meaning.
 * @returns a JSON text without white space; the keys are in the order of the tree
 */
export function writeJsonLd(root: RdfNode): string {
  return nestedText(root, piecesOf);
}
