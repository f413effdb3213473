import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import { boolean, int, sql, text, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { ValueTest } from '../../model/questions/question.ts';
import { patternCondition } from '../questions/value-conditions.ts';

const labelledIdsSchema = z
  .object({ conceptIds: z.array(z.string()).readonly(), optionIds: z.array(z.string()).readonly() })
  .readonly();

/** The most concepts and options with the words of a term. */
const maxIds = 5_000;

/** A test of labels. */
export type LabelTest = ValueTest & { readonly kind: 'phrase' | 'patterns' };

/** The concepts and options of readable nodes of which a label has words one after the other, in any language. */
export const findLabelledIds = (
  caller: Caller,
  words: string,
  endsWithPrefix: boolean,
): RowsQuery<z.output<typeof labelledIdsSchema>> =>
  findIdsOfLabels(caller, { kind: 'phrase', text: words, endsWithPrefix });

/** The concepts and options of readable nodes of which a label passes a test, in any language. */
export function findIdsOfLabels(
  caller: Caller,
  test: LabelTest,
): RowsQuery<z.output<typeof labelledIdsSchema>> {
  return oneRow(
    sql`with phrase as materialized (
  ${phraseQuery(test)}
)
select jsonb_build_object(
  'conceptIds', (
    select coalesce(jsonb_agg(c.concept_id), '[]')
    from (
      select distinct v.concept_id
      from concept_value v
      cross join phrase p
      where may_read_thesaurus(${int(caller)})
        and v.folded is not null
        and ${
          test.kind === 'patterns'
            ? patternCondition(sql`v.value`, test)
            : sql`strpos(' ' || v.folded || ' ', p.label) > 0`
        }
      limit ${int(maxIds)}
    ) c
  ),
  'optionIds', (
    select coalesce(jsonb_agg(distinct o.option ->> 'id'), '[]')
    from node n
    join readable_nodegroup(${int(caller)}) r on r.nodegroup_id = n.nodegroup_id
    cross join lateral jsonb_path_query(n.config, 'lax $.options[*] ? (@.id.type() == "string")') as o (option)
    cross join phrase p
    where exists (
      select
      from jsonb_path_query(o.option, 'lax $.text.** ? (@.type() == "string")') as t (label)
      where ${
        test.kind === 'patterns'
          ? patternCondition(sql`t.label #>> '{}'`, test)
          : sql`strpos(' ' || replace(folded_text(t.label #>> '{}'), '''', '') || ' ', p.option) > 0`
      }
    )
      and o.option ->> 'id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  )
)::text`,
    labelledIdsSchema,
  );
}

/** The folded words of a phrase, as labels of concepts and of options are compared with them. */
function phraseQuery(test: LabelTest): Statement {
  if (test.kind === 'patterns') return sql`select null::text as label, null::text as option`;
  const words = text(test.text);
  const end = sql`case when ${boolean(test.endsWithPrefix)} then '' else ' ' end`;
  return sql`select
    ' ' || btrim(folded_label(${words})) || ${end} as label,
    ' ' || btrim(replace(folded_text(${words}), '''', '')) || ${end} as option`;
}
