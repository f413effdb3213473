import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { actors } from './actors/all-actors.ts';
import { events } from './events/events.ts';
import type { ModelDefinition } from './model/definition.ts';
import { eventOrActivity } from './model/event-or-activity.ts';
import { graphJson } from './model/graph-json.ts';
import { heritagePlace } from './model/heritage-place.ts';
import { personOrOrganisation } from './model/person-or-organisation.ts';
import { places } from './places/all-places.ts';
import { actorRecord } from './records/actor-record.ts';
import { eventRecord } from './records/event-record.ts';
import { placeRecord } from './records/place-record.ts';
import { relationsCsv } from './records/relations-csv.ts';
import type { SampleResource } from './records/resource-record.ts';
import { relations } from './relations.ts';
import { collections } from './thesaurus/collections.ts';
import { schemes } from './thesaurus/concept-index.ts';
import { collectionsXml, schemeXml } from './thesaurus/skos.ts';

/** The files of the sample: path below the package folder, and text. */
export type SamplePackage = { readonly files: ReadonlyMap<string, string> };

/**
 * Builds the sample data as a package folder that `hds import package` reads: models, thesaurus,
 * resource instances and relations. Every build gives the same bytes.
 * @throws UnknownSampleKey where one source file names what no other defines
 */
export function buildSamplePackage(): SamplePackage {
  const files = new Map([
    ...[heritagePlace, personOrOrganisation, eventOrActivity].map(modelFile),
    ...schemes.map(
      (scheme) => [`reference_data/concepts/${scheme.key}.xml`, schemeXml(scheme)] as const,
    ),
    ['reference_data/collections/collections.xml', collectionsXml(collections)],
    businessDataFile(personOrOrganisation, actors.map(actorRecord)),
    businessDataFile(heritagePlace, places.map(placeRecord)),
    businessDataFile(eventOrActivity, events.map(eventRecord)),
    ['business_data/relations/heritage-places.relations', relationsCsv(relations)],
  ]);
  return { files };
}

/**
 * Writes the sample package into a folder, which is made where it is missing.
 * @throws UnknownSampleKey; the errors of the file system where the folder cannot be written
 */
export async function writeSamplePackage(directory: string): Promise<void> {
  for (const [path, text] of buildSamplePackage().files) {
    const file = join(directory, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

function modelFile(model: ModelDefinition): readonly [string, string] {
  const document = { graph: [graphJson(model)], metadata: {} };
  return [`graphs/resource_models/${model.slug}.json`, jsonText(document)];
}

function businessDataFile(
  { slug }: ModelDefinition,
  resources: readonly SampleResource[],
): readonly [string, string] {
  return [`business_data/${slug}.json`, jsonText({ business_data: { resources } })];
}

function jsonText(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
