import autocannon from 'autocannon';

import { openGateway } from '../gateway/imitation/gateway.ts';
import { listen } from '../gateway/imitation/listen.ts';
import {
  localClusterArn,
  localDatabaseName,
  localSecretArn,
} from '../../infra/local/data-api/names.ts';
import { plain } from '../../lib/data-api/sql.ts';
import type { TestStack } from '../support/stack.ts';
import type { Figure } from './figure.ts';

type Load = {
  readonly perSecond: number;
  readonly median: number;
  readonly callsPerRequest: number;
};

const seconds = 4;
const connections = 4;

/** Measures each endpoint, packaged, behind the imitated gateway; beside /health, which is the frame without data. */
export async function benchEndpoints(stack: TestStack, kind: string): Promise<readonly Figure[]> {
  Object.assign(process.env, {
    HDS_BASE_URL: 'http://localhost:3000',
    HDS_CLUSTER_ARN: localClusterArn,
    HDS_SECRET_ARN: localSecretArn('service'),
    HDS_DATABASE: localDatabaseName,
    AWS_ENDPOINT_URL_RDS_DATA: stack.server.url,
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'bench',
  });
  const service = await listen(await openGateway('bundles'));
  try {
    const frame = await measure(`${service.url}/health`, stack);
    const figures: Figure[] = [];
    for (const [name, path] of await paths(stack)) {
      const load = await measure(service.url + path, stack);
      figures.push(...figuresOf(`GET ${name}, ${kind}`, load, frame));
    }
    return figures;
  } finally {
    await service.close();
  }
}

function figuresOf(subject: string, load: Load, frame: Load): readonly Figure[] {
  return [
    {
      subject,
      measure: 'requests a second',
      value: load.perSecond,
      unit: '/s',
      beside: { name: '/health', value: frame.perSecond },
    },
    {
      subject,
      measure: 'p50',
      value: load.median,
      unit: 'ms',
    },
    { subject, measure: 'Data API calls a request', value: load.callsPerRequest, unit: '' },
  ];
}

async function paths(stack: TestStack): Promise<readonly (readonly [string, string])[]> {
  const [row] = await stack.data.read(
    plain(`select
  (select resource_id::text from resource order by resource_id limit 1),
  (select concept_id::text from concept where node_type = 'Concept' order by concept_id limit 1)`),
  );
  return [
    ['/resources/ (500 ids)', '/resources/'],
    ['/resources/{id}?format=json', `/resources/${String(row?.[0])}?format=json`],
    ['/geojson?limit=50', '/geojson?limit=50'],
    ['/rdm/concepts/{id}', `/rdm/concepts/${String(row?.[1])}?format=json`],
  ];
}

async function measure(url: string, stack: TestStack): Promise<Load> {
  await autocannon({ url, connections: 1, amount: 20 });
  const before = stack.server.counters.read().calls;
  const result = await autocannon({ url, connections, duration: seconds });
  const calls = stack.server.counters.read().calls - before;
  if (result.non2xx > 0) throw new Error(`${url} answered ${result.non2xx} times with an error.`);
  return {
    perSecond: result.requests.average,
    median: result.latency.p50,
    callsPerRequest: calls / result.requests.total,
  };
}
