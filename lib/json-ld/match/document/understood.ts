import type { Iri } from '../../../rdf/terms.ts';
import { rdfs, rdf, geosparql, namespaces } from '../../../rdf/vocabulary.ts';

const { skos, dc, dcterms, crm } = namespaces;

const label = [rdfs.label];
const concept = [...label, `${skos}exactMatch`];
const geometry = [geosparql.asWkt, geosparql.asGeoJson];
const file = [...label, `${dc}format`, `${dcterms}modified`, `${crm}P43_has_dimension`];

/** By datatype, what its linked values say of themselves. */
const byDatatype: ReadonlyMap<string, ReadonlySet<Iri>> = new Map(
  Object.entries({
    concept,
    'concept-list': concept,
    'resource-instance': label,
    'resource-instance-list': label,
    url: label,
    reference: label,
    'file-list': file,
    'geojson-feature-collection': geometry,
  }).map(([datatype, predicates]) => [datatype, new Set(predicates)]),
);

/** Whether a predicate of a thing that stands for a value is a part of the value, and not of something that hangs in it. */
export function isPartOfValue(predicate: Iri, datatype: string): boolean {
  return predicate === rdf.value || byDatatype.get(datatype)?.has(predicate) === true;
}
