import * as z from 'zod';

import { pairInversesByName } from '../ontologies/ontology-inverses.ts';
import type { OntologyClass, ReadOntology } from '../ontologies/read-ontology.ts';
import { createIriEncoder, warnOfEncodedIris } from '../rdf/encode-iris.ts';
import type { Source, SourceRow } from './source.ts';

const namespacesSchema = z.record(z.string(), z.string()).catch({});

/** The properties that a class may have. A document of another shape counts as one without properties. */
const targetSchema = z
  .object({
    down: z.array(
      z.object({ ontology_property: z.string(), ontology_classes: z.array(z.string()) }),
    ),
  })
  .catch({ down: [] });

/**
 * Reads the ontologies of an Arches database, each with the terms of its extensions. The tables have neither labels nor superclasses: for
 * each class they list all properties that it may have, and all classes to which these may lead. So domains and ranges are complete
 * lists, and no class has ancestors.
 */
export async function readSourceOntologies(source: Source): Promise<readonly ReadOntology[]> {
  const ontologies = await source.read(`select
  o.ontologyid, o.name, o.version, coalesce(o.namespaces, '{}')::text as namespaces
from ontologies o
where o.parentontologyid is null
order by o.ontologyid`);
  return Promise.all(
    ontologies.map(async ({ ontologyid, name, version, namespaces }) => ({
      ontologyId: ontologyid ?? '',
      name: name ?? '',
      version: version ?? '',
      namespaces: namespacesSchema.parse(JSON.parse(namespaces ?? '{}')),
      ...readSourceTerms(await readRows(source, ontologyid ?? '')),
    })),
  );
}

async function readRows(source: Source, ontologyId: string): Promise<readonly SourceRow[]> {
  return source.read(
    `select c.source, coalesce(c.target, '{}')::text as target
from ontologyclasses c
join ontologies o on o.ontologyid = c.ontologyid
where $1::uuid in (o.ontologyid, o.parentontologyid)`,
    [ontologyId],
  );
}

/** Reads the terms of an ontology from its rows: classes (`source`) with their properties (`target`). */
export function readSourceTerms(
  rows: readonly SourceRow[],
): Pick<ReadOntology, 'classes' | 'properties' | 'problems'> {
  const encodedIris = new Set<string>();
  const encode = createIriEncoder((iri) => encodedIris.add(iri));
  const classes = new Set<string>();
  const domains = new Map<string, Set<string>>();
  const ranges = new Map<string, Set<string>>();
  for (const { source, target } of rows) {
    if (source == null) continue;
    const uri = encode(source);
    classes.add(uri);
    for (const property of targetSchema.parse(JSON.parse(target ?? '{}')).down) {
      const propertyUri = encode(property.ontology_property);
      addAll(domains, propertyUri, [uri]);
      addAll(ranges, propertyUri, property.ontology_classes.map(encode));
    }
  }
  const propertyUris = [...domains.keys()].toSorted();
  const inverses = pairInversesByName(propertyUris);
  return {
    classes: [...classes].toSorted().map(toClass),
    properties: propertyUris.map((uri) => ({
      uri,
      label: null,
      domains: toSortedList(domains.get(uri)),
      ranges: toSortedList(ranges.get(uri)),
      inverse: inverses.get(uri) ?? null,
      superProperties: [],
      ancestors: [],
    })),
    problems: warnOfEncodedIris(encodedIris),
  };
}

function addAll(sets: Map<string, Set<string>>, key: string, items: readonly string[]): void {
  const set = sets.get(key) ?? new Set();
  for (const item of items) set.add(item);
  sets.set(key, set);
}

function toClass(uri: string): OntologyClass {
  return { uri, label: null, superClasses: [], ancestors: [] };
}

function toSortedList(items: ReadonlySet<string> = new Set()): readonly string[] {
  return [...items].toSorted();
}
