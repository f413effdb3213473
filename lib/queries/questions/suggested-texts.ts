import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import { int, sql, text } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { Question } from '../../model/questions/question.ts';
import { matchTables } from './match-tables.ts';
import { stateExpression, stateMembers } from './question-state.ts';
import { searchedNodeTable } from './searched-nodes.ts';
import { suggestedNodeExpression, suggestedNodeMembers } from './suggested-node.ts';

const suggestedTextSchema = z.object({ text: z.string(), ...suggestedNodeMembers }).readonly();

/** A text of a readable value of a visible resource instance. */
export type SuggestedText = z.output<typeof suggestedTextSchema>;

const suggestedTextsSchema = z
  .object({ texts: z.array(suggestedTextSchema).readonly(), ...stateMembers })
  .readonly();

/** The most characters of a suggested text. */
const maxLength = 200;

/** The found resource instances whose texts are compared, for each text that may be suggested: several can have one text. */
const recordsForText = 5;

/** So many more are found first, because few of them can be closed by anything but grants. */
const moreFound = 20;

/**
 * Finds the readable texts that have words, each in any form of case and accents once for a node: first those that begin with the words, then the
 * shorter ones. They are of the first visible resource instances in the order of ids that have such a text. The stored words of all texts
 * would be faster, but which of them are read in time would depend on closed values.
 * @throws TooManyAlternatives
 */
export function findSuggestedTexts(
  caller: Caller,
  words: string,
  graphIds: readonly string[] | null,
  limit: number,
): RowsQuery<z.output<typeof suggestedTextsSchema>> {
  const maxRecords = recordsForText * limit;
  const question: Question = [
    {
      graphIds,
      condition: { kind: 'anywhere', test: { kind: 'words', texts: [words] }, nodegroupIds: null },
    },
  ];
  return oneRow(
    sql`with recursive ${matchTables(caller, question, { after: null, limit: maxRecords + moreFound })},
${searchedNodeTable('words')},
search as materialized (
  select btrim(folded_text(${text(words)}), ' ''') as folded, word_query(${text(words)}) as query
),
found_text as materialized (
  select distinct on (f.folded, n.node_id) f.folded, s.whole, n.node_id
  from (
    select p.resource_id
    from page p
    order by p.resource_id
    limit ${int(maxRecords)}
  ) p
  join tile t on t.resource_id = p.resource_id
  join searched_node n on n.nodegroup_id = t.nodegroup_id
  cross join lateral string_to_table(text_of_value(t.data -> n.node_key), E'\\n') s (whole)
  cross join lateral (
    select btrim(folded_text(s.whole), ' ''') collate "C"
    offset 0
  ) f (folded)
  where length(s.whole) <= ${int(maxLength)}
    and words_of_text(s.whole) @@ (select q.query from search q)
  order by f.folded, n.node_id, s.whole collate "C"
),
suggested as (
  select
    row_number() over (
      order by not starts_with(f.folded, (select q.folded from search q)), length(f.folded), f.folded, f.node_id
    ) as position,
    f.*
  from found_text f
  order by position
  limit ${int(limit)}
)
select jsonb_build_object(
  'texts', (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
        'text', s.whole,
        ${suggestedNodeExpression}
        )
        order by s.position
      ),
      '[]'
    )
    from suggested s
    join node n on n.node_id = s.node_id
    join graph g on g.graph_id = n.graph_id
  ),
  ${stateExpression}
)::text`,
    suggestedTextsSchema,
  );
}
