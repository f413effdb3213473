import { runQuery } from '../../lib/data-api/query.ts';
import type { StatementReader } from '../../lib/data-api/chunks.ts';
import { isUuid } from '../../lib/model/ids.ts';
import { findNodegroupById, findNodegroupsByName, findResourceId } from '../queries/grants.ts';
import { unknownGraphError } from './unknown-name-errors.ts';

/** There is no nodegroup, or more than one, of that name or id. */
export class UnknownNodegroup extends Error {
  readonly code = 'unknown_nodegroup';
}

/** There is no resource instance of that id. */
export class UnknownResource extends Error {
  readonly code = 'unknown_resource';
}

/** A nodegroup or resource instance, by its id and in words. */
export type GrantSubject = { readonly id: string; readonly name: string };

/**
 * Finds a nodegroup.
 * @param text its id; or `graph/name`: slug or id of its graph, alias or property name of the node on top of it
 * @throws UnknownNodegroup, UnknownGraph
 */
export async function resolveNodegroup(data: StatementReader, text: string): Promise<GrantSubject> {
  if (!isUuid(text)) return byName(data, text);
  const found = await runQuery(data.read, findNodegroupById(text));
  if (found !== undefined) return found;
  throw new UnknownNodegroup(`There is no nodegroup ${text}. Give graph/name to choose by name.`);
}

async function byName(data: StatementReader, text: string): Promise<GrantSubject> {
  const [graph = '', ...rest] = text.split('/');
  if (rest.length === 0) {
    throw new UnknownNodegroup(
      `${text} is no id. Give the id of a nodegroup, or the slug of its graph and its alias: monument/name.`,
    );
  }
  return inGraph(data, graph, rest.join('/'));
}

async function inGraph(data: StatementReader, graph: string, name: string): Promise<GrantSubject> {
  const [first, ...others] = await runQuery(data.read, findNodegroupsByName(graph, name));
  if (first !== undefined && others.length === 0) return first;
  if (first !== undefined) {
    const ids = [first, ...others].map(({ id }) => id);
    throw new UnknownNodegroup(
      `Several nodegroups are called ${name}: give one of ${ids.join(', ')}.`,
    );
  }
  const all = await runQuery(data.read, findNodegroupsByName(graph, null));
  if (all.length === 0) throw await unknownGraphError(data, graph);
  const names = all.map((one) => one.name);
  throw new UnknownNodegroup(
    `There is no nodegroup ${graph}/${name}. There are: ${names.join(', ')}.`,
  );
}

/** Finds a resource instance. @throws UnknownResource */
export async function resolveResource(data: StatementReader, text: string): Promise<GrantSubject> {
  const id = isUuid(text) ? await runQuery(data.read, findResourceId(text)) : undefined;
  if (id === undefined) throw new UnknownResource(`There is no resource instance ${text}.`);
  return { id, name: id };
}
