import type * as RDF from '@rdfjs/types';
import jsonld from 'jsonld';
import { Parser } from 'n3';
import oxigraph from 'oxigraph';
import { RdfXmlParser } from 'rdfxml-streaming-parser';
import { expect } from 'vitest';

import type { RdfNode, RdfValue } from '../../../lib/rdf/terms.ts';
import { rdf, xsd } from '../../../lib/rdf/vocabulary.ts';
import { rdfFormats } from '../../../lib/serializers/rdf/rdf-formats.ts';
import { rdfFormatNames, type RdfFormatName } from '../../../lib/rdf/formats.ts';
import { writeRdfGraphText } from '../../../lib/serializers/rdf/write-rdf-graph.ts';
import { joinDocuments, readWithRapper } from './rapper.ts';

/** A statement with the types that all outside parsers share. */
type Statement = Pick<RDF.Quad, 'subject' | 'predicate' | 'object' | 'graph'>;

/** Parses a document into lines of N-Quads, in the form of {@link parseStatements}. */
type OutsideParser = (text: string) => Promise<readonly string[]> | readonly string[];

const outsideParsers: Readonly<Record<RdfFormatName, Readonly<Record<string, OutsideParser>>>> = {
  'json-ld': { 'jsonld.js': readWithJsonLd },
  turtle: { n3: readWithN3('Turtle'), oxigraph: readWithOxigraph('text/turtle') },
  'n-triples': { n3: readWithN3('N-Triples'), oxigraph: readWithOxigraph('application/n-triples') },
  xml: {
    'rdfxml-streaming-parser': readWithRdfXmlParser,
    oxigraph: readWithOxigraph('application/rdf+xml'),
  },
};

/**
 * Parses the statements of a document with all outside parsers of its format, and expects that they return the same statements.
 * @returns sorted lines of canonical N-Quads, language tags in lower case, numbers of `xsd:double` in canonical form
 */
export async function parseStatements(
  format: RdfFormatName,
  text: string,
): Promise<readonly string[]> {
  let firstLines: readonly string[] | undefined;
  for (const [name, parse] of Object.entries(outsideParsers[format])) {
    const lines = sortUnique(await parse(text));
    firstLines ??= lines;
    expectSameLines({ format, name, lines }, firstLines);
  }
  return firstLines ?? [];
}

/** Lists the statements of a tree, in the form of {@link parseStatements}. */
export function statementsOf(root: RdfNode): readonly string[] {
  const lines: string[] = [];
  const pendingNodes: RdfNode[] = [root];
  for (let node = pendingNodes.pop(); node !== undefined; node = pendingNodes.pop()) {
    const { id, types, properties } = node;
    lines.push(
      ...types.map((type) => formatLine(formatIri(id), formatIri(rdf.type), formatIri(type))),
    );
    for (const { predicate, values } of properties) {
      lines.push(
        ...values.map((value) =>
          formatLine(formatIri(id), formatIri(predicate), formatTreeTerm(value)),
        ),
      );
      pendingNodes.push(...values.filter((value) => value.kind === 'node'));
    }
  }
  return sortUnique(lines);
}

/** Expects that every outside parser reads the statements of the tree from each format. */
export async function expectSameGraph(
  root: RdfNode,
  formats: readonly RdfFormatName[] = rdfFormatNames,
): Promise<void> {
  const expected = statementsOf(root);
  for (const format of formats) {
    const statements = await parseStatements(format, rdfFormats[format].write(root));
    expectSameLines({ format, name: 'the tree', lines: statements }, expected);
  }
}

/** Expects that every outside parser reads the statements of all nodes from one document in each format. */
export async function expectSameGraphInOneDocument(nodes: readonly RdfNode[]): Promise<void> {
  const expected = sortUnique(nodes.flatMap(statementsOf));
  for (const format of rdfFormatNames) {
    const lines = await parseStatements(format, writeRdfGraphText(rdfFormats[format], nodes));
    expectSameLines({ format, name: 'the nodes', lines }, expected);
  }
}

