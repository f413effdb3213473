// Written by `npm run generate` from infra/schema and the prepared statements of lib/queries.

/** The version of the schema and of the prepared statements with which this code was built. */
export const schemaVersion = '1caff349d49b9560';
