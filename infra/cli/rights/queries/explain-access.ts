import type { DocumentStatement } from '../../../../lib/data-api/chunks.ts';
import { int, sql, uuid, type Statement } from '../../../../lib/data-api/sql.ts';
import { nodegroupPath } from './grant-targets.ts';

/** What an explanation of access is about. */
export type AccessTarget = { readonly kind: 'nodegroup' | 'resource'; readonly id: string };

/**
 * Reads the facts that decide what a caller may do with a nodegroup or a resource instance, and the rules that decide.
 * @param caller an account id; null for the anonymous caller
 * @returns JSON lines: the caller; the resource instance, if it is the target; then nodegroups. For a nodegroup as the target,
 * they are itself and those above it. For a resource instance, they are those of its graph in the order of the model, then others in
 * which it has tiles
 */
export function selectAccessFacts(caller: number | null, target: AccessTarget): DocumentStatement {
  return {
    lines: sql`${selectCaller(caller)}
union all
${target.kind === 'resource' ? selectResource(caller, target.id) : selectNodegroup(caller, target.id)}`,
  };
}

function selectCaller(caller: number | null): Statement {
  return sql`select
    0::bigint as position,
    jsonb_build_object(
      'kind', 'caller',
      'isActive', coalesce((select a.is_active from account a where a.account_id = ${int(caller)}), true),
      'isAdministrator', coalesce((select a.is_administrator from account a where a.account_id = ${int(caller)}), false),
      'groups', (
        select coalesce(
          jsonb_agg(
            jsonb_build_object(
              'name', g.name,
              'isAdministrator', g.is_administrator,
              'rights', jsonb_build_object('read', g.can_read, 'write', g.can_write, 'delete', g.can_delete)
            )
            order by g.name collate "C"
          ),
          '[]'
        )
        from group_of_caller(${int(caller)}) g
      )
    )::text as line`;
}

function selectResource(caller: number | null, resourceId: string): Statement {
  return sql`select
    1,
    jsonb_build_object(
      'kind', 'resource',
      'id', r.resource_id,
      'isSystemSettings', g.is_system_settings,
      'isSeenByGuest', (select rule_allows(o.view_rule) from resource_rule(null, r.resource_id) o),
      'grants', ${grantListJson(caller, resourceGrants)},
      'decisions', jsonb_build_object(
        'view', ${decisionJson(sql`v.view_rule`)},
        'change', ${decisionJson(sql`v.change_rule`)},
        'delete', ${decisionJson(sql`v.delete_rule`)}
      )
    )::text
  from resource r
  join graph g on g.graph_id = r.graph_id
  cross join lateral resource_rule(${int(caller)}, r.resource_id) v
  where r.resource_id = ${uuid(resourceId)}
union all
  select
    1 + row_number() over (order by n.is_of_graph desc, n.model_position, n.nodegroup_id),
    ${nodegroupJson(caller, resourceOnlyMembers)}
  from (
    with recursive listed_nodegroup as (
      select n.nodegroup_id, n.parent_nodegroup_id
      from resource r
      join nodegroup n
        on n.graph_id = r.graph_id
        or n.nodegroup_id in (select t.nodegroup_id from tile t where t.resource_id = r.resource_id)
      where r.resource_id = ${uuid(resourceId)}
      union
      select n.nodegroup_id, n.parent_nodegroup_id
      from listed_nodegroup l
      join nodegroup n on n.nodegroup_id = l.parent_nodegroup_id
    )
    select
      n.*,
      n.graph_id = r.graph_id as is_of_graph,
      exists (
        select from tile t where t.resource_id = r.resource_id and t.nodegroup_id = n.nodegroup_id
      ) as has_tiles
    from listed_nodegroup l
    join nodegroup n on n.nodegroup_id = l.nodegroup_id
    cross join resource r
    where r.resource_id = ${uuid(resourceId)}
  ) n
  ${nodegroupRuleJoins(caller)}`;
}

