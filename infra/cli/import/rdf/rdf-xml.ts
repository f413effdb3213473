import { RdfXmlParser, type IActiveTag } from 'rdfxml-streaming-parser';

import { readFileText } from '../read-file.ts';
import { FileFormatError } from '../file-error.ts';
import { parseStream } from '../parse-stream.ts';
import { nameBareAmpersands } from './bare-ampersand.ts';
import { readEntities } from './xml-entities.ts';
import { relativeBase, termFactory, toTriple, type Triple } from './triple.ts';

/** The maximum depth of elements, more than any thesaurus needs. The time of the parser grows with the square of the depth. */
const maxOpenElements = 1000;

/**
 * Streams the triples of an RDF/XML file, which may be compressed (`.gz`). Nothing is fetched: a file with external entities is refused.
 * @throws FileFormatError `malformed_rdf_xml` if the file is not RDF/XML or is cut off,
 * `unsafe_entity` if it declares an entity that `readEntities` refuses, `too_deep` if its elements are nested too deep
 */
export function readRdfXml(file: string): AsyncGenerator<Triple> {
  return parseRdfXml(readFileText(file));
}

/**
 * Streams the triples of RDF/XML text, as `readRdfXml` does.
 * @rule Imports and exports: How large may an imported file become, and how deep may it be nested?
 */
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

/** The events of the XML parser inside the RDF parser that `createParser` uses. */
type XmlEvents<Tag> = {
  on(event: 'opentag', handler: (tag: Tag) => void): void;
  on(event: 'closetag', handler: () => void): void;
  on(event: 'doctype' | 'text' | 'cdata', handler: (text: string) => void): void;
};

/**
 * Creates a parser whose event handlers are wrapped, because the library has no options for this behaviour:
 * - language tags keep their letter case, which the library converts to lower case;
 * - text before and after a comment, CDATA or a processing instruction is joined, while the library keeps only its last part;
 * - a file that ends within an element is an error, and an ampersand that begins no reference is named;
 * - entities are read as XML defines them, while the library knows neither their references nor comments.
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
  const addText = parser['onText'].bind(parser);
  const events: XmlEvents<Parameters<typeof openTag>[0]> = parser['saxParser'];
  const activeTags: readonly IActiveTag[] = parser['activeTagStack'];
  const assertNoBareAmpersand = nameBareAmpersands(parser);
  let openElements = 0;
  let hasElements = false;

  events.on('opentag', (tag) => {
    openElements += 1;
    if (openElements > maxOpenElements) throw makeTooDeepError();
    hasElements = true;
    openTag(tag);
    const language = tag.attributes['xml:lang']?.value;
    const activeTag = activeTags.at(-1);
    if (language !== undefined && activeTag !== undefined) activeTag.language = language;
  });
  events.on('closetag', () => {
    openElements -= 1;
    closeTag();
  });
  const appendText = (text: string): void => addText(`${activeTags.at(-1)?.text ?? ''}${text}`);
  events.on('text', appendText);
  events.on('cdata', appendText);
  events.on('doctype', (text) => {
    Object.assign(parser['saxParser'].ENTITIES, Object.fromEntries(readEntities(text)));
  });
  return { parser, assertComplete };

  function assertComplete(): void {
    assertNoBareAmpersand();
    if (hasElements && openElements === 0) return;
    const message = hasElements
      ? `The file is cut off: ${openElements} elements are not closed`
      : 'The file is empty';
    throw new FileFormatError('malformed_rdf_xml', message);
  }
}

function makeTooDeepError(): FileFormatError {
  return new FileFormatError(
    'too_deep',
    `More than ${maxOpenElements} elements of the file are nested in one another`,
  );
}
