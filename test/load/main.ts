import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

import * as z from 'zod';

import { nativeServerUrl } from '../support/database/open.ts';
import { startNativeServer } from '../support/native-server.ts';
import { withLoadService, type LoadService } from './load-service.ts';
import { createMix, type Mix } from './mix.ts';
import {
  formatConcurrencyTable,
  describeConditions,
  formatPartsTable,
  formatSoakTable,
} from './report.ts';
import { isHealthy, runMix, type MixResult } from './run-mix.ts';
import { isBounded, measureGrowth, type Sample } from './samples.ts';

// `npm run load`: mixed traffic at increasing concurrency. `npm run load -- --soak MINUTES`: a steady mix, with samples of memory and
// handles. Prints Markdown, and ends with 1 after a 5xx, a lost connection, or growth without bound.

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '15' },
    connections: { type: 'string', default: '1,4,16,64' },
    soak: { type: 'string' },
  },
});

const sampleSchema: z.ZodType<Sample> = z.object({
  seconds: z.number(),
  rss: z.number(),
  heap: z.number(),
  external: z.number(),
  handles: z.number(),
  files: z.number(),
});

async function listCollectionIds({ url }: LoadService): Promise<readonly string[]> {
  const response = await fetch(`${url}/ogc/collections`);
  const schema = z.object({ collections: z.array(z.object({ id: z.string() })) });
  return schema.parse(await response.json()).collections.map(({ id }) => id);
}

async function measureConcurrency({ url }: LoadService, mix: Mix): Promise<boolean> {
  const results: MixResult[] = [];
  const seconds = Number(values.seconds);
  // Loads every function, and fills caches and pools.
  await runMix(url, mix, { connections: 4, seconds: Math.ceil(seconds / 2) });
  for (const connections of values.connections.split(',').map(Number)) {
    results.push(await runMix(url, mix, { connections, seconds }));
  }
  console.log(`\n${formatConcurrencyTable(results)}`);
  const middleResult = results[Math.min(1, results.length - 1)];
  if (middleResult !== undefined) console.log(`\n${formatPartsTable(middleResult)}`);
  return results.every(isHealthy);
}

async function soak({ url, functions }: LoadService, mix: Mix, minutes: number): Promise<boolean> {
  const samples: Sample[] = [];
  const { stdout } = functions.process;
  if (stdout === null) throw new Error('The process of the functions has no output.');
  createInterface({ input: stdout }).on('line', (line) => {
    const sample = sampleSchema.safeParse(JSON.parse(line));
    if (sample.success) samples.push(sample.data);
  });
  const result = await runMix(url, mix, { connections: 4, seconds: minutes * 60 });
  console.log(`\nSoak of ${minutes} minutes:\n\n${formatConcurrencyTable([result])}`);
  console.log(`\n${formatSoakTable(samples)}`);
  return isHealthy(result) && measureGrowth(samples).every(isBounded);
}

const configuredServer = nativeServerUrl();
const temporaryServer =
  configuredServer === undefined ? await startNativeServer({ shared_buffers: '512MB' }) : undefined;
try {
  const hasPassed = await withLoadService(
    configuredServer ?? temporaryServer?.url ?? '',
    async (service) => {
      console.log(describeConditions(service.content));
      const mix = await createMix(
        service.dataApi,
        await listCollectionIds(service),
        service.account,
      );
      return values.soak === undefined
        ? measureConcurrency(service, mix)
        : soak(service, mix, Number(values.soak));
    },
  );
  process.exitCode = hasPassed ? 0 : 1;
} finally {
  await temporaryServer?.stop();
}
