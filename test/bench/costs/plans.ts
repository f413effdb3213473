import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

import * as z from 'zod';

import { startNativeServer } from '../../support/native-server.ts';
import { nativeServerUrl } from '../../support/database/open.ts';
import { openCostService, rehearseRequest } from './costs.ts';
import { openExplainer } from './explain.ts';
import { addCostLayer, buildLayerRequests } from './layers.ts';
import { collectPlanFacts, listRegressions, type PlanFacts } from './plan-facts.ts';
import { buildReadRequests } from './reads.ts';
import { silenceLog } from '../silence-log.ts';
import { openCostStack, type CostStack } from './stack.ts';

// `npm run bench:plans [-- --write]` explains every read on more than 100,000 resource instances with a million tiles, and compares the
// facts of its plan with plans.generated.json. With --write it writes plans.generated.json again. It exits with 1 if a plan is worse.

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const file = new URL('./plans.generated.json', import.meta.url);
const storedFactsSchema = z.record(
  z.string(),
  z.object({
    pages: z.number(),
    indexes: z.array(z.string()),
    scanned: z.record(z.string(), z.number()),
    sorted: z.number(),
  }),
);

async function collectFacts(
  stack: CostStack,
  url: string,
): Promise<ReadonlyMap<string, PlanFacts>> {
  const service = await openCostService(stack);
  const layer = await addCostLayer(url);
  const explainer = await openExplainer(url);
  const facts = new Map<string, PlanFacts>();
  for (const request of [
    ...buildReadRequests(service.examples, service.account),
    ...buildLayerRequests(layer),
  ]) {
    const caller = service.callers.find(({ name }) => (request.only ?? 'Guest') === name);
    if (caller === undefined) continue;
    const { statements } = await rehearseRequest(service, request, caller);
    const plans: string[] = [];
    for (const statement of statements) plans.push(...(await explainer.explain(statement)));
    facts.set(request.name, collectPlanFacts(plans));
  }
  await explainer.close();
  return facts;
}

/** Prints the requests that are new or have worse plans than before. @returns their number */
async function reportRegressions(facts: ReadonlyMap<string, PlanFacts>): Promise<number> {
  const before = storedFactsSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  let count = 0;
  for (const [request, now] of facts) {
    const storedFacts = before[request];
    const problems =
      storedFacts === undefined
        ? ['is new: write it with --write']
        : listRegressions(storedFacts, now);
    if (problems.length > 0) count += 1;
    for (const problem of problems) console.error(`${request} ${problem}`);
  }
  return count;
}

const server = nativeServerUrl() === undefined ? await startNativeServer() : undefined;
if (server !== undefined) process.env['HDS_DATABASE_URL'] = server.url;
const stack = await openCostStack('a million tiles');
silenceLog();
let problems = 0;
try {
  if (stack.url === undefined) throw new Error('Plans are explained on a native server.');
  const facts = await collectFacts(stack, stack.url);
  if (values.write) {
    await writeFile(file, `${JSON.stringify(Object.fromEntries(facts), undefined, 1)}\n`);
  } else {
    problems = await reportRegressions(facts);
  }
} finally {
  await stack.close();
  await server?.stop();
}
process.exit(problems > 0 ? 1 : 0);
