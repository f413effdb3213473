import { runQuery } from '../../../../lib/data-api/query.ts';
import type { QuadSource } from '../../../../lib/exports/quad-chunk.ts';
import type { TableSource } from '../../../../lib/exports/read-table-rows.ts';
import { datatypeOf } from '../../../../lib/model/datatypes/registry.ts';
import {
  listTileNodegroups,
  nameNodegroup,
  planRecordTable,
  planTileTable,
  type TableOptions,
} from '../../../../lib/model/tables/plan-tables.ts';
import type { Table } from '../../../../lib/model/tables/table-column.ts';
import type { TableModel, TableNodegroup } from '../../../../lib/model/tables/table-model.ts';
import { findTableModel } from '../../../../lib/queries/tables/table-model.ts';
import { CommandError } from '../../command-error.ts';
import { listLanguages } from '../../import/graphs/queries/models.ts';
import { describeChoices } from '../../text.ts';
import { graphNotFoundError } from '../../unknown-name-errors.ts';

/** What `hds export table` is asked for. */
export type TableRequest = {
  /** Id or slug of the model. */
  readonly graph: string;
  /** The nodegroup whose tiles are the rows; undefined for a row for each record. */
  readonly nodegroup: string | undefined;
  /** The alias of the node with the geometry of a row, for formats with one; undefined for the first one. */
  readonly geometry: string | undefined;
  readonly headings: 'labels' | 'aliases';
  /** The language of headings and labels; undefined for the default language. */
  readonly language: string | undefined;
};

/** The tables to write, and where their rows are read. */
export type TableExport = {
  readonly source: TableSource;
  readonly model: TableModel;
  readonly tables: readonly Table[];
};

/**
 * Plans the tables of an export.
 * @param holdsSeveralTables whether the format holds the table of records with those of nodegroups. Otherwise there is one table.
 * @throws CommandError if the account may not read such a model, or the model has no such nodegroup
 */
export async function planTableExport(
  source: QuadSource,
  request: TableRequest,
  holdsSeveralTables: boolean,
): Promise<TableExport> {
  const { dataApi, caller, language } = source;
  const model = await runQuery(dataApi.read, findTableModel(caller, request.graph));
  if (model === undefined) throw await graphNotFoundError(dataApi, request.graph);
  const stored = await runQuery(dataApi.read, listLanguages());
  if (request.geometry !== undefined) checkGeometry(model, request.geometry);
  const options: TableOptions = {
    headings: request.headings,
    languages: request.language === undefined ? [language] : [request.language, language],
    textLanguages: [language, ...stored.filter((tag) => tag !== language)],
  };
  return {
    source: { ...source, graphId: model.graphId, languages: options.languages },
    model,
    tables: planTables(model, request, options, holdsSeveralTables),
  };
}

/** @throws CommandError if no geometry node of the model has the alias */
function checkGeometry({ nodes }: TableModel, alias: string): void {
  const aliases = nodes
    .filter(({ datatype }) => datatypeOf(datatype).holds === 'geometry')
    .flatMap((node) => node.alias ?? []);
  if (aliases.includes(alias)) return;
  const message = `There is no geometry node ${alias}. ${describeChoices(aliases)}`;
  throw new CommandError('unknown_geometry', message);
}

function planTables(
  model: TableModel,
  request: TableRequest,
  options: TableOptions,
  holdsSeveralTables: boolean,
): readonly Table[] {
  if (request.nodegroup !== undefined)
    return [planTileTable(model, findNodegroup(model, request.nodegroup), options)];
  if (!holdsSeveralTables) return [planRecordTable(model, options, 'joined')];
  return [
    planRecordTable(model, options, 'left out'),
    ...listTileNodegroups(model).map((nodegroup) => planTileTable(model, nodegroup, options)),
  ];
}

function findNodegroup(model: TableModel, name: string): TableNodegroup {
  const nodegroups = listTileNodegroups(model);
  const [nodegroup, another] = nodegroups.filter(
    (candidate) =>
      candidate.nodegroupId === name.toLowerCase() || nameNodegroup(candidate) === name,
  );
  if (nodegroup !== undefined && another === undefined) return nodegroup;
  const message =
    nodegroup === undefined
      ? `There is no nodegroup ${name} with several tiles. ${describeChoices(nodegroups.map(nameNodegroup))}`
      : `Several nodegroups are called ${name}: give the id of one.`;
  throw new CommandError('unknown_nodegroup', message);
}
