import { sql } from '../data-api/sql.ts';

/**
 * The stamp of parts of which nothing else in the database tells that they, for this caller, changed: what is read is its own
 * stamp.
 */
export const stampOfParts = sql`select md5(string_agg(p.part, '' order by p.position)) from part p`;
