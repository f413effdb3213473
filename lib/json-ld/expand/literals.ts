import { isLosslessNumber, type LosslessNumber } from '../../json/lossless-json.ts';
import { languageLiteral, literal, type Iri } from '../../rdf/terms.ts';
import { rdf, xsd } from '../../rdf/vocabulary.ts';
import type { IncomingLiteral } from '../incoming.ts';
import type { Problems } from './problems.ts';

/** A value of JSON that is neither null nor holds others. */
export type Scalar = string | number | boolean | LosslessNumber;

export function isScalar(value: unknown): value is Scalar {
  return ['string', 'number', 'boolean'].includes(typeof value) || isLosslessNumber(value);
}

function lexicalForm(value: Scalar): string {
  return typeof value === 'object' ? value.rawJSON : String(value);
}

/** JSON-LD 1.1 API, section 8.2.2; but the digits of a number stay as they are. */
function nativeDatatype(value: Scalar, lexical: string): Iri | undefined {
  if (typeof value === 'string') return undefined;
  if (typeof value === 'boolean') return xsd.boolean;
  return /^-?\d+$/.test(lexical) ? xsd.integer : xsd.double;
}

/** A literal with the datatype that is given, else that of the value itself. */
export function scalarLiteral(value: Scalar, pointer: string, datatype?: Iri): IncomingLiteral {
  const lexical = lexicalForm(value);
  const type = datatype ?? nativeDatatype(value, lexical);
  return { ...literal(lexical, type === xsd.string ? undefined : type), pointer };
}

/** A text in a language; that its tag is none is a problem. */
export function textInLanguage(
  text: string,
  tag: string,
  place: { readonly pointer: string; readonly problems: Problems },
): IncomingLiteral {
  const found = languageLiteral(text, tag);
  if (found.language === undefined) {
    place.problems.add(
      'invalid_language',
      place.pointer,
      `${JSON.stringify(tag)} is not a language tag (BCP 47): write one such as en or de-CH, or none.`,
    );
  }
  return { ...found, pointer: place.pointer };
}

/** Any value as a literal that holds its JSON. */
export function jsonLiteral(value: unknown, pointer: string): IncomingLiteral {
  return { ...literal(JSON.stringify(value), rdf.json), pointer };
}
