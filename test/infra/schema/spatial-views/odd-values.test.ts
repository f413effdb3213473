import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { json, sql, uuid } from '../../../../lib/data-api/sql.ts';
import { triesAllCases } from '../../../support/random/take-sample.ts';
import { quoteIdentifier } from '../../../support/spatial-views/read-views.ts';
import { attributeNodeIds } from '../../../support/spatial-views/edits/views.ts';
import { anyHostileText } from '../../../support/spatial-views/hostile-texts.ts';
import {
  siteGraphs,
  nodegroupOfSiteNode,
  siteNodegroups,
  siteNodes,
} from '../../../support/world/sites/site-model.ts';
import {
  viewAttributes,
  insertTestView,
  openSiteWorld,
  type SiteWorld,
} from '../../../support/world/sites/site-world.ts';
import { id } from '../../cli/import/graphs/example.ts';

const site = id(9701);
const placeTile = id(9702);
const viewNames = ['odd_point', 'odd_linestring', 'odd_polygon', 'odd_degrees_mixed_geom'];

let world: SiteWorld;

beforeAll(async () => {
  world = await openSiteWorld();
  await world.openToReaders();
  const { dataApi } = world.service.stack;
  await dataApi.write(
    sql`insert into resource (resource_id, graph_id) values (${uuid(site)}, ${uuid(siteGraphs.site)})`,
  );
  const attributes = viewAttributes(...attributeNodeIds);
  await dataApi.write(insertTestView({ id: id(9711), slug: 'odd', attributes }));
  await dataApi.write(
    insertTestView({ id: id(9712), slug: 'odd_degrees', attributes, srid: 4326, isMixed: true }),
  );
  await dataApi.write(
    writeTile(placeTile, siteNodegroups.places, {
      [siteNodes.geometry]: collectionOf({ type: 'Point', coordinates: [1, 2] }),
    }),
  );
});

afterAll(async () => world?.service.close());

const collectionOf = (geometry: unknown) => ({
  type: 'FeatureCollection',
  features: [{ type: 'Feature', properties: {}, geometry }],
});

const writeTile = (tile: string, nodegroup: string, values: unknown) =>
  sql`insert into tile (tile_id, resource_id, nodegroup_id, sort_order, data)
values (${uuid(tile)}, ${uuid(site)}, ${uuid(nodegroup)}, 0, ${json(values)})
on conflict (tile_id) do update set data = excluded.data`;

/** The number of rows of the site in each view. */
async function countRows(): Promise<readonly number[]> {
  return world.withSession('reader', async (session) => {
    const rowCounts: number[] = [];
    for (const name of viewNames) {
      const { rows } = await session.query(
        `select v::text, st_asgeojson(geom) from ${quoteIdentifier(name)} v where resourceinstanceid::text = '${site}'`,
        [],
        60_000,
      );
      rowCounts.push(rows.length);
    }
    return rowCounts;
  });
}

const oddValue: fc.Arbitrary<unknown> = fc
  .oneof(
    fc.jsonValue({ maxDepth: 3 }),
    anyHostileText,
    fc.record({ resourceId: fc.oneof(fc.uuid(), anyHostileText, fc.integer()) }),
    fc.array(
      fc.oneof(
        fc.uuid(),
        anyHostileText,
        fc.constant(null),
        fc.record({ title: fc.jsonValue(), name: fc.jsonValue() }),
      ),
      { maxLength: 3 },
    ),
    fc.dictionary(
      fc.constantFrom('en', 'fr', 'not a tag', '', 'url'),
      fc.oneof(anyHostileText, fc.record({ value: fc.jsonValue() })),
      { maxKeys: 3 },
    ),
    fc.constantFrom(id(7000), placeTile, site, '1e400', '-0', 'NaN'),
  )
  .filter((value) => !JSON.stringify(value).includes(String.raw`\u0000`));

const geometries: Readonly<
  Record<string, readonly [geometry: unknown, rowCounts: readonly number[]]>
> = {
  'at the north pole': [{ type: 'Point', coordinates: [0, 90] }, [expect.any(Number), 0, 0, 1]],
  'beyond the world': [
    { type: 'Point', coordinates: [500, 300] },
    [expect.any(Number), 0, 0, expect.any(Number)],
  ],
  'without coordinates': [{ type: 'Point', coordinates: [] }, [0, 0, 0, 0]],
  'of an empty collection': [{ type: 'GeometryCollection', geometries: [] }, [0, 0, 0, 0]],
  'that is null': [null, [0, 0, 0, 0]],
  'of an unknown type': [{ type: 'Circle', coordinates: [0, 0] }, [0, 0, 0, 0]],
  'of texts': [{ type: 'Point', coordinates: ['1', '2'] }, [0, 0, 0, 0]],
  'that is a text': ['somewhere', [0, 0, 0, 0]],
  'with an open ring': [
    {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 0],
          [1, 1],
        ],
      ],
    },
    [0, 0, 0, 0],
  ],
  'with a height': [{ type: 'Point', coordinates: [1, 2, 300] }, [1, 0, 0, 1]],
  'that crosses itself': [
    {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 1],
          [1, 0],
          [0, 1],
          [0, 0],
        ],
      ],
    },
    [0, 0, 1, 1],
  ],
  'that is a collection': [
    { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [1, 2] }] },
    [0, 0, 0, 1],
  ],
};

describe('a spatial view', () => {
  it('never blocks a write, whatever the values of its attributes are', async () => {
    const nodesOfViews = attributeNodeIds.map(
      (nodeId) => [nodeId, nodegroupOfSiteNode.get(nodeId) ?? ''] as const,
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(oddValue, {
          minLength: attributeNodeIds.length,
          maxLength: attributeNodeIds.length,
        }),
        async (values) => {
          const data = new Map<string, Record<string, unknown>>();
          for (const [position, [nodeId, nodegroup]] of nodesOfViews.entries()) {
            data.set(nodegroup, { ...data.get(nodegroup), [nodeId]: values[position] });
          }
          for (const [position, [nodegroup, tileValues]] of [...data].entries()) {
            const tile = nodegroup === siteNodegroups.places ? id(9729) : id(9720 + position);
            await world.service.stack.dataApi.write(writeTile(tile, nodegroup, tileValues));
          }
          expect(await countRows()).toEqual([1, 0, 0, 1]);
        },
      ),
      { numRuns: triesAllCases ? 40 : 15 },
    );
  });

  it.each(Object.entries(geometries))(
    'never blocks the write of a geometry %s, and shows it if it has valid coordinates',
    async (_title, [geometry, rowCounts]) => {
      await world.service.stack.dataApi.write(
        writeTile(placeTile, siteNodegroups.places, {
          [siteNodes.geometry]: collectionOf(geometry),
        }),
      );
      expect(await countRows()).toEqual(rowCounts);
    },
  );
});
