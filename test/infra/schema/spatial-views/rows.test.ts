import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { int, json, sql, text, textArray, uuid } from '../../../../lib/data-api/sql.ts';
import { readerGroup } from '../../../support/world/reader-group.ts';
import {
  siteConceptValues,
  siteGraphs,
  siteNodegroups,
  siteNodes,
  siteOptionIds,
} from '../../../support/world/sites/site-model.ts';
import {
  viewAttributes,
  insertTestView,
  openSiteWorld,
  type SiteWorld,
} from '../../../support/world/sites/site-world.ts';
import { id } from '../../cli/import/graphs/example.ts';

const site = id(9601);
const keeper = id(9602);
const inBothLanguages = (value: string, french = '') => ({
  en: { value, direction: 'ltr' },
  fr: { value: french, direction: 'ltr' },
});
const reference = (resourceId: string) => ({ resourceId });
const fileValue = (name: string, title?: unknown) => ({
  name,
  url: '/files/x',
  ...(title === undefined ? {} : { title }),
});

/** Two tiles of names, of which the second is first in the sort order, and one tile of each other nodegroup. */
const tiles: readonly (readonly [tile: string, nodegroup: string, order: number, data: object])[] =
  [
    [
      id(9611),
      siteNodegroups.names,
      1,
      {
        [siteNodes.name]: inBothLanguages('Old Mill', 'Vieux moulin'),
        [siteNodes.inventory]: '1987.1',
        [siteNodes.kind]: siteConceptValues.millEnglish,
        [siteNodes.kinds]: [siteConceptValues.barnOther, siteConceptValues.millFrench],
      },
    ],
    [
      id(9612),
      siteNodegroups.names,
      0,
      {
        [siteNodes.name]: inBothLanguages('Lower Mill'),
        [siteNodes.inventory]: null,
        [siteNodes.kind]: siteConceptValues.towerFrench,
        [siteNodes.kinds]: null,
      },
    ],
    [
      id(9613),
      siteNodegroups.facts,
      0,
      {
        [siteNodes.state]: siteOptionIds[1],
        [siteNodes.states]: [siteOptionIds[2], siteOptionIds[0]],
        [siteNodes.height]: 11111,
        [siteNodes.visited]: '2024-05-10',
        [siteNodes.built]: '2010',
        [siteNodes.is_open]: true,
        [siteNodes.page]: { url: 'https://www.mill.test', url_label: 'Mill' },
        [siteNodes.pictures]: [
          fileValue('plan.png', inBothLanguages('The plan')),
          fileValue('elastic.png'),
        ],
        [siteNodes.grid]: 'TQ3000080000',
      },
    ],
    [
      id(9614),
      siteNodegroups.places,
      0,
      {
        [siteNodes.geometry]: {
          type: 'FeatureCollection',
          features: [
            { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [180, 0] } },
          ],
        },
        [siteNodes.locality]: inBothLanguages('Grünau', 'Grünau-sur-Mer'),
      },
    ],
    [
      id(9615),
      siteNodegroups.links,
      0,
      {
        [siteNodes.neighbours]: [reference(site), reference(id(9699))],
        [siteNodes.keeper]: [reference(keeper)],
        [siteNodes.named_as]: id(9611),
      },
    ],
  ];
const attributes = [
  'name',
  'inventory',
  'kind',
  'kinds',
  'state',
  'states',
  'height',
  'visited',
  'built',
  'is_open',
  'page',
  'pictures',
  'grid',
  'locality',
  'part_note',
  'neighbours',
  'keeper',
  'named_as',
] as const;

let world: SiteWorld;

beforeAll(async () => {
  world = await openSiteWorld();
  const { dataApi } = world.service.stack;
  const descriptorsWithName = (value: string, nodegroup: string) => ({
    en: { name: { value, nodegroups: [nodegroup], resources: [] } },
  });
  await dataApi.write(sql`insert into resource (resource_id, graph_id, descriptors)
values
  (${uuid(site)}, ${uuid(siteGraphs.site)}, ${json(descriptorsWithName('The mill', siteNodegroups.names))}),
  (${uuid(keeper)}, ${uuid(siteGraphs.keeper)}, ${json(descriptorsWithName('Anna', siteNodegroups.keeper))})`);
  for (const [tile, nodegroup, order, values] of tiles) {
    await dataApi.write(sql`insert into tile (tile_id, resource_id, nodegroup_id, sort_order, data)
values (${uuid(tile)}, ${uuid(site)}, ${uuid(nodegroup)}, ${int(order)}, ${json(values)})`);
  }
  const viewColumns = viewAttributes(...attributes.map((alias) => siteNodes[alias]));
  await dataApi.write(insertTestView({ id: id(9621), slug: 'mills', attributes: viewColumns }));
  await dataApi.write(
    insertTestView({
      id: id(9622),
      slug: 'moulins',
      attributes: viewColumns,
      language: 'fr',
      srid: 4326,
    }),
  );
  await world.openToReaders();
});

