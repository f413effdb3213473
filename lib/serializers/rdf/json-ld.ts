import { writeJsonLd, writeNamedJsonLd } from '../../json-ld/write-json-ld.ts';
import { quoteLexicalForm } from '../../rdf/terms.ts';
import { graphPrefixes, type GraphWriter, type RdfFormat } from './rdf-format.ts';

/** A term of a vocabulary with its prefix (JSON-LD 1.1, section 4.1.5: compact IRIs), any other IRI as it is. */
function shortened(iri: string): string {
  const found = graphPrefixes.find(
    ([, namespace]) => iri.startsWith(namespace) && !iri.startsWith('//', namespace.length),
  );
  return found === undefined ? iri : `${found[0]}:${iri.slice(found[1].length)}`;
}

/** One document: the prefixes, and the nodes in a list. */
function graphWriter(): GraphWriter {
  let separator = '\n';
  return {
    begin: `{"@context":{${graphPrefixes.map(([prefix, namespace]) => `"${prefix}":${quoteLexicalForm(namespace)}`).join(',')}},"@graph":[`,
    subject: (node) => {
      const text = separator + writeNamedJsonLd(node, shortened);
      separator = ',\n';
      return text;
    },
    end: '\n]}\n',
    abortText: '',
  };
}

/** JSON-LD 1.1. */
export const jsonLd: RdfFormat = {
  write: writeJsonLd,
  graphWriter,
};
