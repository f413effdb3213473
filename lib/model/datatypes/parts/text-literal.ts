import type { RdfLiteral } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocabulary.ts';
import type { LinkedValue } from '../datatype.ts';
import { jsonLiteral, literalJson, singleLiteral } from './json-literal.ts';

/** What a literal says where text is expected: its lexical form whatever its datatype, unless it is JSON. */
export function literalText(literal: RdfLiteral): unknown {
  return literal.datatype === rdf.json ? literalJson(literal) : literal.value;
}

/** For values that are texts: one plain literal. */
export const textLinked: LinkedValue = {
  kind: 'literal',
  write: (value) => [jsonLiteral(value)],
  read: (values) => singleLiteral(values, (only) => ({ kind: 'value', value: literalText(only) })),
};
