import { pairInversesByName } from './ontology-inverses.ts';
import { readOntologyConfiguration } from './ontology-config.ts';
import { readRdfXml } from '../rdf/rdf-xml.ts';
import type { Triple } from '../rdf/triple.ts';
import { schemaTerms } from './schema-terms.ts';

const classTypes: ReadonlySet<string> = new Set([schemaTerms.class, schemaTerms.owlClass]);
const propertyTypes: ReadonlySet<string> = new Set([
  schemaTerms.property,
  schemaTerms.objectProperty,
  schemaTerms.datatypeProperty,
]);

export type OntologyClass = {
  readonly uri: string;
  readonly label: string | null;
  /** URIs of the classes that it is a direct sub-class of. */
  readonly superClasses: readonly string[];
  /** URIs of all classes above, at any distance. */
  readonly ancestors: readonly string[];
};

export type OntologyProperty = {
  readonly uri: string;
  readonly label: string | null;
  readonly domains: readonly string[];
  readonly ranges: readonly string[];
  readonly inverse: string | null;
  readonly superProperties: readonly string[];
  readonly ancestors: readonly string[];
};

export type Ontology = {
  readonly ontologyId: string;
  readonly name: string;
  readonly version: string;
  readonly namespaces: Readonly<Record<string, string>>;
  /** Sorted by URI, as are the properties. */
  readonly classes: readonly OntologyClass[];
  readonly properties: readonly OntologyProperty[];
};

/** The objects of statements by their subject. */
type Statements = Map<string, Set<string>>;

/**
 * Reads an ontology: an `ontology_config.json` and the RDFS files that it names, read as one. It has all
 * classes and properties that they declare, including those of RDF Schema itself (rdfs:label …), because models
 * use them.
 * @param configurationFile path of the `ontology_config.json`
 * @throws FileFormatError if the configuration or a file of it is unusable
 */
export async function readOntology(configurationFile: string): Promise<Ontology> {
  const { files, ...configuration } = await readOntologyConfiguration(configurationFile);
  const statements = new Map<string, Statements>();
  for (const file of files)
    for await (const triple of readRdfXml(file)) addStatement(triple, statements);
  return { ...configuration, ...collectTerms(statements) };
}

function addStatement(
  { subject, predicate, object }: Triple,
  statements: Map<string, Statements>,
): void {
  const bySubject = statements.get(predicate) ?? new Map<string, Set<string>>();
  const objects = bySubject.get(subject) ?? new Set<string>();
  statements.set(predicate, bySubject.set(subject, objects));
  const isLabelInOtherLanguage =
    object.kind === 'literal' && object.language !== null && !/^en\b/i.test(object.language);
  if (!isLabelInOtherLanguage) objects.add(object.kind === 'literal' ? object.text : object.uri);
}

function collectTerms(
  statements: ReadonlyMap<string, Statements>,
): Pick<Ontology, 'classes' | 'properties'> {
  const objectsOf = (predicate: string, uri: string): readonly string[] => [
    ...(statements.get(predicate)?.get(uri) ?? []),
  ];
  const labelOf = (uri: string) => objectsOf(schemaTerms.label, uri)[0] ?? null;
  const termsOfTypes = (types: ReadonlySet<string>): readonly string[] =>
    [...(statements.get(schemaTerms.type) ?? [])]
      .filter(([, termTypes]) => [...termTypes].some((type) => types.has(type)))
      .map(([uri]) => uri)
      .toSorted();
  const propertyUris = termsOfTypes(propertyTypes);
  const inverses = findInverses(statements.get(schemaTerms.inverseOf), propertyUris);
  return {
    classes: termsOfTypes(classTypes).map((uri) => ({
      uri,
      label: labelOf(uri),
      superClasses: objectsOf(schemaTerms.subClassOf, uri),
      ancestors: transitiveClosure(uri, (below) => objectsOf(schemaTerms.subClassOf, below)),
    })),
    properties: propertyUris.map((uri) => ({
      uri,
      label: labelOf(uri),
      domains: objectsOf(schemaTerms.domain, uri),
      ranges: objectsOf(schemaTerms.range, uri),
      inverse: inverses.get(uri) ?? null,
      superProperties: objectsOf(schemaTerms.subPropertyOf, uri),
      ancestors: transitiveClosure(uri, (below) => objectsOf(schemaTerms.subPropertyOf, below)),
    })),
  };
}

/** Finds inverses by owl:inverseOf, in both directions, otherwise by the names of the properties. */
function findInverses(
  stated: Statements | undefined,
  propertyUris: readonly string[],
): ReadonlyMap<string, string> {
  const pairs = [...(stated ?? [])].flatMap(([uri, inverseUris]) =>
    [...inverseUris].map((inverseUri) => [uri, inverseUri] as const),
  );
  return new Map([
    ...pairInversesByName(propertyUris),
    ...pairs.map(([uri, other]) => [other, uri] as const),
    ...pairs,
  ]);
}

function transitiveClosure(
  uri: string,
  above: (uri: string) => readonly string[],
): readonly string[] {
  const reached = new Set<string>();
  const queue = [...above(uri)];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (next === uri || reached.has(next)) continue;
    reached.add(next);
    queue.push(...above(next));
  }
  return [...reached];
}
