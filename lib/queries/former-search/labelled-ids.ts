import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import { boolean, int, sql, text } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';

const labelledIdsSchema = z
  .object({ conceptIds: z.array(z.string()).readonly(), optionIds: z.array(z.string()).readonly() })
  .readonly();

/** The most concepts and options with the words of a term. */
const maxIds = 5_000;

/** The concepts and options of readable nodes of which a label has words one after the other, in any language. */
export function findLabelledIds(
  caller: Caller,
  words: string,
  endsWithPrefix: boolean,
): RowsQuery<z.output<typeof labelledIdsSchema>> {
  const end = sql`case when ${boolean(endsWithPrefix)} then '' else ' ' end`;
  return oneRow(
    sql`with phrase as materialized (
  select
    ' ' || btrim(folded_label(${text(words)})) || ${end} as label,
    ' ' || btrim(replace(folded_text(${text(words)}), '''', '')) || ${end} as option
)
select jsonb_build_object(
  'conceptIds', (
    select coalesce(jsonb_agg(c.concept_id), '[]')
    from (
      select distinct v.concept_id
      from concept_value v
      cross join phrase p
      where may_read_thesaurus(${int(caller)})
        and strpos(' ' || v.folded || ' ', p.label) > 0
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
      where strpos(' ' || replace(folded_text(t.label #>> '{}'), '''', '') || ' ', p.option) > 0
    )
      and o.option ->> 'id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  )
)::text`,
    labelledIdsSchema,
  );
}
