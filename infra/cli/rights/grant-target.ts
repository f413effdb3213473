import type { StatementReader } from '../../../lib/data-api/chunks.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import { isUuid } from '../../../lib/model/ids.ts';
import {
  findNodegroupById,
  findNodegroupsByName,
  findResourceId,
} from './queries/grant-targets.ts';
import { CommandError } from '../command-error.ts';
import { graphNotFoundError } from '../unknown-name-errors.ts';

/** A nodegroup or resource instance that a grant is about. The name is for messages. */
export type GrantTarget = { readonly id: string; readonly name: string };

/**
 * Finds the nodegroup that an argument names.
 * @rule Permissions: Which nodegroup does an argument of `hds grant` name?
 * @param idOrPath an id, or `graph/name`: the slug or id of the graph, then the alias or property name of the collector
 * @throws CommandError if no nodegroup matches, or several do
 */
export async function resolveNodegroup(
  dataApi: StatementReader,
  idOrPath: string,
): Promise<GrantTarget> {
  return isUuid(idOrPath) ? requireById(dataApi, idOrPath) : requireByPath(dataApi, idOrPath);
}

async function requireByPath(
  dataApi: StatementReader,
  nodegroupPath: string,
): Promise<GrantTarget> {
  const [graph = '', ...nameParts] = nodegroupPath.split('/');
  if (nameParts.length > 0) return requireByName(dataApi, graph, nameParts.join('/'));
  throw unknownNodegroupError(
    `${nodegroupPath} is not an id. Give the id of a nodegroup, or the slug of its graph and its alias: monument/name.`,
  );
}

async function requireById(dataApi: StatementReader, id: string): Promise<GrantTarget> {
  const nodegroup = await runQuery(dataApi.read, findNodegroupById(id));
  if (nodegroup !== undefined) return nodegroup;
  throw unknownNodegroupError(`There is no nodegroup ${id}. Give graph/name to choose by name.`);
}

async function requireByName(
  dataApi: StatementReader,
  graph: string,
  name: string,
): Promise<GrantTarget> {
  const nodegroups = await runQuery(dataApi.read, findNodegroupsByName(graph, name));
  const [nodegroup] = nodegroups;
  if (nodegroup !== undefined && nodegroups.length === 1) return nodegroup;
  if (nodegroup !== undefined) {
    const ids = nodegroups.map(({ id }) => id).join(', ');
    throw unknownNodegroupError(`Several nodegroups are called ${name}: give one of ${ids}.`);
  }
  const nodegroupsOfGraph = await runQuery(dataApi.read, findNodegroupsByName(graph, null));
  if (nodegroupsOfGraph.length === 0) throw await graphNotFoundError(dataApi, graph);
  const names = nodegroupsOfGraph.map((existing) => existing.name).join(', ');
  throw unknownNodegroupError(`There is no nodegroup ${graph}/${name}. There are: ${names}.`);
}

const unknownNodegroupError = (message: string): CommandError =>
  new CommandError('unknown_nodegroup', message);

/** Finds a resource instance. @throws CommandError if it does not exist */
export async function resolveResource(
  dataApi: StatementReader,
  text: string,
): Promise<GrantTarget> {
  const id = isUuid(text) ? await runQuery(dataApi.read, findResourceId(text)) : undefined;
  if (id !== undefined) return { id, name: `resource instance ${id}` };
  throw new CommandError('unknown_resource', `There is no resource instance ${text}.`);
}
