import { isBare } from '../../rdf/bare-node.ts';
import { elementName } from '../../rdf/element-name.ts';
import { nestedText, type Piece } from '../../rdf/nested-text.ts';
import type { Iri, RdfLiteral, RdfNode } from '../../rdf/terms.ts';
import { namespaces, xsd } from '../../rdf/vocabulary.ts';
import type { RdfFormat } from './rdf-format.ts';

/** RDF/XML writes a predicate as the name of an element, and cannot write one that does not end like a name. */
export class NotExpressibleInXml extends Error {
  readonly code = 'not_expressible_in_xml';
  readonly predicate: Iri;

  constructor(predicate: Iri) {
    super(
      `XML has no name for the predicate <${predicate}>. Ask for the format json-ld, turtle or n-triples.`,
    );
    this.predicate = predicate;
  }
}

// oxlint-disable-next-line no-control-regex -- these are the characters that XML 1.0 cannot hold (section 2.2)
const impossible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
// oxlint-disable-next-line no-control-regex -- the same, and those that stand for something else
const special = /[&<>\r\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

/** A text as content, or an IRI in an attribute: it has no quotes. A parser makes a bare carriage return a line feed. */
function escaped(text: string): string {
  if (!special.test(text)) return text;
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#xD;')
    .replaceAll(impossible, '\ufffd');
}

/** Names the elements of one document, and remembers the namespaces that they are in. */
function elementNames() {
  const prefixes = new Map<string, string>();
  const names = new Map<Iri, string>();
  const known = new Map<string, string>(
    Object.entries(namespaces).map(([prefix, namespace]) => [namespace, prefix]),
  );
  let unknown = 0;

  function prefixOf(namespace: string): string {
    const before = prefixes.get(namespace) ?? known.get(namespace);
    if (before === undefined) unknown += 1;
    const prefix = before ?? `ns${unknown}`;
    prefixes.set(namespace, prefix);
    return prefix;
  }

  prefixOf(namespaces.rdf);
  return {
    of: (predicate: Iri): string => {
      const before = names.get(predicate);
      if (before !== undefined) return before;
      const parts = elementName(predicate);
      if (parts === undefined) throw new NotExpressibleInXml(predicate);
      const name = `${prefixOf(parts.namespace)}:${parts.localName}`;
      names.set(predicate, name);
      return name;
    },
    declarations: (): string =>
      [...prefixes]
        .map(([namespace, prefix]) => ` xmlns:${prefix}="${escaped(namespace)}"`)
        .join(''),
  };
}

function kindOf({ language, datatype = xsd.string }: RdfLiteral): string {
  if (language !== undefined) return ` xml:lang="${language}"`;
  return datatype === xsd.string ? '' : ` rdf:datatype="${escaped(datatype)}"`;
}

function piecesOf(
  { id, types, properties }: RdfNode,
  nameOf: (predicate: Iri) => string,
): readonly Piece[] {
  const pieces: Piece[] = [];
  let text = `<rdf:Description rdf:about="${escaped(id)}">\n`;
  for (const type of types) text += `<rdf:type rdf:resource="${escaped(type)}"/>\n`;
  for (const { predicate, values } of properties) {
    const name = nameOf(predicate);
    for (const value of values) {
      if (value.kind === 'literal') {
        text += `<${name}${kindOf(value)}>${escaped(value.value)}</${name}>\n`;
      } else if (isBare(value)) {
        text += `<${name} rdf:resource="${escaped(value.id)}"/>\n`;
      } else {
        pieces.push(`${text}<${name}>\n`, value);
        text = `</${name}>\n`;
      }
    }
  }
  pieces.push(`${text}</rdf:Description>\n`);
  return pieces;
}

/**
 * Writes a tree as RDF/XML (RDF 1.1 XML Syntax), nodes inside nodes. A character that XML 1.0 cannot hold becomes U+FFFD.
 * @returns text that declares itself UTF-8
 * @throws NotExpressibleInXml for a predicate that cannot be the name of an element
 */
export function writeRdfXml(root: RdfNode): string {
  const names = elementNames();
  const body = nestedText(root, (node) => piecesOf(node, names.of));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rdf:RDF${names.declarations()}>\n${body}</rdf:RDF>\n`;
}

/** RDF 1.1 XML Syntax. The specification says application/xml; application/rdf+xml is what it is registered as. */
export const rdfXml: RdfFormat = {
  aliases: [],
  mediaTypes: ['application/xml', 'application/rdf+xml'],
  title: 'RDF/XML',
  write: writeRdfXml,
};
