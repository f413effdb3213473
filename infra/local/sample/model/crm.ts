const CRM = 'http://www.cidoc-crm.org/cidoc-crm/';

/** Class of nodes whose values are written as RDF literals. */
export const LITERAL = 'http://www.w3.org/2000/01/rdf-schema#Literal';

/** Class of nodes whose values are calendar dates. */
export const DATE_TIME = 'http://www.w3.org/2001/XMLSchema#dateTime';

/** The URI of a class or property of CIDOC CRM 6.2, by local name; a whole URI stays as it is. */
export function crm(name: string): string {
  return name.includes('://') ? name : `${CRM}${name}`;
}
