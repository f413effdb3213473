import { measureCosts, openCostService } from './costs.ts';
import { measureLatencies } from './latency.ts';
import { silenceLog } from '../silence-log.ts';
import { openCostStack } from './stack.ts';

// Measures on one kind of data, in a separate process, because the functions read their settings only once in a process. It writes its
// results as one line of JSON. The database is native if HDS_DATABASE_URL is set.
// node test/bench/costs/on-data.ts 'as it is'|'a million tiles' [part of the names of requests] [http]

const [size, namePart = '', http] = process.argv.slice(2);
const stack = await openCostStack(size === 'a million tiles' ? size : 'as it is');
silenceLog();
try {
  const service = await openCostService(stack);
  const isSelected = (name: string): boolean => name.includes(namePart);
  const costs = await measureCosts(service, isSelected);
  const latencies = http === 'http' ? await measureLatencies(service, isSelected) : [];
  process.stdout.write(`${JSON.stringify({ costs, latencies })}\n`);
} finally {
  await stack.close();
}
process.exit(0);
