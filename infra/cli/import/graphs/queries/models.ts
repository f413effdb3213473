import * as z from 'zod';

import { manyRows, type DocumentQuery, type RowsQuery } from '../../../../../lib/data-api/query.ts';
import { sql, uuidArray } from '../../../../../lib/data-api/sql.ts';
import type { CompiledGraph } from '../../../../../lib/model/graphs/compiled-graph.ts';

/**
 * Reads the current compiled graphs.
 * @param graphIds by default all
 */
export function readPublishedGraphs(
  graphIds?: readonly string[],
): DocumentQuery<readonly CompiledGraph[]> {
  const condition =
    graphIds === undefined ? sql`` : sql`where g.graph_id = any (${uuidArray(graphIds)})`;
  return {
    lines: sql`select
    row_number() over (order by g.graph_id) as position,
    p.document as line
  from graph g
  join publication p on p.publication_id = g.publication_id
  ${condition}`,
    // A short hash instead of the list of ids, because every returned row repeats the version.
    version: sql`select md5(string_agg(g.publication_id::text, ',' order by g.graph_id)) from graph g`,
    // Not validated: the documents were written by compileGraph.
    parse: (lines) => lines.map((line): CompiledGraph => JSON.parse(line)),
  };
}

/** Lists the tags of the stored languages. */
export function listLanguages(): RowsQuery<readonly string[]> {
  return manyRows(
    sql`select to_json(l.language_id)::text
from language l
order by l.language_id collate "C"`,
    z.string(),
  );
}
