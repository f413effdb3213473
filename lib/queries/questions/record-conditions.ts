import {
  int,
  joinStatements,
  sql,
  text,
  textArray,
  uuidArray,
  type Statement,
} from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { RecordCondition } from '../../model/questions/question.ts';
import { namedCondition } from './named-condition.ts';
import { placeCondition } from './place-conditions.ts';
import type { QuestionContext } from './question-context.ts';
import { proposedCondition } from './proposed-condition.ts';
import { relatedCondition } from './relation-conditions.ts';
import { tilesCondition } from './tile-conditions.ts';
import { valueCondition } from './value-conditions.ts';

/**
 * The condition that a visible resource instance meets a condition, by what the caller may read.
 * @param resourceId the id of the resource instance, as an expression
 * @throws TooManyAlternatives
 */
export function recordCondition(
  resourceId: Statement,
  condition: RecordCondition,
  context: QuestionContext,
): Statement {
  switch (condition.kind) {
    case 'all':
    case 'any': {
      const parts = condition.parts.map(
        (part) => sql`(${recordCondition(resourceId, part, context)})`,
      );
      if (parts.length === 0) return condition.kind === 'all' ? sql`true` : sql`false`;
      return joinStatements(parts, condition.kind === 'all' ? '\n      and ' : '\n      or ');
    }
    case 'not':
      return sql`(${recordCondition(resourceId, condition.part, context)}) is not true`;
    case 'tiles':
      return tilesCondition(resourceId, condition.condition, context.numberOf);
    case 'values':
      return valuesCondition(resourceId, condition, context);
    case 'anywhere':
      return anywhereCondition(resourceId, condition, context);
    case 'place':
      return placeCondition(resourceId, context.areaTableOf(condition.place), condition);
    case 'ids':
      return sql`${resourceId} in (select unnest(${uuidArray(condition.ids)}))`;
    case 'named':
      return namedCondition(
        resourceId,
        context.searchedNameTableOf(condition.words),
        context.caller,
      );
    case 'proposed':
      return proposedCondition(context.caller, resourceId, condition.isProposed);
    case 'related':
      return relatedCondition(resourceId, condition, context.targetTableOf(condition.to));
    default:
      return changedCondition(resourceId, condition, context);
  }
}

/** The condition that some value of one of some nodes passes a test. */
const valuesCondition = (
  resourceId: Statement,
  condition: RecordCondition & { kind: 'values' },
  context: QuestionContext,
): Statement => sql`exists (
      select
      ${valuesOfNodes(resourceId, condition, context)}
      offset 0
    )`;

/** The values of the nodes `n.node_key` of tiles `t` that pass a test: a query from its `from` on. */
export function valuesOfNodes(
  resourceId: Statement,
  { nodes, test }: RecordCondition & { kind: 'values' },
  { numberOf }: QuestionContext,
): Statement {
  const held = nodes.flatMap(({ nodeId, readableNodegroupIds }) =>
    readableNodegroupIds.map((nodegroupId) => ({ nodegroupId, nodeId })),
  );
  return sql`from tile t
      join unnest(
        ${uuidArray(held.map(({ nodegroupId }) => nodegroupId))},
        ${textArray(held.map(({ nodeId }) => nodeId))}
      ) n (nodegroup_id, node_key) on n.nodegroup_id = t.nodegroup_id
      where t.resource_id = ${resourceId}
        and ${valueCondition(sql`(t.data -> n.node_key)`, test, numberOf)}`;
}

/** The condition that some readable value passes a test. */
const anywhereCondition = (
  resourceId: Statement,
  condition: RecordCondition & { kind: 'anywhere' },
  context: QuestionContext,
): Statement => sql`exists (
      select
      ${valuesAnywhere(resourceId, condition, context)}
      offset 0
    )`;

/** The readable values `d.value` of the nodes `d.key` of tiles `t` that pass a test: a query from its `from` on. */
export function valuesAnywhere(
  resourceId: Statement,
  { test, nodegroupIds, nodeIds }: RecordCondition & { kind: 'anywhere' },
  { numberOf }: QuestionContext,
): Statement {
  const inNodegroups =
    nodegroupIds === null
      ? sql`true`
      : sql`t.nodegroup_id in (select unnest(${uuidArray(nodegroupIds)}))`;
  const ofNodes =
    nodeIds === undefined
      ? sql`true`
      : sql`d.key in (select i.id::text from unnest(${uuidArray(nodeIds)}) i (id))`;
  return sql`from tile t
      cross join lateral jsonb_each(t.data) d
      where t.resource_id = ${resourceId}
        -- A join would hash all readable nodes for each tile.
        and ((t.nodegroup_id, d.key) in (select n.nodegroup_id, n.node_key from readable_held_node n)) is true
        and ${inNodegroups}
        and ${ofNodes}
        and ${valueCondition(sql`d.value`, test, numberOf)}`;
}

/** The common table expression with the readable nodegroups and the readable nodes that their tiles can have. */
export function readableHeldNodeTable(
  caller: Caller,
  name: Statement = sql`readable_held_node`,
): Statement {
  return sql`${name} as materialized (
  select distinct h.nodegroup_id, h.node_id::text as node_key
  from held_node h
  join readable_nodegroup(${int(caller)}) r on r.nodegroup_id = h.nodegroup_id
  where h.node_id::text <> all (unreadable_moved_nodes(${int(caller)}))
)`;
}

function changedCondition(
  resourceId: Statement,
  { from, to }: RecordCondition & { kind: 'changed' },
  { caller }: QuestionContext,
): Statement {
  const limits = [
    ...(from === null ? [] : [sql`c.changed_at >= ${text(from)}::timestamptz`]),
    ...(to === null ? [] : [sql`c.changed_at <= ${text(to)}::timestamptz`]),
  ];
  return limits.length === 0
    ? sql`true`
    : sql`exists (
      select
      from (select readable_change(${int(caller)}, ${resourceId})) as c (changed_at)
      where ${joinStatements(limits, ' and ')}
      offset 0
    )`;
}
