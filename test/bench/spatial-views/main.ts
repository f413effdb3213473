import { runNativeBench } from '../run-native-bench.ts';
import { measureSpatialViews } from './measure.ts';

// `npm run bench:spatial-views -- [--features N] [--only SECTION] [--to FILE]` measures how much spatial views slow down writes and speed up reads,
// on the server of HDS_DATABASE_URL or a temporary server. It writes FILE.json.

await runNativeBench('bench-spatial-views', measureSpatialViews);
