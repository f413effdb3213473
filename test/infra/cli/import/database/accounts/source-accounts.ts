import { readSourcePrincipals } from '../../../../../../infra/cli/import/database/rights/read-source-principals.ts';
import {
  readNodegroupRows,
  readResourceRows,
} from '../../../../../../infra/cli/import/database/rights/read-source-rows.ts';
import type { SourceUser } from '../../../../../../infra/cli/import/database/rights/source-principals.ts';
import type {
  ObjectRows,
  Right,
} from '../../../../../../infra/cli/import/database/rights/right-sets.ts';
import type { Source } from '../../../../../../infra/cli/import/database/source.ts';
import { sourceAllows } from '../rights/plain-rules.ts';
import { sourceAllowsResource } from '../rights/plain-resource-rules.ts';

/** The nodegroups of the tiles of resource instances, and those of their models. */
export type ResourcePlaces = ReadonlyMap<
  string,
  { readonly tiles: readonly string[]; readonly nodegroups: readonly string[] }
>;

/** What the accounts of a source may do there, by the rules that plain-rules.ts and plain-resource-rules.ts spell out. */
export type SourceState = {
  readonly users: ReadonlyMap<number, SourceUser>;
  readonly passwords: ReadonlyMap<number, string>;
  /** Texts such as `4 read …`. */
  readonly rights: ReadonlySet<string>;
};

const rightsOfNodegroups: readonly Right[] = ['read', 'write'];
const noRows: ObjectRows = { accounts: new Map(), groups: new Map() };

/** Reads who may do what in a source. @param nodegroups those that both sides have */
export async function readSourceState(
  source: Source,
  nodegroups: readonly string[],
  places: ResourcePlaces,
): Promise<SourceState> {
  const principals = await readSourcePrincipals(source);
  const rows = await readNodegroupRows(source);
  const resourceRows = new Map<string, ObjectRows>();
  for await (const batch of readResourceRows(source, 'default-allow'))
    for (const [id, resource] of batch) resourceRows.set(id, resource.rows);
  const toSource = (ids: readonly string[]) => ({
    principals,
    rows,
    nodegroups: ids.map((id) => ({ id, parentId: null, isOfSystemSettings: false })),
  });
  const all = toSource(nodegroups);
  const rights = principals.users.flatMap((user) => [
    ...nodegroups.flatMap((id) =>
      rightsOfNodegroups
        .filter((right) => sourceAllows(all, user, id, right))
        .map((right) => `${user.id} ${right} ${id}`),
    ),
    ...[...places].flatMap(([id, place]) =>
      (['read', 'write', 'delete'] as const)
        .filter((right) =>
          sourceAllowsResource(
            toSource(place.nodegroups),
            {
              rows: resourceRows.get(id) ?? noRows,
              principalUser: null,
              tiles: place.tiles,
              framework: 'default-allow',
            },
            user,
            right,
          ),
        )
        .map((right) => `${user.id} ${resourceWords[right]} ${id}`),
    ),
  ]);
  const passwords = await source.read('select id, password from auth_user');
  return {
    users: new Map(principals.users.map((user) => [user.id, user])),
    passwords: new Map(passwords.map(({ id, password }) => [Number(id), password ?? ''])),
    rights: new Set(rights),
  };
}

/** The words for the rights on a resource instance. */
export const resourceWords = { read: 'view', write: 'change', delete: 'remove' } as const;
