import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readRecords } from '../../../../infra/cli/import/json-records.ts';
import { indexModel, type Models } from '../../../../infra/cli/import/model-index.ts';
import { findPackageFiles, type PackageFiles } from '../../../../infra/cli/import/package-files.ts';
import { readRelationsFile, type RelationFile } from '../../../../infra/cli/import/relations.ts';
import { readRecord, type ResourceRecord } from '../../../../infra/cli/import/resource-record.ts';
import { readSkosFile } from '../../../../infra/cli/import/skos.ts';
import type { Thesaurus } from '../../../../infra/cli/import/thesaurus.ts';
import {
  buildSamplePackage,
  writeSamplePackage,
} from '../../../../infra/local/sample/sample-package.ts';
import { compileGraph, type CompiledGraph } from '../../../../lib/model/graph/compile.ts';
import { readGraphDocument } from '../../../../lib/model/graph/read.ts';
import type { Problem } from '../../../../lib/model/problem.ts';

/** The sample package as the importer reads it. */
export type SampleReading = {
  readonly packageFiles: PackageFiles;
  readonly graphs: readonly CompiledGraph[];
  readonly models: Models;
  readonly thesaurus: Thesaurus;
  readonly records: readonly ResourceRecord[];
  readonly relations: RelationFile;
  /** What the readers found wrong. */
  readonly problems: readonly Problem[];
};

/** Writes the sample into a temporary folder and reads it back with the parts of the importer. */
export async function readSample(): Promise<SampleReading> {
  const directory = await mkdtemp(join(tmpdir(), 'sample-'));
  try {
    await writeSamplePackage(directory);
    const packageFiles = await findPackageFiles(directory);
    const graphReadings = textsBelow('graphs/').map((text) => readGraphDocument(JSON.parse(text)));
    const graphs = graphReadings.flatMap((reading) => reading.graphs).map(compileGraph);
    const thesaurus = await readThesaurus(directory);
    const records = await readBusinessData(directory);
    const relations = await readRelationsFile(
      join(directory, 'business_data/relations/heritage-places.relations'),
    );
    return {
      packageFiles,
      graphs,
      models: new Map(graphs.map((graph) => [graph.graphId, indexModel(graph)])),
      thesaurus,
      records: records.flatMap((reading) => (reading.ok ? [reading.record] : [])),
      relations,
      problems: [
        ...graphReadings.flatMap((reading) => reading.problems),
        ...thesaurus.problems,
        ...records.flatMap((reading) => (reading.ok ? [] : reading.problems)),
        ...relations.problems,
      ],
    };
  } finally {
    await rm(directory, { recursive: true });
  }
}

function pathsBelow(folder: string): readonly string[] {
  return [...buildSamplePackage().files.keys()].filter((path) => path.startsWith(folder));
}

function textsBelow(folder: string): readonly string[] {
  const { files } = buildSamplePackage();
  return [...files].filter(([path]) => path.startsWith(folder)).map(([, text]) => text);
}

async function readThesaurus(directory: string): Promise<Thesaurus> {
  const files = pathsBelow('reference_data/').map((path) => readSkosFile(join(directory, path)));
  const parts = await Promise.all(files);
  return {
    concepts: parts.flatMap(({ concepts }) => concepts),
    values: parts.flatMap(({ values }) => values),
    relations: parts.flatMap(({ relations }) => relations),
    problems: parts.flatMap(({ problems }) => problems),
  };
}

async function readBusinessData(directory: string): Promise<ReturnType<typeof readRecord>[]> {
  const readings = [];
  for (const path of pathsBelow('business_data/').filter((name) => name.endsWith('.json'))) {
    for await (const { text, pointer } of readRecords(join(directory, path))) {
      readings.push(readRecord(text, pointer));
    }
  }
  return readings;
}
