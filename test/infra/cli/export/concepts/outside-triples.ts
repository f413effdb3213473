import type * as RDF from '@rdfjs/types';
import oxigraph from 'oxigraph';

import type { RdfFormatName } from '../../../../../lib/rdf/formats.ts';

/** The media type that oxigraph uses for each format, and the file extension. */
export const oxigraphFormats: Readonly<
  Record<RdfFormatName, { readonly mediaType: string; readonly extension: string }>
> = {
  xml: { mediaType: 'application/rdf+xml', extension: 'rdf' },
  turtle: { mediaType: 'text/turtle', extension: 'ttl' },
  'json-ld': { mediaType: 'application/ld+json', extension: 'jsonld' },
  'n-triples': { mediaType: 'application/n-triples', extension: 'nt' },
};

const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';

/**
 * The triples of a document as oxigraph parses them, as sorted lines. A list is written in the place of its
 * first node, so that no line contains the name of a blank node.
 */
export function parseTriples(text: string, format: RdfFormatName): readonly string[] {
  const quads = oxigraph.parse(text, { format: oxigraphFormats[format].mediaType });
  const firstItems = findObjects(quads, `${rdf}first`);
  const restOfLists = findObjects(quads, `${rdf}rest`);
  const toText = (term: RDF.Term): string => {
    if (term.termType === 'NamedNode') return `<${term.value}>`;
    if (term.termType === 'Literal') {
      const { value, language, datatype } = term;
      return `${JSON.stringify(value)}${language === '' ? `^^<${datatype.value}>` : `@${language}`}`;
    }
    const item = firstItems.get(term.value);
    const next = restOfLists.get(term.value);
    if (item === undefined || next === undefined) return 'a blank node';
    return `(${toText(item)} ${toText(next)})`;
  };
  const lines = quads
    .filter(({ predicate }) => ![`${rdf}first`, `${rdf}rest`].includes(predicate.value))
    .map((quad) => `${toText(quad.subject)} <${quad.predicate.value}> ${toText(quad.object)}`);
  return [...new Set(lines)].toSorted();
}

function findObjects(quads: readonly RDF.Quad[], predicate: string): ReadonlyMap<string, RDF.Term> {
  return new Map(
    quads
      .filter((quad) => quad.predicate.value === predicate)
      .map((quad) => [quad.subject.value, quad.object]),
  );
}

/** Converts Turtle into another format with oxigraph. */
export function convertTurtle(turtle: string, format: RdfFormatName): string {
  const store = new oxigraph.Store();
  store.load(turtle, { format: 'text/turtle' });
  return store.dump({
    format: oxigraphFormats[format].mediaType,
    from_graph_name: oxigraph.defaultGraph(),
  });
}
