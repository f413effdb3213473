/** The name of a database in the reports about accounts and rights. */
export const sourceName = 'database';
