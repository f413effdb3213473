import { RdfXmlParser, type IActiveTag } from 'rdfxml-streaming-parser';

import { readFileText } from '../read-file.ts';
import { FileFormatError } from '../file-error.ts';
import { parseStream } from '../parse-stream.ts';
import { relativeBase, termFactory, toTriple, type Triple } from './triple.ts';

/** Enough for the namespace abbreviations of ontologies, too little for an entity bomb. */
const maxEntityLength = 1000;

/**
 * Streams the triples of an RDF/XML file, packed (`.gz`) or not. Nothing is fetched: a file with
 * external entities is refused.
 * @throws FileFormatError `malformed_rdf_xml` if the file is not RDF/XML or is cut off,
 * `unsafe_entity` if it declares an entity that is external or long
 */
export function readRdfXml(file: string): AsyncGenerator<Triple> {
  return parseRdfXml(readFileText(file));
}

/** Streams the triples of RDF/XML text. See readRdfXml. */
export async function* parseRdfXml(chunks: AsyncIterable<string>): AsyncGenerator<Triple> {
  const { parser, assertComplete } = createParser();
  try {
    for await (const quad of parseStream(chunks, parser)) yield toTriple(quad);
    assertComplete();
  } catch (error) {
    if (error instanceof FileFormatError || !(error instanceof Error)) throw error;
    const message = `The file is not well-formed RDF/XML: ${error.message}`;
    throw new FileFormatError('malformed_rdf_xml', message, {}, { cause: error });
  }
}

/** The events of the XML parser inside the RDF parser that are used here. */
type XmlEvents<Tag> = {
  on(event: 'opentag', handler: (tag: Tag) => void): void;
  on(event: 'closetag', handler: () => void): void;
  on(event: 'doctype', handler: (text: string) => void): void;
};

/**
 * Creates a parser with its event handlers wrapped, because the library has no options for this:
 * - language tags stay in their letter case (the library lower-cases them);
 * - a file that ends within an element is an error;
 * - a document type is checked before it is applied.
 */
function createParser(): { readonly parser: RdfXmlParser; readonly assertComplete: () => void } {
  const parser = new RdfXmlParser({
    dataFactory: termFactory,
    baseIRI: relativeBase,
    validateUri: false,
    trackPosition: true,
  });
  const openTag = parser['onTag'].bind(parser);
  const closeTag = parser['onCloseTag'].bind(parser);
  const documentType = parser['onDoctype'].bind(parser);
  const events: XmlEvents<Parameters<typeof openTag>[0]> = parser['saxParser'];
  const activeTags: readonly IActiveTag[] = parser['activeTagStack'];
  let openElements = 0;
  let hasElements = false;

  events.on('opentag', (tag) => {
    openElements += 1;
    hasElements = true;
    openTag(tag);
    const language = tag.attributes['xml:lang']?.value;
    const active = activeTags.at(-1);
    if (language !== undefined && active !== undefined) active.language = language;
  });
  events.on('closetag', () => {
    openElements -= 1;
    closeTag();
  });
  events.on('doctype', (text) => {
    assertSafeEntities(text);
    documentType(text);
  });
  return { parser, assertComplete };

  function assertComplete(): void {
    if (hasElements && openElements === 0) return;
    const message = hasElements
      ? `The file is cut off: ${openElements} elements are open`
      : 'The file is empty';
    throw new FileFormatError('malformed_rdf_xml', message);
  }
}

function assertSafeEntities(documentType: string): void {
  for (const [declaration] of documentType.matchAll(/<!ENTITY[^>]*>?/g)) {
    if (
      declaration.length <= maxEntityLength &&
      !/\s(SYSTEM|PUBLIC)\s|^<!ENTITY\s+%/.test(declaration)
    )
      continue;
    const message = `The file declares an entity that is external or long, and is not read: ${declaration.slice(0, 80)}`;
    throw new FileFormatError('unsafe_entity', message);
  }
}
