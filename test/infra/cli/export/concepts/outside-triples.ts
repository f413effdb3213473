import type * as RDF from '@rdfjs/types';
import oxigraph from 'oxigraph';

import type { RdfFormatName } from '../../../../../lib/rdf/formats.ts';

/** For each format its media type in oxigraph and its file extension. */
export const outsideFormats: Readonly<
  Record<RdfFormatName, { readonly mediaType: string; readonly extension: string }>
> = {
  xml: { mediaType: 'application/rdf+xml', extension: 'rdf' },
  turtle: { mediaType: 'text/turtle', extension: 'ttl' },
  'json-ld': { mediaType: 'application/ld+json', extension: 'jsonld' },
  'n-triples': { mediaType: 'application/n-triples', extension: 'nt' },
};

const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';

/**
 * The triples of a document as oxigraph parses them, as sorted lines. A list replaces its first node, so that no
 * line contains the name of a blank node.
 */
export function outsideTriples(text: string, format: RdfFormatName): readonly string[] {
  const quads = oxigraph.parse(text, { format: outsideFormats[format].mediaType });
  const first = objectsOf(quads, `${rdf}first`);
  const rest = objectsOf(quads, `${rdf}rest`);
  const name = (term: RDF.Term): string => {
    if (term.termType === 'NamedNode') return `<${term.value}>`;
    if (term.termType === 'Literal') {
      const { value, language, datatype } = term;
      return `${JSON.stringify(value)}${language === '' ? `^^<${datatype.value}>` : `@${language}`}`;
    }
    const item = first.get(term.value);
    const next = rest.get(term.value);
    if (item === undefined || next === undefined) return 'a blank node';
    return `(${name(item)} ${name(next)})`;
  };
  const lines = quads
    .filter(({ predicate }) => ![`${rdf}first`, `${rdf}rest`].includes(predicate.value))
    .map((quad) => `${name(quad.subject)} <${quad.predicate.value}> ${name(quad.object)}`);
  return [...new Set(lines)].toSorted();
}

function objectsOf(quads: readonly RDF.Quad[], predicate: string): ReadonlyMap<string, RDF.Term> {
  return new Map(
    quads
      .filter((quad) => quad.predicate.value === predicate)
      .map((quad) => [quad.subject.value, quad.object]),
  );
}

/** Converts Turtle into another format with oxigraph. */
export function converted(turtle: string, format: RdfFormatName): string {
  const store = new oxigraph.Store();
  store.load(turtle, { format: 'text/turtle' });
  return store.dump({
    format: outsideFormats[format].mediaType,
    from_graph_name: oxigraph.defaultGraph(),
  });
}
