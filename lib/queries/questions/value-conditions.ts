import {
  bigint,
  int,
  joinStatements,
  sql,
  text,
  textArray,
  uuidArray,
  type Statement,
} from '../../data-api/sql.ts';
import type { NodeCondition, NumberRange, ValueTest } from '../../model/questions/question.ts';

/** The SQL of the value of a node in the tile with an alias. */
const valueIn = (tile: Statement, { nodeId }: NodeCondition['node']): Statement =>
  sql`(${tile}.data -> ${text(nodeId)})`;

/** Joins conditions of which one must hold. */
function anyOf(conditions: readonly Statement[]): Statement {
  return joinStatements(
    conditions.map((condition) => sql`(${condition})`),
    ' or ',
  );
}

/** Whether a number is within a range. A missing limit is left out, because the index serves only conditions that the text shows. */
function isWithin(number: Statement, { lower, upper, includesLimits }: NumberRange): Statement {
  const above = includesLimits ? sql`>=` : sql`>`;
  const below = includesLimits ? sql`<=` : sql`<`;
  const limits = [
    ...(lower === null ? [] : [sql`${number} ${above} ${text(lower)}::numeric`]),
    ...(upper === null ? [] : [sql`${number} ${below} ${text(upper)}::numeric`]),
  ];
  return limits.length === 0 ? sql`true` : joinStatements(limits, ' and ');
}

/** Whether the days of a date overlap one of some ranges. */
function overlaps(date: Statement, ranges: (ValueTest & { kind: 'days' })['ranges']): Statement {
  return anyOf(
    ranges.map(
      ({ lower, upper }) =>
        sql`${date}.upper >= ${bigint(lower)} and ${date}.lower <= ${bigint(upper)}`,
    ),
  );
}

/** The query for the words of a condition, which is computed once: `word_query_of_condition`. */
const wordsOf = (index: number): Statement =>
  sql`(select q.query from word_query_of_condition q where q.condition_number = ${int(index)})`;

/**
 * The condition that the value of a node in a tile passes a test.
 * @rule Searching by values: Which values meet a condition?
 * @param tile the alias of the tile
 * @param index the number of the condition, for `concept_value_of_condition` and `word_query_of_condition`
 */
export function valueCondition(
  tile: Statement,
  { node, test }: NodeCondition,
  index: number,
): Statement {
  const value = valueIn(tile, node);
  switch (test.kind) {
    case 'ids':
      return sql`exists (
        select
        from id_of_value(${value}) i
        where i.entry_value = any (${uuidArray(test.ids)})
      )`;
    case 'concepts':
      return sql`exists (
        select
        from id_of_value(${value}) i
        where i.entry_value in (select v.value_id from concept_value_of_condition v where v.condition_number = ${int(index)})
      )`;
    case 'numbers':
      return sql`case
        when jsonb_typeof(${value}) = 'number' then ${anyOf(test.ranges.map((range) => isWithin(sql`${value}::numeric`, range)))}
      end`;
    case 'days':
      return sql`exists (
        select
        from date_ranges(${value} #>> '{}') d
        where ${overlaps(sql`d`, test.ranges)}
      )`;
    case 'words':
      return sql`words_of_text(text_of_value(${value})) @@ ${wordsOf(index)}`;
    case 'texts':
      return sql`exists (
        select
        from string_to_table(text_of_value(${value}), E'\\n') s (whole)
        where btrim(folded_text(s.whole), ' ''') in (
          select btrim(folded_text(t.text), ' ''')
          from unnest(${textArray(test.texts)}) t (text)
        )
      )`;
    default:
      return sql`coalesce(${value}, 'null') not in ('null', '""', '[]', '{}')`;
  }
}

/**
 * A query for the entries that may meet a condition, in the sets of grants that the caller sees and of the resource instances that grants of
 * the account open. It returns resource_id, possibly repeated.
 * @param visibleSet the table of the sets, with grant_set_number
 * @returns undefined if no entries are narrower than the model
 */
export function entriesQuery(
  condition: NodeCondition,
  index: number,
  visibleSet: Statement,
): Statement | undefined {
  const { node, test } = condition;
  const rows = (table: Statement, entryTest: Statement): Statement => sql`select e.resource_id
    from ${table} e
    where ${entryTest}
      and e.grant_set_number = any (array(select s.grant_set_number from ${visibleSet} s))
    union all
    select e.resource_id
    from own_resource o
    join ${table} e on e.resource_id = o.resource_id
    where ${entryTest}`;
  const ofNode = sql`e.entry_node_id = ${int(node.entryNodeId)}`;
  switch (test.kind) {
    case 'ids':
      return rows(
        sql`id_entry`,
        sql`${ofNode}
      and e.entry_value = any (${uuidArray(test.ids)})`,
      );
    case 'concepts':
      return rows(
        sql`id_entry`,
        sql`${ofNode}
      and e.entry_value = any (array(
        select v.value_id
        from concept_value_of_condition v
        where v.condition_number = ${int(index)}
      ))`,
      );
    case 'numbers':
      return rows(
        sql`number_entry`,
        sql`${ofNode}
      and (${anyOf(test.ranges.map((range) => isWithin(sql`e.entry_value`, range)))})`,
      );
    case 'days':
      return rows(
        sql`date_entry`,
        sql`${ofNode}
      and (${overlaps(sql`e`, test.ranges)})`,
      );
    case 'words':
    case 'texts':
      return rows(sql`word_entry`, sql`searched_words(e.folded) @@ ${wordsOf(index)}`);
    default:
      return undefined;
  }
}
