import { openGateway } from '../gateway/emulator/gateway.ts';
import { listenOnPort } from '../gateway/emulator/listen-on-port.ts';
import { rawSql } from '../../lib/data-api/sql.ts';
import type { TestStack } from '../support/stack.ts';
import { configureFunctions } from './environment.ts';
import type { Figure } from './figure.ts';
import { measureLoad, type LoadResult } from './load.ts';

/** Measures each endpoint of the packaged service behind the emulated gateway. The peer is /health, which needs no data. */
export async function benchEndpoints(stack: TestStack, kind: string): Promise<readonly Figure[]> {
  configureFunctions(stack);
  const service = await listenOnPort(await openGateway('bundles'));
  try {
    const healthLoad = await measureLoad(`${service.url}/health`, stack);
    const figures: Figure[] = [];
    for (const [name, path] of await listPaths(stack)) {
      const load = await measureLoad(service.url + path, stack);
      figures.push(...toFigures(`GET ${name}, ${kind}`, load, healthLoad));
    }
    return figures;
  } finally {
    await service.close();
  }
}

function toFigures(subject: string, load: LoadResult, healthLoad: LoadResult): readonly Figure[] {
  return [
    {
      subject,
      measure: 'requests a second',
      value: load.perSecond,
      unit: '/s',
      beside: { name: '/health', value: healthLoad.perSecond },
    },
    {
      subject,
      measure: 'p50',
      value: load.median,
      unit: 'ms',
    },
    { subject, measure: 'Data API calls per request', value: load.callsPerRequest, unit: '' },
  ];
}

async function listPaths(stack: TestStack): Promise<readonly (readonly [string, string])[]> {
  const [row] = await stack.dataApi.read(
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
