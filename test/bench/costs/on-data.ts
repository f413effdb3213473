import { measureCosts, openCostService } from './costs.ts';
import { measureLatencies } from './latency.ts';
import { openCostStack } from './stack.ts';

// Measures on one kind of data, in a process of its own: the functions read their settings once in a process. It writes what it measures as
// one line of JSON. The database is native where HDS_DATABASE_URL is set.
// node test/bench/costs/on-data.ts 'as it is'|'a million tiles' [part of the names of requests] [http]

const [size, wanted = '', http] = process.argv.slice(2);
const stack = await openCostStack(size === 'a million tiles' ? size : 'as it is');
// The lines of log of the functions are not measured.
console.log = () => undefined;
try {
  const service = await openCostService(stack);
  const isWanted = (name: string): boolean => name.includes(wanted);
  const costs = await measureCosts(service, isWanted);
  const latencies = http === 'http' ? await measureLatencies(service, isWanted) : [];
  process.stdout.write(`${JSON.stringify({ costs, latencies })}\n`);
} finally {
  await stack.close();
}
process.exit(0);
