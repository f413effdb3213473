import { readFile } from 'node:fs/promises';

import { readRecordTexts } from '../../../../infra/cli/import/resources/read-record-texts.ts';
import {
  findPackageFiles,
  type PackageFiles,
} from '../../../../infra/cli/import/package/find-package-files.ts';
import {
  readRelationsFile,
  type Relation,
} from '../../../../infra/cli/import/relations/read-relations.ts';
import {
  parseRecordText,
  type RecordResult,
  type ResourceRecord,
  type TileRow,
} from '../../../../lib/model/resources/resource-record.ts';
import { readSkosFile } from '../../../../infra/cli/import/concepts/read-skos.ts';
import type { Thesaurus } from '../../../../infra/cli/import/concepts/thesaurus.ts';
import { samplePackageFolder } from '../../../../infra/local/sample/paths.ts';
import {
  compileGraph,
  type CompiledGraph,
} from '../../../../infra/cli/import/graphs/compile-graph.ts';
import type { CompiledNode } from '../../../../lib/model/graphs/compiled-graph.ts';
import { readGraphDocument } from '../../../../infra/cli/import/graphs/read-graphs.ts';
import type { Problem } from '../../../../lib/model/problem.ts';

/** The sample package, as read by the functions of the import. */
export type SampleReading = {
  readonly packageFiles: PackageFiles;
  readonly graphs: readonly CompiledGraph[];
  readonly thesaurus: Omit<Thesaurus, 'problems'>;
  readonly records: readonly ResourceRecord[];
  readonly relations: readonly Relation[];
  /** The problems that the functions found. */
  readonly problems: readonly Problem[];
};

/** A value of a node in a tile. */
export type NodeValue = {
  readonly node: CompiledNode;
  readonly tile: TileRow;
  readonly value: unknown;
};

/** Reads the sample with the functions of the import. */
export async function readSample(): Promise<SampleReading> {
  return readPackage(await findPackageFiles(samplePackageFolder));
}

/** Every value of the nodes of a datatype, without nulls. */
export function valuesOf(
  { graphs, records }: SampleReading,
  datatype: string,
): readonly NodeValue[] {
  const nodes = new Map(
    graphs.flatMap((graph) => graph.nodes).map((node) => [node.nodeId as string, node]),
  );
  return records
    .flatMap(({ tiles }) => tiles)
    .flatMap((tile) =>
      Object.entries(tile.data).flatMap(([nodeId, value]) => {
        const node = nodes.get(nodeId);
        return node?.datatype === datatype && value !== null ? [{ node, tile, value }] : [];
      }),
    );
}

async function readPackage(packageFiles: PackageFiles): Promise<SampleReading> {
  const graphs = await Promise.all(
    packageFiles.graphs.map(async (file) =>
      readGraphDocument(JSON.parse(await readFile(file, 'utf8'))),
    ),
  );
  const thesauri = await Promise.all(packageFiles.concepts.map(readSkosFile));
  const resources = (await Promise.all(packageFiles.resources.map(readBusinessData))).flat();
  const relations = await Promise.all(
    packageFiles.relations.map((file) => readRelationsFile(file)),
  );
  return {
    packageFiles,
    graphs: graphs.flatMap((reading) => reading.graphs).map(compileGraph),
    thesaurus: {
      concepts: thesauri.flatMap(({ concepts }) => concepts),
      values: thesauri.flatMap(({ values }) => values),
      relations: thesauri.flatMap((thesaurus) => thesaurus.relations),
    },
    records: resources.flatMap((reading) => (reading.ok ? [reading.record] : [])),
    relations: relations.flatMap((reading) => reading.relations),
    problems: [
      ...[...graphs, ...thesauri, ...relations].flatMap(({ problems }) => problems),
      ...resources.flatMap((reading) => (reading.ok ? [] : reading.problems)),
    ],
  };
}

async function readBusinessData(file: string): Promise<readonly RecordResult[]> {
  const readings: RecordResult[] = [];
  for await (const { text, pointer } of readRecordTexts(file))
    readings.push(parseRecordText(text, pointer));
  return readings;
}
