import { writeJsonLd, writeNamedJsonLd } from '../../json-ld/write-json-ld.ts';
import { quoteLexicalForm } from '../../rdf/terms.ts';
import { streamPrefixes, type StreamWriter, type RdfFormat } from './rdf-format.ts';

/** Shortens an IRI of a known vocabulary to a compact IRI (JSON-LD 1.1, section 4.1.5). */
function shortenIri(iri: string): string {
  const match = streamPrefixes.find(
    ([, namespace]) => iri.startsWith(namespace) && !iri.startsWith('//', namespace.length),
  );
  return match === undefined ? iri : `${match[0]}:${iri.slice(match[1].length)}`;
}

/** Writes one document: the prefixes, and the list of nodes. */
function createStreamWriter(): StreamWriter {
  let separator = '\n';
  return {
    begin: `{"@context":{${streamPrefixes.map(([prefix, namespace]) => `"${prefix}":${quoteLexicalForm(namespace)}`).join(',')}},"@graph":[`,
    writeNode: (node) => {
      const text = separator + writeNamedJsonLd(node, shortenIri);
      separator = ',\n';
      return text;
    },
    end: '\n]}\n',
    abortText: '',
  };
}

export const jsonLd: RdfFormat = {
  write: writeJsonLd,
  createStreamWriter,
};
