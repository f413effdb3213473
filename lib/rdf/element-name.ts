import type { Iri } from './terms.ts';
import { namespaces } from './vocabulary.ts';

/** The name of an XML element in two parts, which together form the IRI of a predicate. */
export type ElementName = { readonly namespace: string; readonly localName: string };

/** The characters with which a local name can begin (Namespaces in XML 1.0, section 4: NCName). */
const firstCharacters =
  'A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c\u200d\u2070-\u218f' +
  '\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\u{10000}-\u{effff}';
const trailingName = new RegExp(
  `[${firstCharacters}][${firstCharacters}.0-9\u00b7\u0300-\u036f\u203f\u2040-]*$`,
  'u',
);

/** Names that have a special meaning in RDF/XML and cannot be predicates (RDF 1.1 XML Syntax, section 6.2.2). */
const syntaxNames: ReadonlySet<Iri> = new Set(
  [
    'RDF',
    'Description',
    'ID',
    'about',
    'parseType',
    'resource',
    'nodeID',
    'datatype',
    'li',
    'aboutEach',
    'aboutEachPrefix',
    'bagID',
  ].map((name) => `${namespaces.rdf}${name}`),
);

/** Whether a namespace must not be declared (Namespaces in XML 1.0, section 3; RDF 1.1 XML Syntax, section 5.1). */
function isReserved(namespace: string): boolean {
  return (
    namespace === 'http://www.w3.org/2000/xmlns/' ||
    (namespace.startsWith(namespaces.rdf) && namespace !== namespaces.rdf)
  );
}

/**
 * Splits a predicate into the namespace and the longest local name that XML allows.
 * @returns undefined if no XML element can have this name
 */
export function toElementName(predicate: Iri): ElementName | undefined {
  const localName = trailingName.exec(predicate);
  if (localName === null || syntaxNames.has(predicate)) return undefined;
  const namespace = predicate.slice(0, localName.index);
  return isReserved(namespace) ? undefined : { namespace, localName: localName[0] };
}
