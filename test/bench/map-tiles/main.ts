import { runNativeBench } from '../run-native-bench.ts';
import { measureMapTileSections } from './sections.ts';

// `npm run bench:map-tiles -- [--features N] [--only TEXT] [--pictures FOLDER] [--to FILE]` measures vector tiles of N features (100,000 if
// left out; the limits are for 1,000,000), on the server of HDS_DATABASE_URL or a temporary server. It writes FILE.json, and pictures of the
// map page at zoom 0, 6 and 12 into FOLDER.

await runNativeBench('bench-map-tiles', measureMapTileSections);
