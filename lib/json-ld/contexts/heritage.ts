import { namespaces } from '../../rdf/vocabulary.ts';

/** The context of this service: the prefixes of the vocabularies of heritage data, and short names for common keywords and properties. */
export const heritageContext = {
  '@version': 1.1,
  ...namespaces,
  owl: 'http://www.w3.org/2002/07/owl#',
  foaf: 'http://xmlns.com/foaf/0.1/',
  schema: 'http://schema.org/',
  prov: 'http://www.w3.org/ns/prov#',
  la: 'https://linked.art/ns/terms/',
  ulan: 'http://vocab.getty.edu/ulan/',
  tgn: 'http://vocab.getty.edu/tgn/',
  id: '@id',
  type: '@type',
  label: 'rdfs:label',
  value: 'rdf:value',
};
