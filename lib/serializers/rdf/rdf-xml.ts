import {
  hasNoStatements,
  isBlankNodeId,
  type Iri,
  type RdfLiteral,
  type RdfNode,
} from '../../rdf/terms.ts';
import { toElementName } from '../../rdf/element-name.ts';
import { writeNestedNodes, type TextPiece } from '../../rdf/write-nested-nodes.ts';
import { namespaces, xsd } from '../../rdf/vocabulary.ts';
import { escapeXml } from '../escape-xml.ts';
import { streamPrefixes, type RdfFormat } from './rdf-format.ts';

/** RDF/XML writes predicates as element names, and cannot write a predicate that does not end in a name. */
export class NotExpressibleInXml extends Error {
  readonly code = 'not_expressible_in_xml';
  readonly predicate: Iri;

  constructor(predicate: Iri) {
    super(
      `XML cannot express the predicate <${predicate}>. Request the format json-ld, turtle or n-triples.`,
    );
    this.predicate = predicate;
  }
}

const knownPrefixes: ReadonlyMap<string, string> = new Map(
  Object.entries(namespaces).map(([prefix, namespace]) => [namespace, prefix]),
);

/** The texts inside the start tag and the end tag of an element. The start tag can declare a namespace. */
type ElementTags = { readonly begin: string; readonly end: string };

/** Assigns element names in one document, and records their namespaces. */
function createElementNamer() {
  // Every document begins with an element of RDF itself.
  const prefixes = new Map<string, string>([[namespaces.rdf, 'rdf']]);
  const tagsByPredicate = new Map<Iri, ElementTags>();
  let generatedPrefixCount = 0;

  function prefixOf(namespace: string): string {
    const cached = prefixes.get(namespace) ?? knownPrefixes.get(namespace);
    if (cached === undefined) generatedPrefixCount += 1;
    const prefix = cached ?? `ns${generatedPrefixCount}`;
    prefixes.set(namespace, prefix);
    return prefix;
  }

  return {
    tagsOf: (predicate: Iri): ElementTags => {
      const cached = tagsByPredicate.get(predicate);
      if (cached !== undefined) return cached;
      const elementName = toElementName(predicate);
      if (elementName === undefined) throw new NotExpressibleInXml(predicate);
      const name = `${prefixOf(elementName.namespace)}:${elementName.localName}`;
      const tags = { begin: name, end: name };
      tagsByPredicate.set(predicate, tags);
      return tags;
    },
    declarations: (): string =>
      [...prefixes]
        .map(([namespace, prefix]) => ` xmlns:${prefix}="${escapeXml(namespace)}"`)
        .join(''),
  };
}

function literalAttribute({ language, datatype = xsd.string }: RdfLiteral): string {
  if (language !== undefined) return ` xml:lang="${language}"`;
  return datatype === xsd.string ? '' : ` rdf:datatype="${escapeXml(datatype)}"`;
}

/**
 * Writes the attribute that identifies a node.
 * @param attribute its name for a node with an IRI
 */
function identifyingAttribute(id: Iri, attribute: 'about' | 'resource'): string {
  return isBlankNodeId(id) ? `rdf:nodeID="${id.slice(2)}"` : `rdf:${attribute}="${escapeXml(id)}"`;
}

function toPieces(
  { id, types, properties }: RdfNode,
  tagsOf: (predicate: Iri) => ElementTags,
): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let text = `<rdf:Description ${identifyingAttribute(id, 'about')}>\n`;
  for (const type of types) text += `<rdf:type rdf:resource="${escapeXml(type)}"/>\n`;
  for (const { predicate, values } of properties) {
    const { begin, end } = tagsOf(predicate);
    for (const value of values) {
      if (value.kind === 'literal') {
        text += `<${begin}${literalAttribute(value)}>${escapeXml(value.value)}</${end}>\n`;
      } else if (hasNoStatements(value)) {
        text += `<${begin} ${identifyingAttribute(value.id, 'resource')}/>\n`;
      } else {
        pieces.push(`${text}<${begin}>\n`, value);
        text = `</${end}>\n`;
      }
    }
  }
  pieces.push(`${text}</rdf:Description>\n`);
  return pieces;
}

/**
 * Writes a tree as nested RDF/XML (RDF 1.1 XML Syntax). A character that XML 1.0 does not allow becomes U+FFFD.
 * @returns text that declares UTF-8
 * @throws NotExpressibleInXml for a predicate that cannot be an element name
 */
export function writeRdfXml(root: RdfNode): string {
  const namer = createElementNamer();
  const body = writeNestedNodes(root, (node) => toPieces(node, namer.tagsOf));
  return `${startDocument(namer.declarations())}${body}</rdf:RDF>\n`;
}

function startDocument(declarations: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rdf:RDF${declarations}>\n`;
}

/** Returns tags with a prefix of the document if it has one for the namespace; otherwise the start tag declares the namespace. */
function selfDeclaringTags(predicate: Iri): ElementTags {
  const elementName = toElementName(predicate);
  if (elementName === undefined) throw new NotExpressibleInXml(predicate);
  const [prefix] =
    streamPrefixes.find(([, namespace]) => namespace === elementName.namespace) ?? [];
  if (prefix !== undefined) {
    const name = `${prefix}:${elementName.localName}`;
    return { begin: name, end: name };
  }
  const name = `own:${elementName.localName}`;
  return { begin: `${name} xmlns:own="${escapeXml(elementName.namespace)}"`, end: name };
}

const streamDeclarations = streamPrefixes
  .map(([prefix, namespace]) => ` xmlns:${prefix}="${namespace}"`)
  .join('');

/** RDF 1.1 XML Syntax. The specification uses application/xml; application/rdf+xml is the registered type. */
export const rdfXml: RdfFormat = {
  write: writeRdfXml,
  createStreamWriter: () => ({
    begin: startDocument(streamDeclarations),
    writeNode: (node) => writeNestedNodes(node, (nested) => toPieces(nested, selfDeclaringTags)),
    end: '</rdf:RDF>\n',
    // Some parsers accept an unclosed root, but none accepts a stray end tag.
    abortText: '</incomplete>',
  }),
  assertExpressible: (predicate) => {
    if (toElementName(predicate) === undefined) throw new NotExpressibleInXml(predicate);
  },
};
