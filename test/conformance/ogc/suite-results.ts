import oxigraph from 'oxigraph';

/** The result of one test of the suite. */
export type SuiteResult = {
  /** The class and the method of the test, such as `LandingPage#landingPageRetrieval`. */
  readonly test: string;
  readonly outcome: 'passed' | 'failed' | 'untested' | (string & {});
  /** The reason, if the test did not pass. */
  readonly why: string;
  /** The request, if the test did not pass. Empty if the suite does not report it. */
  readonly request: string;
};

const query = `prefix earl: <http://www.w3.org/ns/earl#>
prefix dct: <http://purl.org/dc/terms/>
prefix cite: <http://cite.opengeospatial.org/>
prefix http: <http://www.w3.org/2011/http#>
select ?test ?outcome ?why ?request
where {
  ?assertion earl:test ?test ; earl:result ?result .
  ?result earl:outcome ?outcome .
  optional { ?result dct:description ?why }
  optional { ?result cite:message / http:requestURI ?request }
}`;

const lastPart = (iri: string): string => iri.slice(iri.lastIndexOf('/') + 1);

/** Reads the results of the suite. @param earl RDF/XML */
export function readSuiteResults(earl: string): readonly SuiteResult[] {
  const store = new oxigraph.Store();
  store.load(earl, { format: 'application/rdf+xml', base_iri: 'http://suite.test/' });
  const rows = store.query(query);
  if (!Array.isArray(rows)) throw new Error('The results cannot be read.');
  return rows.flatMap((row) => {
    if (!(row instanceof Map)) return [];
    const text = (name: string): string => row.get(name)?.value ?? '';
    return [
      {
        test: lastPart(text('test')),
        outcome: text('outcome').split('#')[1] ?? '',
        why: text('why'),
        request: text('request'),
      },
    ];
  });
}
