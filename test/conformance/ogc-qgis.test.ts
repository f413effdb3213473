import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { tilesetOrTileJson } from '../../lib/http/schemas/ogc.ts';
import { createTestAccount, createTestApplication, fetchTokens } from '../support/accounts.ts';
import { triesAllCases } from '../support/random/take-sample.ts';
import { queryColumn, runStatement } from '../support/sample.ts';
import { openListeningService, type ListeningService } from './geojson/listening-service.ts';
import { addTestLayers } from './ogc/test-layers.ts';
import {
  hasQgis,
  openInQgis,
  drawTilesInQgis,
  type OpenedQgisLayer,
  type QgisOptions,
} from './qgis/qgis.ts';

const kinds = ['point', 'linestring', 'polygon'] as const;
/** The box in which layers are drawn: west, south, east, north. */
const firstBox: readonly number[] = [-10, 35, 30, 60];
const kindCollections = kinds.map((kind) => `places_${kind}`);

describe.skipIf(!hasQgis)('QGIS', () => {
  let service: ListeningService;
  /** All layers, opened without a token. */
  let openedLayers: Readonly<Record<string, OpenedQgisLayer>>;

  beforeAll(async () => {
    service = await openListeningService();
    // This must precede the first request, at which functions read their settings.
    process.env['HDS_BASE_URL'] = service.url;
    await addTestLayers(service);
    const collections = [...kindCollections, 'places', 'anything', 'points'];
    openedLayers = await openLayers({ collections, box: firstBox });
  });

  afterAll(async () => service?.close());

  const openLayers = async (
    options: QgisOptions,
  ): Promise<Readonly<Record<string, OpenedQgisLayer>>> => {
    const layers = Object.entries(await openInQgis(`${service.url}/ogc`, options));
    return Object.fromEntries(
      layers.map(([id, layer]) => {
        if (!layer.isValid) throw new Error(`${id}: ${layer.error}`);
        return [id, layer];
      }),
    );
  };

  /** The number of stored features of a layer. @param condition SQL about the feature `f` */
  const countStoredFeatures = async (slug: string, condition = 'true'): Promise<number> =>
    Number(
      (
        await queryColumn(
          service,
          `select count(*) from feature f join spatial_view v on v.geometry_node_id = f.node_id and v.slug = '${slug}' where ${condition}`,
        )
      )[0],
    );

  it('opens points, lines and polygons of a mixed layer separately, and counts and draws all features', async () => {
    for (const kind of kinds) {
      const count = await countStoredFeatures('places', `f.kind = '${kind}'`);
      const layer = openedLayers[`places_${kind}`];
      expect([kind, layer]).toEqual([
        kind,
        expect.objectContaining({ count, read: count, drawable: count }),
      ]);
      expect(layer?.geometry.toLowerCase().replace('multi', '')).toBe(kind);
      expect(layer?.fields).toEqual(expect.arrayContaining(['name', 'resourceinstanceid']));
      expect(layer?.pixels).toBeGreaterThan(20);
    }
    const totalCount = await countStoredFeatures('places', 'f.kind is not null');
    const drawnCounts = kindCollections.map((id) => openedLayers[id]?.drawable ?? 0);
    expect(drawnCounts.reduce((sum, count) => sum + count, 0)).toBe(totalCount);
  });

  it('counts all features of a mixed layer, but draws only one kind of them', async () => {
    const { places, anything } = openedLayers;
    const totalCount = await countStoredFeatures('places');
    expect(places).toMatchObject({ count: totalCount, read: totalCount });
    expect(places?.drawable).toBeLessThan(totalCount);
    expect(anything?.count).toBe(await countStoredFeatures('anything'));
  });

  it('gets as many features in an extent as the database', async () => {
    const collections = [...kindCollections, 'points'];
    for (const box of triesAllCases ? [firstBox, [-60, -20, 60, 20]] : [firstBox]) {
      const layers = box === firstBox ? openedLayers : await openLayers({ collections, box });
      const inBox = `st_intersects(f.geometry, st_makeenvelope(${box.join()}, 4326))`;
      for (const kind of kinds) {
        const count = await countStoredFeatures('places', `f.kind = '${kind}' and ${inBox}`);
        expect([box, kind, layers[`places_${kind}`]?.inBox]).toEqual([box, kind, count]);
      }
      expect(layers['points']?.inBox).toBe(await countStoredFeatures('points', inBox));
    }
  });

  it('reads the extent of a layer of points with heights', async () => {
    const { points } = openedLayers;
    expect(points).toMatchObject({ geometry: 'PointZ', count: 120 });
    expect(points?.extent).toEqual([-60.5, -16.25, 58.5, 14.75]);
  });

  it('draws the vector tiles of a TileJSON, and selects their features by a column', async () => {
    const tileset = '/ogc/collections/places/tiles/WebMercatorQuad?format=tilejson';
    const document = tilesetOrTileJson.parse(await service.fetchJson(tileset));
    const [template = ''] = 'tiles' in document ? document.tiles : [];
    const [all = 0, some = 0, none] = await drawTilesInQgis(template, 'places', [
      '',
      `"name" = 'Stonehenge'`,
      `"name" = 'Nowhere'`,
    ]);
    expect(some).toBeGreaterThan(10);
    expect(all).toBeGreaterThan(3 * some);
    expect(none).toBe(0);
  });

  it.runIf(triesAllCases)('opens a closed collection only with a token in a header', async () => {
    const reader = await createTestAccount(service, 'reader', { groups: ['Resource Exporter'] });
    const { clientId } = await createTestApplication(service, reader);
    const { access_token: token } = await fetchTokens(service, 'reader', clientId);
    await runStatement(service, "update account_group set can_read = false where name = 'Guest'");
    const collections = ['places_point'];
    const { places_point: closed } = await openInQgis(`${service.url}/ogc`, { collections });
    expect(closed?.isValid).toBe(false);
    const layers = await openLayers({ collections, authorization: `Bearer ${token}` });
    expect(layers['places_point']?.count).toBe(
      await countStoredFeatures('places', "f.kind = 'point'"),
    );
    await runStatement(service, "update account_group set can_read = true where name = 'Guest'");
  });
});
