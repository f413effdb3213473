import type { StatementReader } from '../../lib/data-api/chunks.ts';
import { runQuery } from '../../lib/data-api/query.ts';
import { isUuid } from '../../lib/model/ids.ts';
import { findNodegroupById, findNodegroupsByName, findResourceId } from '../queries/grants.ts';
import { CommandError } from './command-error.ts';
import { graphNotFoundError } from './unknown-name-errors.ts';

/** A nodegroup or resource instance: its id, and its name in messages. */
export type GrantSubject = { readonly id: string; readonly name: string };

/**
 * Finds a nodegroup.
 * @param text its id; or `graph/name`: slug or id of its graph, alias or property name of its top node
 * @throws CommandError if there is none, or more than one
 */
export async function resolveNodegroup(
  dataApi: StatementReader,
  text: string,
): Promise<GrantSubject> {
  return isUuid(text) ? findNodegroup(dataApi, text) : resolvePath(dataApi, text);
}

async function resolvePath(dataApi: StatementReader, text: string): Promise<GrantSubject> {
  const [graph = '', ...rest] = text.split('/');
  if (rest.length > 0) return resolveByName(dataApi, graph, rest.join('/'));
  throw unknownNodegroupError(
    `${text} is not an id. Give the id of a nodegroup, or the slug of its graph and its alias: monument/name.`,
  );
}

async function findNodegroup(dataApi: StatementReader, id: string): Promise<GrantSubject> {
  const nodegroup = await runQuery(dataApi.read, findNodegroupById(id));
  if (nodegroup !== undefined) return nodegroup;
  throw unknownNodegroupError(`There is no nodegroup ${id}. Give graph/name to choose by name.`);
}

async function resolveByName(
  dataApi: StatementReader,
  graph: string,
  name: string,
): Promise<GrantSubject> {
  const nodegroups = await runQuery(dataApi.read, findNodegroupsByName(graph, name));
  const [first] = nodegroups;
  if (first !== undefined && nodegroups.length === 1) return first;
  if (first !== undefined) {
    const ids = nodegroups.map(({ id }) => id).join(', ');
    throw unknownNodegroupError(`Several nodegroups are called ${name}: give one of ${ids}.`);
  }
  const nodegroupsOfGraph = await runQuery(dataApi.read, findNodegroupsByName(graph, null));
  if (nodegroupsOfGraph.length === 0) throw await graphNotFoundError(dataApi, graph);
  const names = nodegroupsOfGraph.map((nodegroup) => nodegroup.name).join(', ');
  throw unknownNodegroupError(`There is no nodegroup ${graph}/${name}. There are: ${names}.`);
}

const unknownNodegroupError = (message: string): CommandError =>
  new CommandError('unknown_nodegroup', message);

/** Finds a resource instance. @throws CommandError if it does not exist */
export async function resolveResource(
  dataApi: StatementReader,
  text: string,
): Promise<GrantSubject> {
  const id = isUuid(text) ? await runQuery(dataApi.read, findResourceId(text)) : undefined;
  if (id !== undefined) return { id, name: `resource instance ${id}` };
  throw new CommandError('unknown_resource', `There is no resource instance ${text}.`);
}