afterAll(async () => world?.service.close());

async function readRow(view: string): Promise<Readonly<Record<string, string | null>>> {
  return world.withSession('reader', async (session) => {
    const { rows, fields } = await session.query(
      `select v.*, st_astext(st_geometryn(geom, 1)) as geom_text, st_srid(geom) as geom_srid, geometrytype(geom) as geom_type from ${view} v where resourceinstanceid::text = '${site}'`,
      [],
      60_000,
    );
    expect(rows).toHaveLength(1);
    return Object.fromEntries(fields.map(({ name }, index) => [name, rows[0]?.[index] ?? null]));
  });
}

const englishRow = {
  tileid: id(9614),
  nodeid: siteNodes.geometry,
  resourceinstanceid: site,
  geom_srid: '3857',
  geom_type: 'MULTIPOINT',
  name: 'Lower Mill, Old Mill',
  inventory: '1987.1',
  kind: 'tour, mill',
  kinds: 'barn, mill',
  state: 'ruined',
  states: 'gone, sound',
  height: '11111',
  visited: '2024-05-10',
  built: '2010',
  is_open: 'true',
  page: 'https://www.mill.test',
  pictures: 'The plan, elastic.png',
  grid: 'TQ3000080000',
  locality: 'Grünau',
  part_note: null,
  neighbours: 'The mill, Undefined',
  keeper: 'Anna',
  named_as: 'Old Mill',
};

describe('a row of a spatial view', () => {
  it('has the values of every datatype as texts, in the order of tiles and lists, and nothing for null', async () => {
    const row = await readRow('mills_point');
    expect(row).toMatchObject(englishRow);
    expect(row['geom_text']).toMatch(/^POINT\(20037508\.34\d* -?[\d.e-]+\)$/);
  });

  it('has texts in the language of its view, or in another language if that one is missing', async () => {
    expect(await readRow('moulins_point')).toMatchObject({
      name: 'Lower Mill, Vieux moulin',
      kind: 'tour, moulin',
      kinds: 'barn, moulin',
      state: 'en ruine',
      states: 'gone, intact',
      locality: 'Grünau-sur-Mer',
      named_as: 'Vieux moulin',
      geom_srid: '4326',
      geom_text: 'POINT(180 0)',
    });
  });

  it('keeps its gid when its values, its geometry or other features of the tile change', async () => {
    const { gid } = await readRow('mills_point');
    const { dataApi } = world.service.stack;
    await dataApi.write(
      sql`update tile set data = data || ${json({ [siteNodes.height]: 7 })} where tile_id = ${uuid(id(9613))}`,
    );
    await dataApi.write(sql`update tile
set data = jsonb_set(data, ${textArray([siteNodes.geometry, 'features', '0', 'geometry', 'coordinates'])}, '[2, 3]')
where tile_id = ${uuid(id(9614))}`);
    const row = await readRow('mills_point');
    expect({ gid: row['gid'], height: row['height'] }).toEqual({ gid, height: '7' });
    expect((await readRow('moulins_point'))['geom_text']).toBe('POINT(2 3)');
    expect((await readRow('moulins_point'))['gid']).toBe(gid);
  });

  it('has null instead of values that the group of readers may not read', async () => {
    const { dataApi } = world.service.stack;
    await dataApi.write(sql`insert into nodegroup_grant (nodegroup_id, account_group_id)
select ${uuid(siteNodegroups.facts)}, g.account_group_id from account_group g where g.name = ${text(readerGroup)}`);
    expect(await readRow('mills_point')).toMatchObject({
      height: null,
      state: null,
      name: 'Lower Mill, Old Mill',
    });
    await dataApi.write(sql`delete from nodegroup_grant`);
    expect(await readRow('mills_point')).toMatchObject({ height: '7', state: 'ruined' });
  });
});
