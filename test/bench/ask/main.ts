import { runNativeBench } from '../run-native-bench.ts';
import { silenceLog } from '../silence-log.ts';
import { measureQuestions } from './measure.ts';

// `npm run bench:ask -- [--features N] [--only TEXT] [--plans] [--to FILE]` measures searches by values among N tiles (100,000 if left out; the
// limits are for 1,000,000), on the server of HDS_DATABASE_URL or a temporary server. It writes FILE.json. With `--plans` it prints the plans.

silenceLog();
await runNativeBench('bench-ask', measureQuestions);
