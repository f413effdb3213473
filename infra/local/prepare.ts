import { buildFunctions } from '../build/functions.ts';
import { prepareSampleDatabase } from './sample-database.ts';

// Run by `npm ci`: makes what the first start needs, so that nobody waits for it then. Without it (npm ci --ignore-scripts), and
// after a change of the sources, a start makes what it needs.

await buildFunctions('shared');
await prepareSampleDatabase();
