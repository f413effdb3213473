import { openGateway } from '../gateway/emulator/gateway.ts';
import { listenOnPort } from '../gateway/emulator/listen-on-port.ts';
import { rawSql } from '../../lib/data-api/sql.ts';
import type { TestStack } from '../support/stack.ts';
import { configure } from './environment.ts';
import type { Figure } from './figure.ts';
import { loadOf, type LoadResult } from './load.ts';

/** Measures each endpoint of the packaged service behind the emulated gateway. The peer is /health, which needs no data. */
export async function benchEndpoints(stack: TestStack, kind: string): Promise<readonly Figure[]> {
  configure(stack);
  const service = await listenOnPort(await openGateway('bundles'));
  try {
    const frame = await loadOf(`${service.url}/health`, stack);
    const figures: Figure[] = [];
    for (const [name, path] of await paths(stack)) {
      const load = await loadOf(service.url + path, stack);
      figures.push(...figuresOf(`GET ${name}, ${kind}`, load, frame));
    }
    return figures;
  } finally {
    await service.close();
  }
}

function figuresOf(subject: string, load: LoadResult, frame: LoadResult): readonly Figure[] {
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
    rawSql(`select
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
