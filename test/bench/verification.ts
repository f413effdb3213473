import { rawSql } from '../../lib/data-api/sql.ts';
import { bearerHeader } from '../support/accounts.ts';
import type { TestStack } from '../support/stack.ts';
import type { Figure } from './figure.ts';
import { measureLoad, quantile, type LoadResult } from './load.ts';

const seconds = 1;
const rounds = 5;

/**
 * Measures requests with a token and the same requests without, alternately. Guest must be able to read.
 * @param token of an account that may read
 */
export async function benchVerification(
  stack: TestStack,
  url: string,
  token: string,
  kind: string,
): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const [name, path] of await listPaths(stack)) {
    const loadsWithoutToken: LoadResult[] = [];
    const loadsWithToken: LoadResult[] = [];
    for (let round = 0; round < rounds; round += 1) {
      loadsWithoutToken.push(await measureLoad(url + path, stack, {}, seconds));
      loadsWithToken.push(await measureLoad(url + path, stack, bearerHeader(token), seconds));
    }
    const subject = `GET ${name} with a token, ${kind}`;
    figures.push(
      {
        subject,
        measure: 'requests a second',
        value: median(loadsWithToken, 'perSecond'),
        unit: '/s',
        beside: { name: 'without a token', value: median(loadsWithoutToken, 'perSecond') },
      },
      {
        subject,
        measure: 'Data API calls per request',
        value: median(loadsWithToken, 'callsPerRequest'),
        unit: '',
        beside: { name: 'the most there may be', value: 1 },
      },
    );
  }
  return figures;
}

async function listPaths(stack: TestStack): Promise<readonly (readonly [string, string])[]> {
  const [row] = await stack.dataApi.read(
    rawSql(`select
  (select resource_id::text from resource order by resource_id limit 1),
  (select concept_id::text from concept where node_type = 'Concept' order by concept_id limit 1)`),
  );
  return [
    ['/resources/?limit=10', '/resources/?limit=10'],
    ['/resources/{id}?format=json', `/resources/${String(row?.[0])}?format=json`],
    ['/geojson?limit=10', '/geojson?limit=10'],
    ['/rdm/concepts/{id}', `/rdm/concepts/${String(row?.[1])}?format=json`],
  ];
}

function median(loads: readonly LoadResult[], measure: keyof LoadResult): number {
  return quantile(
    loads.map((load) => load[measure]),
    0.5,
  );
}
