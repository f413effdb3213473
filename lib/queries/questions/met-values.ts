import { joinStatements, sql, uuidArray, type Statement } from '../../data-api/sql.ts';
import type { Question, RecordCondition } from '../../model/questions/question.ts';
import { metTilesQueries } from './met-tiles.ts';
import { featuresOfPlace } from './place-conditions.ts';
import type { QuestionContext } from './question-context.ts';
import { recordCondition, valuesAnywhere, valuesOfNodes } from './record-conditions.ts';
import { referencesOf } from './relation-conditions.ts';

/**
 * A query for the values with which resource instances meet the conditions of a question, one for each condition. Negated conditions, ids
 * and changes are met by no value. It returns resource_id, tile_id, node_key and value; the value of a geometry is null.
 * @rule Searching by values: With which values does a resource instance meet a condition?
 * @param records the name of a table of visible resource instances, with graph_id
 * @throws TooManyAlternatives
 */
export function metValuesQuery(
  records: Statement,
  question: Question,
  context: QuestionContext,
): Statement {
  const queries = question.flatMap(({ graphIds, condition }) =>
    queriesOf(sql`p.resource_id`, condition, context).map((query) =>
      ofModels(records, graphIds, query),
    ),
  );
  return queries.length === 0
    ? sql`select null::uuid as resource_id, null::uuid as tile_id, null::text as node_key, null::jsonb as value
    where false`
    : joinStatements(queries, '\n    union\n    ');
}

const ofModels = (
  records: Statement,
  graphIds: readonly string[] | null,
  query: Statement,
): Statement => sql`(
    select p.resource_id, m.tile_id, m.node_key, m.value
    from ${records} p
    cross join lateral (
    ${query}
    ) m (tile_id, node_key, value)
    where ${graphIds === null ? sql`true` : sql`p.graph_id = any (${uuidArray(graphIds)})`}
    )`;

function queriesOf(
  resourceId: Statement,
  condition: RecordCondition,
  context: QuestionContext,
): readonly Statement[] {
  switch (condition.kind) {
    case 'all':
      return condition.parts.flatMap((part) => queriesOf(resourceId, part, context));
    case 'any':
      // A part of a choice counts only if all of it is met.
      return condition.parts.flatMap((part) =>
        queriesOf(resourceId, part, context).map((query) =>
          part.kind === 'all'
            ? sql`select m.*
    from (
    ${query}
    ) m
    where ${recordCondition(resourceId, part, context)}`
            : query,
        ),
      );
    case 'tiles':
      return metTilesQueries(resourceId, condition.condition, context.numberOf);
    case 'values':
      return [
        firstOf(
          sql`t.tile_id, n.node_key, t.data -> n.node_key as value`,
          valuesOfNodes(resourceId, condition, context),
        ),
      ];
    case 'anywhere':
      return [
        firstOf(
          sql`t.tile_id, d.key as node_key, d.value`,
          valuesAnywhere(resourceId, condition, context),
        ),
      ];
    case 'place':
      return [
        firstOf(
          sql`f.tile_id, f.node_id::text as node_key, null::jsonb as value`,
          featuresOfPlace(resourceId, context.areaTableOf(condition.place), condition),
        ),
      ];
    case 'related': {
      const references = referencesOf(resourceId, condition, context.targetTableOf(condition.to));
      return references === undefined
        ? []
        : [
            firstOf(
              sql`o.tile_id, o.node_id::text as node_key, jsonb_build_array(jsonb_build_object('resourceId', o.to_resource_id)) as value`,
              references,
            ),
          ];
    }
    default:
      return [];
  }
}

const firstOf = (columns: Statement, fromClause: Statement): Statement => sql`(
      select ${columns}
      ${fromClause}
      order by tile_id, node_key
      limit 1
    )`;
