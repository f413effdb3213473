import { int, sql, textArray, uuid, type Statement } from '../../data-api/sql.ts';
import type { ResourceWrite } from '../../model/change/resource-write.ts';
import { activityTables, type Writer } from '../history/record-activity.ts';

/**
 * The common table expressions that write versions, names, languages, the log of new resource instances, and the
 * activity.
 * @param condition an SQL expression: whether to write anything
 * @param writtenRowCount an SQL expression that counts written rows; reading it makes PostgreSQL write them before
 *   ordinals are assigned
 */
export function changedResourceTables(
  changes: readonly ResourceWrite[],
  writer: Writer,
  condition: Statement,
  writtenRowCount: Statement,
): Statement {
  const languages = [...new Set(changes.flatMap((change) => change.languages))].toSorted();
  return sql`change as materialized (
  select
    i.*,
    r.proposed_by is not null as was_proposed,
    -- A resource instance that is only proposed stays a proposal until a change is accepted.
    i.proposers is not null and (r.proposed_by is not null or cardinality(i.proposers) > 0) as is_proposal,
    i.proposers[1]::text as proposer
  from incoming_resource i
  left join resource r on r.resource_id = i.resource_id
  where ${condition}
),
changed_resource as (
  update resource r
  set
    version = r.version + 1,
    changed_at = case when c.is_proposal then r.changed_at else clock_timestamp() end,
    proposed_by = case when c.is_proposal then r.proposed_by end,
    proposal_changes = case
      when c.is_proposal and c.proposer is not null
        then with_proposal_change(r.proposal_changes, c.proposer, c.proposed_nodegroups)
      else r.proposal_changes
    end,
    legacy_id = case when c.keeps_legacy_id then r.legacy_id else c.legacy_id end,
    descriptors = coalesce(nullif(c.descriptors, 'null'::jsonb), r.descriptors),
    descriptor_basis = coalesce(nullif(c.descriptor_basis, 'null'::jsonb), r.descriptor_basis)
  from change c
  where c.resource_id = r.resource_id
    and c.kind = 'Update'
  returning r.resource_id
),
${addedLanguageTable(languages)},
logged_resource as (
  insert into edit_log (transaction_id, resource_id, edit_type, account_id)
  select ${uuid(writer.transactionId)}, c.resource_id, 'create', ${int(writer.caller)}
  from change c
  where c.kind = 'Create'
  order by c.resource_id
  returning edit_log_id
),
${activityTables(
  writer,
  sql`select
    c.resource_id,
    c.graph_id,
    case when c.was_proposed then 'Create' else c.kind end as kind,
    c.is_proposal
  from change c`,
  sql`${writtenRowCount} + (select count(*) from changed_resource) + (select count(*) from logged_resource)`,
)}`;
}

function addedLanguageTable(languages: readonly string[]): Statement {
  return sql`added_language as (
  insert into language (language_id)
  select l.language_id
  from unnest(${textArray(languages)}) as l (language_id)
  where exists (select from change)
  on conflict (language_id) do nothing
)`;
}
