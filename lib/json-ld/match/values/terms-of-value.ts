import type { Referenced } from '../../../model/datatypes/datatype.ts';
import type { RdfNode, RdfValue } from '../../../rdf/terms.ts';
import { geosparql, rdf, xsd } from '../../../rdf/vocabulary.ts';
import type { ModelNode } from '../model/model.ts';

/** Stands for the URI of the node itself, whichever tile it is in. */
const here = 'urn:here';

/** What a value says in RDF, each term as a text: equal for values that say the same. @param value not null */
export function termsOf(
  value: unknown,
  { datatype, datatypeNode }: ModelNode,
  referenced: Referenced,
  baseUrl: string,
): readonly string[] {
  const written = datatype.linked.write(value, datatypeNode, {
    ...referenced,
    baseUrl,
    nodeUri: here,
  });
  return Array.from(new Set(written.map(termKey)));
}

/** A literal with its type or language, or the URI of a thing; what is said of the thing where it has no URI of its own. */
export function termKey(term: RdfValue): string {
  if (term.kind === 'node') return term.id.startsWith(here) ? partKey(term) : `<${term.id}>`;
  const { value, language, datatype = xsd.string } = term;
  return `"${value}"${language === undefined ? `^^${datatype}` : `@${language.toLowerCase()}`}`;
}

/** Of a geometry that is there as text and as GeoJSON, the text: it has no ids that one document has and another has not. */
function partKey({ properties }: RdfNode): string {
  const text = properties.filter(({ predicate }) => predicate === geosparql.asWkt);
  const telling = text.length > 0 ? text : properties;
  const said = telling
    .filter(({ predicate }) => predicate !== rdf.value)
    .flatMap(({ values }) => values.map((value) => (value.kind === 'literal' ? value.value : '')));
  return `_${said.join('\n')}`;
}
