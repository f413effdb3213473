import { readFileText } from '../read-file.ts';
import { FileFormatError } from '../file-error.ts';
import { encodeIris, type OnEncodedIri } from './encode-iris.ts';
import { parseJsonLd } from './json-ld.ts';
import { parseRdfXml } from './rdf-xml.ts';
import type { Triple } from './triple.ts';
import { parseTurtle } from './turtle.ts';

type Parse = (chunks: AsyncIterable<string>, onEncoded: OnEncodedIri) => AsyncGenerator<Triple>;

const parsersByExtension: ReadonlyMap<string, Parse> = new Map([
  ...['rdf', 'skos', 'owl'].map((name): [string, Parse] => [name, parseRdfXml]),
  ...['ttl', 'turtle', 'nt', 'n3'].map((name): [string, Parse] => [name, parseTurtle]),
  ...['jsonld', 'json'].map((name): [string, Parse] => [name, parseJsonLd]),
  ['xml', parseRdfXml],
]);

/**
 * Streams the triples of an RDF file, possibly compressed (`.gz`). The format (RDF/XML, Turtle, N-Triples or JSON-LD) is determined by the
 * extension of the name, or else by the beginning of the file.
 * @param onEncoded receives IRIs with characters that an IRI may not have; they are percent-encoded
 * @throws FileFormatError if the file is not of its format or is cut off
 */
export async function* readRdf(
  file: string,
  onEncoded: OnEncodedIri = () => undefined,
): AsyncGenerator<Triple> {
  yield* encodeIris(parseRdf(file, onEncoded), onEncoded);
}

async function* parseRdf(file: string, onEncoded: OnEncodedIri): AsyncGenerator<Triple> {
  const [, extension = ''] = /\.([^.]+?)(?:\.gz)?$/.exec(file.toLowerCase()) ?? [];
  const parse = parsersByExtension.get(extension);
  const text = readFileText(file);
  if (parse !== undefined) {
    yield* parse(text, onEncoded);
    return;
  }
  const { beginning, fullText } = await readBeginning(text);
  yield* chooseParser(beginning)(fullText, onEncoded);
}

/** Reads the beginning of a text without its leading white space. @returns also the full text */
async function readBeginning(
  text: AsyncGenerator<string>,
): Promise<{ readonly beginning: string; readonly fullText: AsyncGenerator<string> }> {
  let textRead = '';
  let beginning = '';
  while (beginning.length < 1000) {
    const { value, done } = await text.next();
    if (done === true) break;
    textRead += value;
    beginning = (beginning + value).trimStart();
  }
  const fullText = async function* (): AsyncGenerator<string> {
    yield textRead;
    yield* text;
  };
  return { beginning, fullText: fullText() };
}

function chooseParser(beginning: string): Parse {
  if (beginning === '') throw new FileFormatError('empty_file', 'The file is empty');
  // Turtle can also begin with `[`, as a blank node: `[]`, `[ a`, `[ ex:name`.
  if (/^[[{]/.test(beginning) && !/^\[\s*(?:\]|a\s|[\w-]*:)/.test(beginning)) return parseJsonLd;
  // Turtle can also begin with `<`, but an IRI between `<` and `>` has no white space.
  return /^<(?:[?!]|[\w.-]+(?::[\w.-]+)?\s)/.test(beginning) ? parseRdfXml : parseTurtle;
}
