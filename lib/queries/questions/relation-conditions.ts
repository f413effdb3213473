import { int, joinStatements, sql, uuidArray, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { QuestionNode, RecordCondition } from '../../model/questions/question.ts';
import { anyOf } from './value-conditions.ts';

type RelatedCondition = RecordCondition & { kind: 'related' };
type End = 'from_resource_id' | 'to_resource_id';

/** The ends of a relation that the searched resource instance can be, with the other end. */
function endsOf({ direction }: RelatedCondition): readonly (readonly [own: End, other: End])[] {
  const outgoing = ['from_resource_id', 'to_resource_id'] as const;
  const incoming = ['to_resource_id', 'from_resource_id'] as const;
  if (direction === 'any') return [outgoing, incoming];
  return [direction === 'outgoing' ? outgoing : incoming];
}

const column = (end: End): Statement =>
  end === 'from_resource_id' ? sql`o.from_resource_id` : sql`o.to_resource_id`;

const ofNodes = (nodes: readonly QuestionNode[] | null): Statement =>
  nodes === null
    ? sql`true`
    : sql`o.node_id = any (${uuidArray(nodes.map(({ nodeId }) => nodeId))})`;

/** The common table expression `readable_relation_nodegroup`: the nodegroups in which the caller may read references. */
export function readableRelationTable(caller: Caller): Statement {
  return sql`readable_relation_nodegroup as materialized (
  select r.nodegroup_id
  from readable_nodegroup(${int(caller)}) r
),
unreadable_relation_node as materialized (
  select unnest(unreadable_moved_nodes(${int(caller)})) as node_key
)`;
}

/**
 * The condition that the caller may read a relation `o`, as far as it does not depend on its ends. A relation in a tile must still be its
 * value: proposed values meet no condition.
 */
const isReadable = sql`(
          o.tile_id is null
          or exists (
            select
            from tile t
            where t.tile_id = o.tile_id
              and t.nodegroup_id in (select r.nodegroup_id from readable_relation_nodegroup r)
              and o.node_id::text not in (select u.node_key from unreadable_relation_node u)
              and exists (select from id_of_value(t.data -> o.node_id::text) i where i.entry_value = o.to_resource_id)
          )
        )`;

/**
 * The condition that a resource instance is related to one of the targets.
 * @rule Searching by values: Which relations meet a condition?
 * @param targets the table of the visible resource instances at the other end
 */
export function relatedCondition(
  resourceId: Statement,
  condition: RelatedCondition,
  targets: Statement,
): Statement {
  return anyOf(
    endsOf(condition).map(
      (ends) => sql`exists (
        select
        ${relationsOf(resourceId, condition, targets, ends)}
        offset 0
      )`,
    ),
  );
}

/** The readable relations `o` of a resource instance with one of the targets, as one of its ends: a query from its `from` on. */
function relationsOf(
  resourceId: Statement,
  { nodes }: RelatedCondition,
  targets: Statement,
  [own, other]: readonly [own: End, other: End],
): Statement {
  return sql`from resource_relation o
        where ${column(own)} = ${resourceId}
          and ${column(other)} in (select r.resource_id from ${targets} r)
          and ${ofNodes(nodes)}
          and ${isReadable}`;
}

/** The references `o` in tiles of a resource instance to one of the targets: a query from its `from` on. Undefined for the other direction. */
export function referencesOf(
  resourceId: Statement,
  condition: RelatedCondition,
  targets: Statement,
): Statement | undefined {
  const outgoing = endsOf(condition).find(([own]) => own === 'from_resource_id');
  return (
    outgoing &&
    sql`${relationsOf(resourceId, condition, targets, outgoing)}
          and o.tile_id is not null`
  );
}

/** A query for the resource instances that have a relation with one of the targets. */
export function relationsQuery(condition: RelatedCondition, targets: Statement): Statement {
  return joinStatements(
    endsOf(condition).map(
      ([own, other]) => sql`select o.resource_id
    from ${targets} r
    cross join lateral (
      select ${column(own)} as resource_id
      from resource_relation o
      where ${column(other)} = r.resource_id
        and ${ofNodes(condition.nodes)}
    ) o`,
    ),
    '\n    union all\n    ',
  );
}
