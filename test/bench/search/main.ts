import { runNativeBench } from '../run-native-bench.ts';
import { measureSearch } from './measure.ts';

// `npm run bench:search -- [--features N] [--only CALLER] [--to FILE]` measures the search for N names (100,000 if left out; the limit is for
// 1,000,000), on the server of HDS_DATABASE_URL or a temporary server. It writes FILE.json.

await runNativeBench('bench-search', measureSearch);
