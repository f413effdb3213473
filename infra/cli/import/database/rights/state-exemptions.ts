import { runQuery } from '../../../../../lib/data-api/query.ts';
import { mergeImportedExemptions } from '../../graphs/queries/life-cycles.ts';
import type { ImportContext } from '../../import-context.ts';
import type { ImportedIds } from '../accounts/imported-ids.ts';
import type { Source } from '../source.ts';

const exemptionQuery = `select
  o.kind,
  o.principal::text,
  bool_or(p.codename = 'can_edit_all_resource_instance_lifecycle_states')::text as edits,
  bool_or(p.codename = 'can_delete_all_resource_instance_lifecycle_states')::text as deletes
from (
  select 'accounts' as kind, user_id as principal, permission_id
  from auth_user_user_permissions
  union all
  select 'groups', group_id, permission_id
  from auth_group_permissions
) o
join auth_permission p on p.id = o.permission_id
where p.codename in (
  'can_edit_all_resource_instance_lifecycle_states',
  'can_delete_all_resource_instance_lifecycle_states'
)
group by o.kind, o.principal
order by o.kind, o.principal`;

/** Imports who may change or delete resource instances in every state, and removes imported exemptions that the source no longer has. */
export async function importStateExemptions(
  source: Source,
  { dataApi }: Pick<ImportContext, 'dataApi'>,
  ids: ImportedIds,
): Promise<void> {
  const rows = (await source.read(exemptionQuery)).flatMap(
    ({ kind, principal, edits, deletes }) => {
      const id = ids[kind === 'groups' ? 'groups' : 'accounts'].get(Number(principal));
      if (id === undefined) return [];
      return {
        account_id: kind === 'groups' ? null : id,
        account_group_id: kind === 'groups' ? id : null,
        edits_every_state: edits === 'true',
        deletes_every_state: deletes === 'true',
      };
    },
  );
  await runQuery(dataApi.write, mergeImportedExemptions(rows));
}
