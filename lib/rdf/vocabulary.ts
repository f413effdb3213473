/** The namespaces of the vocabularies in use, by their usual prefixes. */
export const namespaces = {
  crm: 'http://www.cidoc-crm.org/cidoc-crm/',
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  geo: 'http://www.opengis.net/ont/geosparql#',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  dc: 'http://purl.org/dc/elements/1.1/',
  dcterms: 'http://purl.org/dc/terms/',
  edtf: 'http://id.loc.gov/datatypes/edtf/',
  aat: 'http://vocab.getty.edu/aat/',
  ldp: 'http://www.w3.org/ns/ldp#',
} as const;

export const rdf = {
  type: `${namespaces.rdf}type`,
  value: `${namespaces.rdf}value`,
  /** The datatype of JSON literals (JSON-LD 1.1, section 10.2). */
  json: `${namespaces.rdf}JSON`,
} as const;

export const rdfs = { label: `${namespaces.rdfs}label` } as const;

export const xsd = {
  string: `${namespaces.xsd}string`,
  boolean: `${namespaces.xsd}boolean`,
  integer: `${namespaces.xsd}integer`,
  decimal: `${namespaces.xsd}decimal`,
  double: `${namespaces.xsd}double`,
  dateTime: `${namespaces.xsd}dateTime`,
  date: `${namespaces.xsd}date`,
  gYearMonth: `${namespaces.xsd}gYearMonth`,
  gYear: `${namespaces.xsd}gYear`,
  anyURI: `${namespaces.xsd}anyURI`,
} as const;

/** GeoSPARQL 1.1 (OGC 22-047). */
export const geosparql = {
  asWkt: `${namespaces.geo}asWKT`,
  asGeoJson: `${namespaces.geo}asGeoJSON`,
  wktLiteral: `${namespaces.geo}wktLiteral`,
  geoJsonLiteral: `${namespaces.geo}geoJSONLiteral`,
} as const;
