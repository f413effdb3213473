import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { rawSql, sql, uuid, type Statement } from '../../../lib/data-api/sql.ts';
import { defaultFeatureQuery } from '../../../lib/model/geojson/feature-query.ts';
import { findChunkEnds } from '../../../lib/queries/geojson/chunk-ends.ts';
import { countFeatures } from '../../../lib/queries/geojson/count-features.ts';
import { addTestSpatialView, placeNodes } from '../../support/test-spatial-views.ts';
import { openSampleService } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';

const featureCount = 1000;
const limit = 10;

let service: TestService;

beforeAll(async () => {
  service = await openSampleService();
  await service.openToGuest();
  const { owner } = service.stack;
  await owner.write(sql`insert into resource (resource_id, graph_id)
select md5('place ' || n)::uuid, g.graph_id
from generate_series(1, ${rawSql(String(featureCount))}) n
join node g on g.node_id = ${uuid(placeNodes.geometry)}`);
  await owner.write(sql`insert into tile (tile_id, resource_id, nodegroup_id, data)
select
  md5('outline ' || n)::uuid,
  md5('place ' || n)::uuid,
  g.nodegroup_id,
  jsonb_build_object(g.node_id::text, st_asgeojson(st_point(n * 0.05, n % 80))::jsonb)
from generate_series(1, ${rawSql(String(featureCount))}) n
join node g on g.node_id = ${uuid(placeNodes.geometry)}`);
  await owner.write(rawSql('analyze feature'));
  await addTestSpatialView(service, { slug: 'many', nodes: [placeNodes.name] });
});

afterAll(async () => service?.close());

/** The maximum number of features that any part of a statement scans. */
async function countScannedFeatures({ text, parameters }: Statement): Promise<number> {
  const explain = `explain (analyze, costs off, timing off) ${text}`;
  const lines = await service.stack.owner.read({ text: explain, parameters });
  const scans = lines
    .join('\n')
    .split('->')
    .filter((part) => /^[^\n]* on feature f/.test(part));
  const counts = scans.map((scan) =>
    Array.from(scan.matchAll(/(?:actual rows=|Removed by Filter: )(\d+)/g), ([, rows]) =>
      Number(rows),
    ).reduce((sum, rows) => sum + rows, 0),
  );
  return Math.max(...counts);
}

it.each([
  ['from the first feature', null],
  [
    'from the middle',
    { resourceId: '80000000-0000-4000-8000-000000000000', tileId: placeNodes.name, gid: 1 },
  ],
] as const)('a page of a layer does not scan the features after it: %s', async (_, after) => {
  const stretch = { after, skipped: 0n, length: limit, overhead: 80, chunkBytes: 1_000_000 };
  const plan = findChunkEnds(null, { ...defaultFeatureQuery, layer: 'many' }, stretch, null);
  expect(await countScannedFeatures(plan)).toBeLessThanOrEqual(limit + 2);
});

describe('the plan and the count of the features up to a tile', () => {
  const middle = {
    resourceId: '10000000-0000-4000-8000-000000000000',
    tileId: placeNodes.name,
    gid: 1,
  };
  const maxScannedFeatures = featureCount / 8;

  it.each([
    ['all features', defaultFeatureQuery],
    ['a layer', { ...defaultFeatureQuery, layer: 'many' }],
  ] as const)('do not scan the features after that tile: %s', async (_, query) => {
    const stretch = {
      after: null,
      skipped: 0n,
      length: featureCount,
      overhead: 80,
      chunkBytes: 1_000_000,
    };
    expect(await countScannedFeatures(findChunkEnds(null, query, stretch, middle))).toBeLessThan(
      maxScannedFeatures,
    );
    const range = { after: null, until: middle };
    expect(await countScannedFeatures(countFeatures(null, query, range, null))).toBeLessThan(
      maxScannedFeatures,
    );
  });
});
