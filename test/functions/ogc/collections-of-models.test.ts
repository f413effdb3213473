import { browserAccept } from '../pages/data-pages.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { queryablesBody } from '../../../lib/http/schemas/ogc.ts';
import { queryColumn } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';
import { siteGraphs, siteNodes } from '../../support/world/sites/site-model.ts';
import { readAllPages, readCollection, readItem, readItems } from './items.ts';
import {
  filterPath,
  gidsIn,
  gidsOf,
  listIds,
  openSites,
  sites,
  statusOf,
} from './site-collections.ts';
import { readTile, tilePath, type TileAddress } from './vector-tiles.ts';

const world: TileAddress = { zoom: 0, column: 0, row: 0 };

let service: TestService;

beforeAll(async () => {
  service = await openSites();
});

afterAll(async () => service?.close());

describe('the collection of a model', () => {
  it('has the features of all its geometry nodes, each once, on pages of any length', async () => {
    const gids = await gidsOf(service, siteNodes.geometry, siteNodes.part);
    for (const limit of [1, 7, 10_000]) {
      const pages = await readAllPages(service, `${sites}/items?limit=${limit}&count=exact`);
      expect(pages.flatMap(gidsIn)).toEqual(gids);
      expect(new Set(pages.map(({ numberMatched }) => numberMatched))).toEqual(
        new Set([gids.length]),
      );
    }
    const nodes = (await readItems(service, `${sites}/items`)).features.map(
      ({ properties }) => properties['nodeid'],
    );
    expect(new Set(nodes)).toEqual(new Set([siteNodes.geometry, siteNodes.part]));
  });

  it('is listed with the name of the model and the extent of its features, and a model without geometries is not', async () => {
    expect((await listIds(service)).filter((id) => !id.startsWith('site_'))).toEqual(['site']);
    const { title, description, extent, links } = await readCollection(service, sites);
    expect([title, description]).toEqual(['site', 'Site']);
    const [box = ''] = await queryColumn(
      service,
      `select concat_ws(',', greatest(min(st_xmin(geometry)), -180), min(st_ymin(geometry)), least(max(st_xmax(geometry)), 180), max(st_ymax(geometry)))
from feature
where not is_nowhere(world_geometry)`,
    );
    expect(extent.spatial.bbox[0]).toEqual(box.split(',').map(Number));
    for (const { href } of links)
      expect([href, await statusOf(service, new URL(href).pathname)]).toEqual([href, 200]);
    expect(await statusOf(service, '/ogc/collections/keeper')).toBe(404);
  });

  it('shows the name of the record, and by alias the nodes of which a record has one value', async () => {
    const { features } = await readItems(service, `${sites}/items?limit=10000`);
    const names = await queryColumn(
      service,
      `select n.alias
from node n
join nodegroup g on g.nodegroup_id = n.nodegroup_id
where n.graph_id = '${siteGraphs.site}'
  and g.cardinality = '1'
  and g.parent_nodegroup_id is null
  and n.holds is distinct from 'nothing'`,
    );
    expect(names.length).toBeGreaterThan(3);
    for (const { properties } of features) {
      expect(Object.keys(properties).toSorted()).toEqual(
        ['primary_name', ...names, 'resourceinstanceid', 'tileid', 'nodeid'].toSorted(),
      );
    }
    const stored = await queryColumn(
      service,
      `select concat_ws(' ', resource_id, descriptors #>> '{en,name,value}') from resource where graph_id = '${siteGraphs.site}'`,
    );
    const shown = features.map(({ properties }) =>
      [properties['resourceinstanceid'], properties['primary_name'] ?? []].flat().join(' '),
    );
    expect(shown.filter((name) => !stored.includes(name))).toEqual([]);
    expect(shown.some((name) => name.includes(' '))).toBe(true);
  });

  it('has only the requested properties, of which the name is one', async () => {
    const { features } = await readItems(service, `${sites}/items?limit=1&properties=primary_name`);
    expect(new Set(Object.keys(features[0]?.properties ?? {}))).toEqual(
      new Set(['primary_name', 'resourceinstanceid', 'tileid', 'nodeid']),
    );
    expect(await statusOf(service, `${sites}/items?properties=locality`)).toBe(400);
  });

  it('is a collection for each kind of geometry, too', async () => {
    const points = await readItems(service, `${sites}_point/items?limit=10000`);
    expect(points.features.length).toBeGreaterThan(0);
    const geometries = points.features.map(({ geometry }) => JSON.stringify(geometry));
    expect(geometries.filter((geometry) => !geometry.includes('Point'))).toEqual([]);
    expect(await listIds(service)).toContain('site_point');
  });

  it('has a document and a page for each feature', async () => {
    for (const gid of await gidsOf(service, siteNodes.part)) {
      const item = await readItem(service, `${sites}/items/${gid}`);
      expect([item.id, item.properties['nodeid']]).toEqual([gid, siteNodes.part]);
    }
  });

  it.each(['', '?filter=primary_name IS NOT NULL'])(
    'has a page that names records in place of their ids%s',
    async (query) => {
      const { features } = await readItems(service, `${sites}/items${query}`);
      const names = features.flatMap(({ properties: { primary_name: name, resourceinstanceid } }) =>
        typeof name === 'string' ? [[resourceinstanceid, name] as const] : [],
      );
      const response = await service.fetch(`${sites}/items${query}`, {
        headers: { accept: browserAccept },
      });
      const page = await response.text();
      expect(names.length).toBeGreaterThan(0);
      expect(
        names.filter(([id, name]) => !page.includes(`/resources/${id}" dir="auto">${name}</a>`)),
      ).toEqual([]);
    },
  );

  it('has map tiles with all of its features', async () => {
    const features = await readTile(service, tilePath(`${sites}/tiles`, world), world);
    const [count = ''] = await queryColumn(
      service,
      'select count(*) from feature where map_cell is not null',
    );
    expect(new Set(features.map(({ properties }) => properties['featureid'])).size).toBe(
      Number(count),
    );
    expect(new Set(features.map(({ layer }) => layer))).toEqual(new Set(['site']));
  });

  it('is filtered by the name of the record, by columns, and by the places of both geometry nodes', async () => {
    const all = await readItems(service, `${sites}/items?limit=10000`);
    const matching = (isMatching: (properties: Readonly<Record<string, unknown>>) => boolean) =>
      all.features.filter(({ properties }) => isMatching(properties)).map(({ id }) => id);
    const name = String(
      all.features.find(({ properties }) => properties['primary_name'] !== null)?.properties[
        'primary_name'
      ],
    );
    const isNamed = matching((properties) => properties['primary_name'] === name);
    const quoted = name.replaceAll("'", "''");
    expect(gidsIn(await readItems(service, filterPath(`primary_name = '${quoted}'`)))).toEqual(
      isNamed,
    );
    expect(
      gidsIn(
        await readItems(
          service,
          `${sites}/items?limit=10000&primary_name=${encodeURIComponent(name)}`,
        ),
      ),
    ).toEqual(isNamed);
    const nameless = await readItems(service, filterPath('primary_name IS NULL'));
    expect(gidsIn(nameless)).toEqual(matching((properties) => properties['primary_name'] === null));
    const box = '-60,-40,60,40';
    const inBox = gidsIn(await readItems(service, `${sites}/items?limit=10000&bbox=${box}`));
    expect(
      gidsIn(await readItems(service, filterPath(`S_INTERSECTS(geometry, BBOX(${box}))`))),
    ).toEqual(inBox);
    const isWithin = gidsIn(
      await readItems(service, filterPath(`S_WITHIN(geometry, BBOX(${box}))`)),
    );
    expect(isWithin.length).toBeGreaterThan(0);
    expect(inBox).toEqual(expect.arrayContaining([...isWithin]));
    const partsWithin = (await gidsOf(service, siteNodes.part)).filter((gid) =>
      isWithin.includes(gid),
    );
    expect(partsWithin.length).toBeGreaterThan(0);
  });

  it('lists its properties for filters, in /ogc/api, too', async () => {
    const { properties } = queryablesBody.parse(await service.fetchJson(`${sites}/queryables`));
    const [feature] = (await readItems(service, `${sites}/items?limit=1`)).features;
    expect(Object.keys(properties).toSorted()).toEqual(
      ['geometry', ...Object.keys(feature?.properties ?? {})].toSorted(),
    );
    const description = await (await service.fetch('/ogc/api')).text();
    expect(description).toContain('/collections/site_polygon/items');
    expect(description).toContain('Only features with this value of \\"primary_name\\"');
  });
});
