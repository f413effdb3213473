import { pairInversesByName } from './ontology-inverses.ts';
import { readOntologyConfiguration } from './ontology-config.ts';
import type { ImportProblem } from '../import-problems.ts';
import { encodeIris, warnOfEncodedIris } from '../rdf/encode-iris.ts';
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
  /** The URIs of its direct superclasses. */
  readonly superClasses: readonly string[];
  /** The URIs of all superclasses, direct and indirect. */
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
  /** The classes, sorted by URI. */
  readonly classes: readonly OntologyClass[];
  /** The properties, sorted by URI. */
  readonly properties: readonly OntologyProperty[];
};

/** An ontology, and the problems of reading it. */
export type ReadOntology = Ontology & { readonly problems: readonly ImportProblem[] };

/** The objects of the statements with one property, by subject. */
type ObjectsBySubject = Map<string, Set<string>>;

/**
 * Reads an ontology from an `ontology_config.json` and the RDFS files that it names. The ontology contains all classes and properties that
 * the files declare, including those of RDF Schema itself (such as rdfs:label), because models use them.
 * @param configurationPath the path of the `ontology_config.json`
 * @throws FileFormatError if the configuration or one of its files cannot be read
 */
export async function readOntology(configurationPath: string): Promise<ReadOntology> {
  const { files, ...configuration } = await readOntologyConfiguration(configurationPath);
  const statements = new Map<string, ObjectsBySubject>();
  const encodedIris = new Set<string>();
  for (const file of files) {
    const triples = encodeIris(readRdfXml(file), (iri) => encodedIris.add(iri));
    for await (const triple of triples) addStatement(triple, statements);
  }
  return {
    ...configuration,
    ...collectTerms(statements),
    problems: warnOfEncodedIris(encodedIris),
  };
}

function addStatement(
  { subject, predicate, object }: Triple,
  statements: Map<string, ObjectsBySubject>,
): void {
  const bySubject = statements.get(predicate) ?? new Map<string, Set<string>>();
  const objects = bySubject.get(subject) ?? new Set<string>();
  statements.set(predicate, bySubject.set(subject, objects));
  const isInOtherLanguage =
    object.kind === 'literal' && object.language !== null && !/^en\b/i.test(object.language);
  if (!isInOtherLanguage) objects.add(object.kind === 'literal' ? object.text : object.uri);
}

function collectTerms(
  statements: ReadonlyMap<string, ObjectsBySubject>,
): Pick<Ontology, 'classes' | 'properties'> {
  const listObjects = (predicate: string, uri: string): readonly string[] => [
    ...(statements.get(predicate)?.get(uri) ?? []),
  ];
  const findLabel = (uri: string) => listObjects(schemaTerms.label, uri)[0] ?? null;
  const listTerms = (types: ReadonlySet<string>): readonly string[] =>
    [...(statements.get(schemaTerms.type) ?? [])]
      .filter(([, termTypes]) => [...termTypes].some((type) => types.has(type)))
      .map(([uri]) => uri)
      .toSorted();
  const propertyUris = listTerms(propertyTypes);
  const inverses = findInverses(statements.get(schemaTerms.inverseOf), propertyUris);
  return {
    classes: listTerms(classTypes).map((uri) => ({
      uri,
      label: findLabel(uri),
      superClasses: listObjects(schemaTerms.subClassOf, uri),
      ancestors: findAncestors(uri, (child) => listObjects(schemaTerms.subClassOf, child)),
    })),
    properties: propertyUris.map((uri) => ({
      uri,
      label: findLabel(uri),
      domains: listObjects(schemaTerms.domain, uri),
      ranges: listObjects(schemaTerms.range, uri),
      inverse: inverses.get(uri) ?? null,
      superProperties: listObjects(schemaTerms.subPropertyOf, uri),
      ancestors: findAncestors(uri, (child) => listObjects(schemaTerms.subPropertyOf, child)),
    })),
  };
}

/** Finds the inverses of properties: by owl:inverseOf in both directions, or else by their names. */
function findInverses(
  statedInverses: ObjectsBySubject | undefined,
  propertyUris: readonly string[],
): ReadonlyMap<string, string> {
  const pairs = [...(statedInverses ?? [])].flatMap(([uri, inverseUris]) =>
    [...inverseUris].map((inverseUri) => [uri, inverseUri] as const),
  );
  return new Map([
    ...pairInversesByName(propertyUris),
    ...pairs.map(([uri, inverseUri]) => [inverseUri, uri] as const),
    ...pairs,
  ]);
}

function findAncestors(
  uri: string,
  listParents: (uri: string) => readonly string[],
): readonly string[] {
  const ancestors = new Set<string>();
  const queue = [...listParents(uri)];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (next === uri || ancestors.has(next)) continue;
    ancestors.add(next);
    queue.push(...listParents(next));
  }
  return [...ancestors];
}
