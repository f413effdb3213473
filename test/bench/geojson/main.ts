import { runNativeBench } from '../run-native-bench.ts';
import { measureGeojson } from './measure.ts';

// `npm run bench:geojson -- [--features N] [--only SECTION] [--to FILE]` measures GET /geojson on large data, compared with a hand-written statement
// and ogr2ogr, on the server of HDS_DATABASE_URL or a temporary server. It writes FILE.json.

await runNativeBench('bench-geojson', measureGeojson);
