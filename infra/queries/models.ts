import * as z from 'zod';

import { manyRows, type DocumentQuery, type RowsQuery } from '../../lib/data-api/query.ts';
import { sql, uuidArray } from '../../lib/data-api/sql.ts';
import type { CompiledGraph } from '../../lib/model/graphs/compiled-graph.ts';

/**
 * The compiled graphs that are published now.
 * @param graphs ids of those wanted; all without it
 */
export function readPublishedGraphs(
  graphs?: readonly string[],
): DocumentQuery<readonly CompiledGraph[]> {
  const wanted = graphs === undefined ? sql`` : sql`where g.graph_id = any (${uuidArray(graphs)})`;
  return {
    lines: sql`select
    row_number() over (order by g.graph_id) as position,
    p.document as line
  from graph g
  join publication p on p.publication_id = g.publication_id
  ${wanted}`,
    // Every row of a result carries the version: it must stay short however many graphs there are.
    version: sql`select md5(string_agg(g.publication_id::text, ',' order by g.graph_id)) from graph g`,
    // The documents are our own, written by compileGraph.
    read: (lines) => lines.map((line): CompiledGraph => JSON.parse(line)),
  };
}

/** The tags of the languages that texts of the data are written in. */
export function listLanguages(): RowsQuery<readonly string[]> {
  return manyRows(
    sql`select to_json(l.language_id)::text
from language l
order by l.language_id collate "C"`,
    z.string(),
  );
}