/** Expects the same as {@link expectSameGraph} for many trees, and that rapper reads their statements from RDF/XML without a warning. */
export async function expectSameGraphs(roots: readonly RdfNode[]): Promise<void> {
  for (const root of roots) await expectSameGraph(root);
  const documents = roots.map(rdfFormats.xml.write);
  const [firstDocument] = documents;
  const rapperTexts = [
    ...(firstDocument === undefined ? [] : [firstDocument]),
    ...joinDocuments(documents),
  ].map(readWithRapper);
  if (rapperTexts.some((text) => text === undefined)) return;
  const lines = sortUnique(rapperTexts.flatMap((text = '') => readWithN3('N-Triples')(text)));
  expectSameLines(
    { format: 'xml', name: 'rapper', lines },
    sortUnique(roots.flatMap(statementsOf)),
  );
}

type ReadDocument = {
  readonly format: RdfFormatName;
  readonly name: string;
  readonly lines: readonly string[];
};

/** Calls `expect` only to show a difference, because `expect` takes much longer than a comparison of two texts. */
function expectSameLines(document: ReadDocument, expected: readonly string[]): void {
  if (document.lines.join('\n') === expected.join('\n')) return;
  expect(document).toEqual({ ...document, lines: expected });
}

function sortUnique(lines: readonly string[]): readonly string[] {
  return [...new Set(lines)].toSorted();
}

const formatIri = (value: string): string => `<${value}>`;
const formatLine = (subject: string, predicate: string, object: string): string =>
  `${subject} ${predicate} ${object} .`;

function formatTreeTerm(value: RdfValue): string {
  return value.kind === 'node'
    ? formatIri(value.id)
    : formatLiteral(value.value, value.language ?? '', value.datatype ?? xsd.string);
}

function formatStatement({ subject, predicate, object, graph }: Statement): string {
  // There are millions of statements: `expect` would take longer than all parsers together.
  if (graph.termType !== 'DefaultGraph')
    throw new Error(`A statement is in a named graph (${graph.termType}).`);
  return formatLine(formatTerm(subject), formatTerm(predicate), formatTerm(object));
}

/** Parts of a line that oxigraph writes in another way than {@link formatStatement}. */
const oxigraphVariants = /\\|XMLSchema#double>/;

/**
 * Quads and terms of oxigraph occupy memory outside of JavaScript, which is slow to free. This function reads one text instead of
 * six terms and frees the quad at once, which takes a fiftieth of the time.
 */
function formatOxigraphQuad(quad: oxigraph.Quad): string {
  const text = `${quad.toString()} .`;
  const statementLine = oxigraphVariants.test(text) ? formatStatement(quad) : text;
  // The types of oxigraph do not contain this method.
  if ('free' in quad && typeof quad.free === 'function') quad.free();
  return statementLine;
}

function formatTerm(rdfTerm: RDF.Term): string {
  if (rdfTerm.termType === 'NamedNode') return formatIri(rdfTerm.value);
  if (rdfTerm.termType !== 'Literal')
    throw new Error(`Unexpected term in the graph: ${rdfTerm.termType}.`);
  return formatLiteral(rdfTerm.value, rdfTerm.language ?? '', rdfTerm.datatype.value);
}

function formatLiteral(value: string, language: string, datatype: string): string {
  if (language !== '') return `${quoteText(value)}@${language.toLowerCase()}`;
  if (datatype === xsd.string) return quoteText(value);
  // jsonld.js returns numbers of xsd:double only in canonical form.
  const lexical =
    datatype === xsd.double
      ? Number(value)
          .toExponential(15)
          .replace(/(\d)0*e\+?/, '$1E')
      : value;
  return `${quoteText(lexical)}^^<${datatype}>`;
}

function quoteText(value: string): string {
  const text = value
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\r', String.raw`\r`);
  return `"${text}"`;
}

async function readWithJsonLd(text: string): Promise<readonly string[]> {
  const dataset: unknown = await jsonld.toRDF(JSON.parse(text), {
    documentLoader: (url) => Promise.reject(new Error(`The document needs ${url}.`)),
  });
  if (!Array.isArray(dataset)) throw new Error('jsonld.js returned no list of statements.');
  return dataset.map(formatStatement);
}

function readWithN3(format: string): (text: string) => readonly string[] {
  return (text) => new Parser({ format }).parse(text).map(formatStatement);
}

function readWithOxigraph(format: string): OutsideParser {
  return (text) => oxigraph.parse(text, { format }).map(formatOxigraphQuad);
}

async function readWithRdfXmlParser(text: string): Promise<readonly string[]> {
  const parser = new RdfXmlParser();
  parser.end(text);
  const lines: string[] = [];
  for await (const statement of parser) lines.push(formatStatement(statement));
  return lines;
}
