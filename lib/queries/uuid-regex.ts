import { sql } from '../data-api/sql.ts';

/**
 * A regular expression that finds UUIDs in lower case within a text. Match it case-insensitively if the text can
 * contain upper case.
 */
export const embeddedUuidRegex = sql`'[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'`;

/** A regular expression that matches a text that is a UUID and nothing else. */
export const exactUuidRegex = sql`('^' || ${embeddedUuidRegex} || '$')`;
