import { namespaces } from '../../rdf/vocabulary.ts';

const { rdf, rdfs, xsd, skos, dcterms } = namespaces;

/**
 * The prefixes of a document that is written as its nodes come: what they name is not known at its beginning, so it declares these,
 * and writes other IRIs whole.
 */
export const graphPrefixes: readonly (readonly [prefix: string, namespace: string])[] =
  Object.entries({ rdf, rdfs, xsd, skos, dcterms });
