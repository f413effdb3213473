import type { DataApi } from '../../lib/data-api/client.ts';
import { run } from '../../lib/data-api/query.ts';
import { groupNames } from '../queries/groups.ts';
import { unknownGroup, type UnknownGroup } from './unknown-names.ts';

/** Looks for groups by their names. @returns the error for those that are not there; undefined where all are */
export async function missingGroups(
  data: Pick<DataApi, 'read'>,
  names: readonly string[],
): Promise<UnknownGroup | undefined> {
  const known = new Set(await run(data.read, groupNames()));
  const unknown = names.filter((name) => !known.has(name));
  return unknown.length === 0 ? undefined : await unknownGroup(data, unknown);
}
