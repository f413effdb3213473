import { openEmbedded } from './database/embedded.ts';

// Run by `npm ci`: makes the prepared database that the first start begins with, so that nobody waits for it then.
// Without it (npm ci --ignore-scripts) the first start makes it, and takes about ten seconds longer.

const database = await openEmbedded();
await database.close();
