import { literal, type Iri, type RdfNode, type RdfProperty } from '../../../../lib/rdf/terms.ts';
import type { OntologyClass, OntologyProperty } from '../../import/ontologies/read-ontology.ts';
import { schemaTerms } from '../../import/ontologies/schema-terms.ts';

/**
 * Returns a class of an ontology as RDF Schema, in the form that an import reads.
 * @rule Imports and exports: How is an ontology written into a package, so that any import reads it?
 */
export function toClassNode({
  uri,
  label,
  superClasses,
}: Omit<OntologyClass, 'ancestors'>): RdfNode {
  return describeTerm(uri, schemaTerms.class, label, [[schemaTerms.subClassOf, superClasses]]);
}

/**
 * Returns a property of an ontology as RDF Schema, in the form that an import reads.
 * @rule Imports and exports: How is an ontology written into a package, so that any import reads it?
 */
export function toPropertyNode({
  uri,
  label,
  domains,
  ranges,
  superProperties,
  inverse,
}: Omit<OntologyProperty, 'ancestors'>): RdfNode {
  return describeTerm(uri, schemaTerms.property, label, [
    [schemaTerms.domain, domains],
    [schemaTerms.range, ranges],
    [schemaTerms.subPropertyOf, superProperties],
    [schemaTerms.inverseOf, inverse === null ? [] : [inverse]],
  ]);
}

function describeTerm(
  uri: Iri,
  type: Iri,
  label: string | null,
  references: readonly (readonly [predicate: Iri, uris: readonly Iri[]])[],
): RdfNode {
  const properties: readonly RdfProperty[] = [
    { predicate: schemaTerms.label, values: label === null ? [] : [literal(label)] },
    ...references.map(([predicate, uris]) => ({ predicate, values: uris.map(createReference) })),
  ];
  return {
    kind: 'node',
    id: uri,
    types: [type],
    properties: properties.filter(({ values }) => values.length > 0),
  };
}

const createReference = (uri: Iri): RdfNode => ({
  kind: 'node',
  id: uri,
  types: [],
  properties: [],
});
