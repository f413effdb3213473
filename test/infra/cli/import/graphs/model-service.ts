import { refreshImportedNames } from '../../../../../infra/cli/import/refresh-imported-names.ts';
import { importGraphs } from '../../../../../infra/cli/import/graphs/import-graphs.ts';
import type { LeftoverOptions } from '../../../../../infra/cli/import/graphs/resolve-leftovers.ts';
import {
  openImportReport,
  type ImportReport,
} from '../../../../../infra/cli/import/import-report.ts';
import {
  denyNodegroupsToGroup,
  setGroupDefaults,
} from '../../../../../infra/cli/accounts/queries/groups.ts';
import {
  geojsonPaths,
  layerPaths,
  listPaths,
  readEach,
  resourcePaths,
} from '../../../../functions/every-answer.ts';
import { toGraphFile, type ModelVersion } from '../../../../support/model-versions.ts';
import { takeInTurn, takeSample } from '../../../../support/random/take-sample.ts';
import { queryColumn, openSampleService } from '../../../../support/sample.ts';
import type { TestService } from '../../../../support/service.ts';
import { withJsonFile } from '../../../../support/temporary-file.ts';

const readOnly = { read: true, write: false, delete: false };

/** The groups that stand for the public: Guest over HTTP, Spatial View Reader in the spatial views. */
const publicGroups = ['Guest', 'Spatial View Reader'];

/** Opens a service with the sample, which the public may read over HTTP and in the spatial views. */
export async function openModelService(): Promise<TestService> {
  const service = await openSampleService();
  for (const group of publicGroups)
    await service.stack.dataApi.write(setGroupDefaults(group, readOnly));
  return service;
}

/** Denies the public all access to nodegroups. */
export async function denyNodegroupsToPublic(
  { stack }: TestService,
  nodegroups: readonly string[],
): Promise<void> {
  for (const group of publicGroups)
    await stack.dataApi.write(denyNodegroupsToGroup(group, nodegroups));
}

/** Imports a version of a model and updates the names. @returns the code and message of each problem */
export async function importVersion(
  { importContext }: TestService,
  version: ModelVersion,
  options: Partial<LeftoverOptions> = {},
): Promise<readonly string[]> {
  const problems: string[] = [];
  const add: ImportReport['add'] = (_file, found) => {
    problems.push(...found.map(({ code, message }) => `${code}: ${message}`));
  };
  const context = { ...importContext, report: { ...openImportReport(), add } };
  await withJsonFile(toGraphFile(version), (file) =>
    importGraphs([file], context, { movesTiles: false, removesObsolete: false, ...options }),
  );
  await refreshImportedNames(context);
  return problems;
}

/** The codes of the problems. */
export function codesOf(problems: readonly string[]): readonly string[] {
  return problems.map((problem) => problem.split(':')[0] ?? '');
}

/** Reads the rows of the views of the sample's spatial view, without the gid. */
export async function readViewRows({ stack }: TestService): Promise<readonly string[]> {
  const kinds = ['point', 'linestring', 'polygon'];
  const rows: string[] = [];
  for (const kind of kinds) {
    const text = `select (to_jsonb(v) - 'gid')::text from public.sample_places_${kind} v order by 1`;
    const rowsOfView = await stack.owner.read({ text, parameters: [] });
    rows.push(...rowsOfView.map(([row]) => String(row)));
  }
  return rows;
}

/** Reads the rows that are derived from tiles and models, by table, without the ids that every import generates anew. */
export async function readDerivedRows(
  service: TestService,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const readRows = (query: string) =>
    queryColumn(service, `select v.row::text from (${query}) v (row) order by 1`);
  return {
    feature: await readRows(`select to_jsonb(f) - 'gid' from feature f`),
    relation: await readRows('select to_jsonb(r) from resource_relation r'),
    descriptors: await readRows(
      'select jsonb_build_array(r.resource_id, r.descriptors, r.descriptor_basis) from resource r',
    ),
    source: await readRows('select to_jsonb(s) from name_source s'),
    rights: await readRows(`select to_jsonb(r) - 'rights_id' from rights r`),
    view: await readViewRows(service),
  };
}

/** Reads a hash of each row that stores a part of a model, by table. */
export async function readModelRows(
  service: TestService,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const readRows = (query: string) =>
    queryColumn(service, `select md5(v.row::text) from (${query}) v (row) order by 1`);
  return {
    graph: await readRows('select to_jsonb(g) from graph g'),
    nodegroup: await readRows('select to_jsonb(n) from nodegroup n'),
    node: await readRows('select to_jsonb(n) from node n'),
    card: await readRows('select to_jsonb(c) from card c'),
    document: await readRows(
      'select to_jsonb(p.document) from graph g join publication p on p.publication_id = g.publication_id',
    ),
  };
}

let turn = 0;

/**
 * Reads the public answers of every operation that shows values, for a sample of the resource instances of all models. Each call takes its
 * turn of the parameters, coordinate systems and resource instances.
 */
export async function readPublicAnswers(service: TestService) {
  const resources = await queryColumn(
    service,
    'select resource_id::text from resource order by graph_id, resource_id',
  );
  turn += 1;
  return readEach(service, [
    ...takeInTurn(await listPaths(service), turn, 4),
    ...takeInTurn(await geojsonPaths(service), turn, 3),
    ...takeInTurn(await layerPaths(service), turn, 6),
    ...resourcePaths(takeInTurn(takeSample(resources, 20), turn, 4)),
  ]);
}
