import type { PartsQuery } from '../../lib/data-api/chunks.ts';
import { sql, uuidArray, type Statement } from '../../lib/data-api/sql.ts';

/**
 * The compiled graphs that are published now.
 * @param graphs ids of those wanted; all without it
 * @returns parts: the JSON text of one compiled graph each
 */
export function publishedGraphs(graphs?: readonly string[]): PartsQuery {
  const wanted = graphs === undefined ? sql`` : sql`where g.graph_id = any (${uuidArray(graphs)})`;
  return {
    parts: sql`select
    row_number() over (order by g.graph_id) as position,
    p.document as part
  from graph g
  join publication p on p.publication_id = g.publication_id
  ${wanted}`,
    // Every row of a result carries the version: it must stay short however many graphs there are.
    version: sql`select md5(string_agg(g.publication_id::text, ',' order by g.graph_id)) from graph g`,
  };
}

/** The languages that texts of the data are written in. @returns rows of one tag */
export function knownLanguages(): Statement {
  return sql`select l.language_id
from language l
order by l.language_id collate "C"`;
}
