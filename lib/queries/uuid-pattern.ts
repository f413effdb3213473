import { sql } from '../data-api/sql.ts';

/** A regular expression that finds UUIDs within a text; for texts of any case it is to be matched without regard to case. */
export const uuidWithin = sql`'[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'`;

/** A regular expression that a text matches when it is a UUID and nothing else; case as above. */
export const uuidPattern = sql`('^' || ${uuidWithin} || '$')`;
