import {
  bigint,
  boolean,
  int,
  intArray,
  joinStatements,
  sql,
  text,
  textArray,
  uuidArray,
  type Statement,
} from '../../data-api/sql.ts';
import type { NumberRange, QuestionNode, ValueTest } from '../../model/questions/question.ts';
import { wordsOfPatterns } from '../../model/questions/pattern-words.ts';
import { conceptValues, wordQuery, type NumberedTests } from './numbered-tests.ts';
import { phraseCondition } from './phrase-condition.ts';
import { fileSizeCondition, geometryTypeCondition, partOfValue } from './value-parts.ts';

/** Joins conditions of which one must hold. */
export function anyOf(conditions: readonly Statement[]): Statement {
  return conditions.length === 0
    ? sql`false`
    : joinStatements(
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

/** Whether a number is within one of some ranges. Single numbers are compared as a list, because there can be thousands. */
function isInRanges(number: Statement, ranges: readonly NumberRange[]): Statement {
  const singles = ranges.flatMap(({ lower, upper, includesLimits }) =>
    lower !== null && lower === upper && includesLimits ? [lower] : [],
  );
  if (singles.length < ranges.length || singles.length < 2) {
    return anyOf(ranges.map((range) => isWithin(number, range)));
  }
  return sql`${number} = any (${textArray(singles)}::numeric[])`;
}

/** Whether the days of a date lie so to one of some ranges; before or after, to all. */
function liesTo(date: Statement, { ranges, relation }: ValueTest & { kind: 'days' }): Statement {
  const lowers = ranges.map(({ lower }) => lower).toSorted((a, b) => (a < b ? -1 : 1));
  const uppers = ranges.map(({ upper }) => upper).toSorted((a, b) => (a < b ? -1 : 1));
  switch (relation) {
    case 'before':
      return sql`${date}.upper < ${bigint(lowers[0] ?? null)}`;
    case 'after':
      return sql`${date}.lower > ${bigint(uppers.at(-1) ?? null)}`;
    case 'within':
      return anyOf(
        ranges.map(
          ({ lower, upper }) =>
            // The first part serves the index.
            sql`${date}.upper >= ${bigint(lower)} and ${date}.upper <= ${bigint(upper)} and ${date}.lower >= ${bigint(lower)}`,
        ),
      );
    default:
      return anyOf(
        ranges.map(
          ({ lower, upper }) =>
            sql`${date}.upper >= ${bigint(lower)} and ${date}.lower <= ${bigint(upper)}`,
        ),
      );
  }
}

/** The SQL of the value of a node in the tile with an alias. */
export const valueOfNode = (tile: Statement, { nodeId }: QuestionNode): Statement =>
  sql`(${tile}.data -> ${text(nodeId)})`;

/** The condition that there is a value. */
export const isPresent = (value: Statement): Statement =>
  sql`coalesce(${value}, 'null') not in ('null', '""', '[]', '{}')`;

/**
 * The condition that a value passes a test.
 * @rule Searching by values: Which values meet a condition?
 * @param value an expression of type jsonb
 */
export function valueCondition(
  value: Statement,
  test: ValueTest,
  numberOf: NumberedTests,
): Statement {
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
        where i.entry_value in (${conceptValues(numberOf(test))})
      )`;
    case 'numbers':
      return sql`case
        when jsonb_typeof(${value}) = 'number' then ${isInRanges(sql`${value}::numeric`, test.ranges)}
      end`;
    case 'days':
      return sql`exists (
        select
        from date_ranges(${value} #>> '{}') d
        where ${liesTo(sql`d`, test)}
      )`;
    case 'words':
      return sql`words_of_text(text_of_value(${value})) @@ ${wordQuery(numberOf(test))}`;
    case 'texts':
      return sql`exists (
        select
        from string_to_table(text_of_value(${value}), E'\\n') s (whole)
        where btrim(folded_text(s.whole), ' ''') in (
          select btrim(folded_text(t.text), ' ''')
          from unnest(${textArray(test.texts)}) t (text)
        )
      )`;
    case 'phrase':
      return phraseCondition(value, test);
    case 'part':
      return valueCondition(partOfValue(value, test.part), test.test, numberOf);
    case 'geometry type':
      return geometryTypeCondition(value, test.type);
    case 'file size':
      return fileSizeCondition(value, test);
    case 'patterns':
      return sql`exists (
        select
        from string_to_table(text_of_value(${value}), E'\\n') s (whole)
        where ${patternCondition(sql`s.whole`, test)}
      )`;
    default:
      return isPresent(value);
  }
}

/** A pattern of LIKE without placeholders. */
const literalPattern = /^(?:[^%_\\]|\\.)*$/s;

/** The condition that a text is like one of some patterns. Patterns without placeholders are looked up, because there can be thousands. */
export function patternCondition(
  whole: Statement,
  { patterns, foldsCase, foldsAccents }: ValueTest & { kind: 'patterns' },
): Statement {
  const folded = (part: Statement): Statement =>
    sql`comparable_text(${part}, ${boolean(foldsCase)}, ${boolean(foldsAccents)})`;
  const literals = patterns.filter((pattern) => literalPattern.test(pattern));
  const others = patterns.filter((pattern) => !literalPattern.test(pattern));
  const listed = (texts: readonly string[]): Statement =>
    sql`select ${folded(sql`p.pattern`)} from unnest(${textArray(texts)}) p (pattern)`;
  return anyOf([
    ...(literals.length === 0
      ? []
      : [
          sql`${folded(whole)} in (${listed(literals.map((pattern) => pattern.replaceAll(/\\(.)/gs, '$1')))})`,
        ]),
    ...(others.length === 0 ? [] : [sql`${folded(whole)} like any (array(${listed(others)}))`]),
  ]);
}

/**
 * A query for the entries that may pass a test, in the sets of grants that the caller sees and of the resource instances that grants of
 * the account open. It returns resource_id, possibly repeated.
 * @param nodes the nodes of the values; null for any node
 * @param visibleSet the table of the sets, with grant_set_number
 * @returns undefined if no entries are narrower than the model
 */
export function entriesQuery(
  nodes: readonly QuestionNode[] | null,
  test: ValueTest,
  numberOf: NumberedTests,
  visibleSet: Statement,
): Statement | undefined {
  const ofNodes = isOfNodes(nodes);
  const sets = sql`select s.grant_set_number from ${visibleSet} s`;
  // An index that ends with what is searched needs the sets as a list. Elsewhere each row is compared with them, and a list is not hashed.
  const isInSets = (isSearched: boolean): Statement =>
    isSearched
      ? sql`e.grant_set_number = any (array(${sets}))`
      : sql`e.grant_set_number in (${sets})`;
  const rows = (
    table: Statement,
    entryTest: Statement,
    isSearched = false,
  ): Statement => sql`select e.resource_id
    from ${table} e
    where ${entryTest}
      and ${isInSets(isSearched)}
    union all
    select e.resource_id
    from own_resource o
    join ${table} e on e.resource_id = o.resource_id
    where ${entryTest}`;
  switch (test.kind) {
    case 'ids':
      return rows(
        sql`id_entry`,
        sql`${ofNodes}
      and e.entry_value = any (${uuidArray(test.ids)})`,
      );
    case 'concepts':
      return rows(
        sql`id_entry`,
        sql`${ofNodes}
      and e.entry_value = any (array(${conceptValues(numberOf(test))}))`,
      );
    case 'numbers':
      return rows(
        sql`number_entry`,
        sql`${ofNodes}
      and (${isInRanges(sql`e.entry_value`, test.ranges)})`,
        true,
      );
    case 'days':
      return rows(
        sql`date_entry`,
        sql`${ofNodes}
      and (${liesTo(sql`e`, test)})`,
        true,
      );
    case 'words':
    case 'texts':
    case 'phrase':
    case 'patterns':
      if (test.kind === 'patterns' && wordsOfPatterns(test.patterns) === undefined)
        return undefined;
      return rows(sql`word_entry`, sql`searched_words(e.folded) @@ ${wordQuery(numberOf(test))}`);
    case 'part':
      return entriesQuery(nodes, test.test, numberOf, visibleSet);
    default:
      return undefined;
  }
}

/** The condition that an entry is of one of some nodes. */
function isOfNodes(nodes: readonly QuestionNode[] | null): Statement {
  if (nodes === null) return sql`true`;
  const [node, ...others] = nodes;
  return node !== undefined && others.length === 0
    ? sql`e.entry_node_id = ${int(node.entryNodeId)}`
    : sql`e.entry_node_id = any (${intArray(nodes.map(({ entryNodeId }) => entryNodeId))})`;
}
