import type { RdfXmlParser } from 'rdfxml-streaming-parser';

import { FileFormatError } from '../file-error.ts';

const reference = /^(?:#\d+|#x[\da-f]+|[\p{L}_:][\p{L}\p{M}\p{N}._:·-]*)$/iu;

const snippetLength = 30;

/**
 * Makes the XML parser name an ampersand that begins no reference (XML 1.0, section 4.1), such as in `Fish & Chips`. The parser itself takes
 * all text up to the next semicolon for the name of an entity.
 * @returns a function that throws if the file ends in such a name
 */
export function nameBareAmpersands(parser: RdfXmlParser): () => void {
  const xmlParser = parser['saxParser'];
  const parseEntity = xmlParser['parseEntity'].bind(xmlParser);
  xmlParser['parseEntity'] = (name: string): string => {
    // The parser has read the semicolon.
    if (!reference.test(name)) throw makeBareAmpersandError(`${name};`, xmlParser.line);
    if (!name.startsWith('#') && typeof xmlParser.ENTITIES[name] !== 'string') {
      const message = `The entity &${name}; is not declared. If the ampersand is part of the text, write &amp; in its place`;
      throw new FileFormatError('malformed_rdf_xml', message, { line: xmlParser.line });
    }
    return parseEntity(name);
  };
  return () => {
    if (xmlParser['entity'] !== '')
      throw makeBareAmpersandError(xmlParser['entity'], xmlParser.line);
  };
}

/** @param line the line on which the text ends */
function makeBareAmpersandError(text: string, line: number): FileFormatError {
  const lineBreaks = text.split('\n').length - 1;
  const [firstLine = ''] = text.split('\n');
  const snippet = JSON.stringify(`&${firstLine.slice(0, snippetLength)}`);
  const message = `The ampersand in ${snippet} is not part of a reference. Write &amp; in its place`;
  return new FileFormatError('malformed_rdf_xml', message, { line: line - lineBreaks });
}
