import * as z from 'zod';

import { isUuid } from '../../../../../lib/model/ids.ts';
import { sourceOwnerSql } from '../map-account-ids.ts';
import { countRows, type Source, type SourceRow } from '../source.ts';
import { deniesAccess, rightOfCodename } from './codenames.ts';
import type { Framework, ResourceRows } from './resource-rules.ts';
import type { GrantedRights, ObjectRows } from './right-sets.ts';

const rowsSchema = z.array(
  z.tuple([z.enum(['account', 'group']), z.number(), z.string()]).readonly(),
);

/** Makes the query of the permission rows of accounts and groups. It returns one row for each object, with a list for `rowsSchema`. */
const makeRowsByObjectQuery = (model: 'nodegroup' | 'resourceinstance'): string => `select
  lower(o.object_pk) as id,
  jsonb_agg(jsonb_build_array(o.kind, o.principal, p.codename))::text as rows
from (
  select object_pk, content_type_id, permission_id, 'account' as kind, user_id as principal
  from guardian_userobjectpermission
  union all
  select object_pk, content_type_id, permission_id, 'group', group_id
  from guardian_groupobjectpermission
) o
join auth_permission p on p.id = o.permission_id
join django_content_type c on c.id = o.content_type_id
where c.app_label = 'models'
  and c.model = '${model}'
group by lower(o.object_pk)`;

/** Reads the permission rows of all nodegroups that have any. */
export async function readNodegroupRows(source: Source): Promise<ReadonlyMap<string, ObjectRows>> {
  const rows = await source.read(makeRowsByObjectQuery('nodegroup'));
  return new Map(
    rows.flatMap(({ id, rows: rowsText }) =>
      id !== null && id !== undefined && isUuid(id) ? [[id, parseRows(rowsText)]] : [],
    ),
  );
}

const resourcesPerBatch = 1000;

/**
 * Reads in batches the resource instances that need grants: those with permission rows, or all if everything is denied by default.
 */
export async function* readResourceRows(
  source: Source,
  framework: Framework,
): AsyncGenerator<ReadonlyMap<string, ResourceRows>> {
  for await (const batch of source.readBatches(makeResourceQuery(framework), resourcesPerBatch))
    yield toResourceRows(batch);
}

/** Counts the resource instances that `readResourceRows` reads. */
export async function countResourceRows(source: Source, framework: Framework): Promise<number> {
  return countRows(source, makeResourceQuery(framework));
}

/** Finds out which of some resource instances need grants. @returns their ids */
export async function findResourcesNeedingGrants(
  source: Source,
  framework: Framework,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await source.read(
    `select i.id from (${makeResourceQuery(framework)}) i where i.id = any ($1::text[])`,
    [`{${ids.join(',')}}`],
  );
  return new Set(rows.flatMap(({ id }) => id ?? []));
}

function makeResourceQuery(framework: Framework): string {
  const rowsQuery = makeRowsByObjectQuery('resourceinstance');
  if (framework === 'default-allow')
    return `select r.id, null as principal_user, r.rows from (${rowsQuery}) r`;
  return `select
  r.resourceinstanceid::text as id,
  ${sourceOwnerSql} as principal_user,
  g.rows
from resource_instances r
left join (${rowsQuery}) g on g.id = r.resourceinstanceid::text`;
}

function toResourceRows(batch: readonly SourceRow[]): ReadonlyMap<string, ResourceRows> {
  return new Map(
    batch.flatMap(({ id, principal_user: user, rows }) =>
      id !== null && id !== undefined && isUuid(id)
        ? [[id, { rows: parseRows(rows), principalUser: user == null ? null : Number(user) }]]
        : [],
    ),
  );
}

function parseRows(text: string | null | undefined): ObjectRows {
  const rows = rowsSchema.parse(JSON.parse(text ?? '[]'));
  const parseKind = (kind: 'account' | 'group'): ReadonlyMap<number, GrantedRights> => {
    const rowsByPrincipal = Map.groupBy(
      rows.filter(([rowKind]) => rowKind === kind),
      ([, principal]) => principal,
    );
    return new Map(
      [...rowsByPrincipal].map(([principal, principalRows]) => [
        principal,
        {
          rights: new Set(
            principalRows.flatMap(([, , codename]) => rightOfCodename(codename) ?? []),
          ),
          isClosed: principalRows.some(([, , codename]) => deniesAccess(codename)),
        },
      ]),
    );
  };
  return { accounts: parseKind('account'), groups: parseKind('group') };
}
