import { measureCosts, openCostService } from './costs.ts';
import { openCostStack } from './stack.ts';

// Measures the costs on one kind of data, in a process of its own: the functions read their settings once in a process. It writes them as
// one line of JSON. The database is native where HDS_DATABASE_URL is set.
// node test/bench/costs/on-data.ts 'as it is'|'a million tiles' [part of the name of a request]

const [size, wanted = ''] = process.argv.slice(2);
const stack = await openCostStack(size === 'a million tiles' ? size : 'as it is');
// The functions write a line of log for each request, which is not what is measured.
console.log = () => undefined;
try {
  const costs = await measureCosts(await openCostService(stack), (name) => name.includes(wanted));
  process.stdout.write(`${JSON.stringify(costs)}\n`);
} finally {
  await stack.close();
}
process.exit(0);