/** Joins the rules of a nodegroup `n` for the caller and for Guest. */
function nodegroupRuleJoins(caller: number | null): Statement {
  return sql`join nodegroup_rule(${int(caller)}) caller_rule on caller_rule.nodegroup_id = n.nodegroup_id
  join nodegroup_rule(null) guest_rule on guest_rule.nodegroup_id = n.nodegroup_id`;
}

function selectNodegroup(caller: number | null, nodegroupId: string): Statement {
  return sql`select 1 + n.distance, ${nodegroupJson(caller)}
  from (
    with recursive above as (
      select n.*, 0 as distance
      from nodegroup n
      where n.nodegroup_id = ${uuid(nodegroupId)}
      union all
      select p.*, a.distance + 1
      from above a
      join nodegroup p on p.nodegroup_id = a.parent_nodegroup_id
    )
    select * from above
  ) n
  ${nodegroupRuleJoins(caller)}`;
}

/** The members that a nodegroup `n` only has if the target is a resource instance. */
const resourceOnlyMembers = sql`,
      'isOfGraph', n.is_of_graph,
      'hasTiles', n.has_tiles`;

/**
 * Returns the JSON object of a nodegroup `n`, with its rules for the caller (`caller_rule`) and for Guest (`guest_rule`).
 * @param moreMembers members to append to the object, beginning with a comma
 */
function nodegroupJson(caller: number | null, moreMembers: Statement = sql``): Statement {
  return sql`jsonb_build_object(
      'kind', 'nodegroup',
      'id', n.nodegroup_id,
      'name', ${nodegroupPath(sql`n`)},
      'parentId', n.parent_nodegroup_id,
      'isSystemSettings', (select g.is_system_settings from graph g where g.graph_id = n.graph_id),
      'isReadByGuest', rule_allows(guest_rule.read_rule),
      'grants', ${grantListJson(caller, nodegroupGrants)},
      'closedBy', caller_rule.closed_by,
      'decisions', jsonb_build_object(
        'read', ${decisionJson(sql`caller_rule.read_rule`)},
        'write', ${decisionJson(sql`caller_rule.write_rule`)},
        'delete', ${decisionJson(sql`caller_rule.delete_rule`)}
      )${moreMembers}
    )::text`;
}

function decisionJson(rule: Statement): Statement {
  return sql`jsonb_build_object('rule', ${rule}, 'allows', rule_allows(${rule}))`;
}

/** How to select the grants `t` on the nodegroup `n` or the resource instance `r` of the outer query, and the rights in them. */
type GrantSource = { readonly from: Statement; readonly on: Statement; readonly rights: Statement };

const resourceGrants: GrantSource = {
  from: sql`resource_grant t`,
  on: sql`t.resource_id = r.resource_id`,
  rights: sql`'view', t.can_view, 'change', t.can_change, 'delete', t.can_delete`,
};

const nodegroupGrants: GrantSource = {
  from: sql`nodegroup_grant t`,
  on: sql`t.nodegroup_id = n.nodegroup_id`,
  rights: sql`'read', t.can_read, 'write', t.can_write, 'delete', t.can_delete`,
};

/** Returns the JSON list of the grants to the caller. `group` is null in a grant to the account itself. */
function grantListJson(caller: number | null, { from, on, rights }: GrantSource): Statement {
  return sql`(
        select coalesce(
          jsonb_agg(
            jsonb_build_object(
              'group', p.name,
              'rights', jsonb_build_object(${rights}),
              'noAccess', t.no_access
            )
            order by p.name collate "C" nulls first
          ),
          '[]'
        )
        from ${from}
        join (
          select g.account_group_id, g.name, null::integer as account_id
          from group_of_caller(${int(caller)}) g
          union all
          select null, null, a.account_id
          from account a
          where a.account_id = ${int(caller)}
            and a.is_active
        ) p on p.account_group_id = t.account_group_id or p.account_id = t.account_id
        where ${on}
      )`;
}
