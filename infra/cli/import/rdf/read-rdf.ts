import { readFileText } from '../read-file.ts';
import { FileFormatError } from '../file-error.ts';
import { parseJsonLd } from './json-ld.ts';
import { parseRdfXml } from './rdf-xml.ts';
import type { Triple } from './triple.ts';
import { parseTurtle } from './turtle.ts';

type Parse = (chunks: AsyncIterable<string>) => AsyncGenerator<Triple>;

const byExtension: ReadonlyMap<string, Parse> = new Map([
  ...['rdf', 'skos', 'owl'].map((name): [string, Parse] => [name, parseRdfXml]),
  ...['ttl', 'turtle', 'nt', 'n3'].map((name): [string, Parse] => [name, parseTurtle]),
  ...['jsonld', 'json'].map((name): [string, Parse] => [name, parseJsonLd]),
  ['xml', parseRdfXml],
]);

/**
 * Streams the triples of a file of RDF, packed (`.gz`) or not: RDF/XML, Turtle, N-Triples or JSON-LD, by the extension of its name,
 * and where that says nothing by how it begins.
 * @throws FileFormatError where the file is not of its format or is cut off, and what its parser throws
 */
export async function* readRdf(file: string): AsyncGenerator<Triple> {
  const [, extension = ''] = /\.([^.]+?)(?:\.gz)?$/.exec(file.toLowerCase()) ?? [];
  const known = byExtension.get(extension);
  const text = readFileText(file);
  if (known !== undefined) {
    yield* known(text);
    return;
  }
  const { beginning, whole } = await lookInto(text);
  yield* parserFor(beginning)(whole);
}

/** Where a text begins, white space apart, and the whole text. */
async function lookInto(
  text: AsyncGenerator<string>,
): Promise<{ readonly beginning: string; readonly whole: AsyncGenerator<string> }> {
  let read = '';
  while (read.trimStart().length < 1000) {
    const { value, done } = await text.next();
    if (done === true) break;
    read += value;
  }
  const whole = async function* (): AsyncGenerator<string> {
    yield read;
    yield* text;
  };
  return { beginning: read.trimStart(), whole: whole() };
}

function parserFor(beginning: string): Parse {
  if (beginning === '') throw new FileFormatError('empty_file', 'The file is empty');
  if (/^[[{]/.test(beginning) && !/^\[\s*(?:\]|a\s|[\w-]*:)/.test(beginning)) return parseJsonLd;
  // In Turtle an IRI stands between such brackets, which has no white space.
  return /^<(?:[?!]|[\w.-]+(?::[\w.-]+)?\s)/.test(beginning) ? parseRdfXml : parseTurtle;
}
