import type { DataApi } from '../../lib/data-api/client.ts';
import { runQuery } from '../../lib/data-api/query.ts';
import { listGroupNames } from '../queries/groups.ts';
import { unknownGroupError, type UnknownGroup } from './unknown-name-errors.ts';

/** Looks for groups by their names. @returns the error for those that are not there; undefined where all are */
export async function findMissingGroups(
  data: Pick<DataApi, 'read'>,
  names: readonly string[],
): Promise<UnknownGroup | undefined> {
  const known = new Set(await runQuery(data.read, listGroupNames()));
  const unknown = names.filter((name) => !known.has(name));
  return unknown.length === 0 ? undefined : await unknownGroupError(data, unknown);
}
