const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const RDFS = 'http://www.w3.org/2000/01/rdf-schema#';
const OWL = 'http://www.w3.org/2002/07/owl#';

/** The terms of RDF Schema and OWL in the files of ontologies. */
export const schemaTerms = {
  type: `${RDF}type`,
  label: `${RDFS}label`,
  class: `${RDFS}Class`,
  owlClass: `${OWL}Class`,
  property: `${RDF}Property`,
  objectProperty: `${OWL}ObjectProperty`,
  datatypeProperty: `${OWL}DatatypeProperty`,
  subClassOf: `${RDFS}subClassOf`,
  subPropertyOf: `${RDFS}subPropertyOf`,
  domain: `${RDFS}domain`,
  range: `${RDFS}range`,
  inverseOf: `${OWL}inverseOf`,
} as const;
