import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { createTestAccount, createTestApplication, fetchTokens } from '../support/accounts.ts';
import { decodeTile } from '../functions/ogc/vector-tiles.ts';
import { hasOgrinfo } from '../support/ogrinfo.ts';
import { withTemporaryFolder } from '../support/temporary-file.ts';
import { takeInTurn } from '../support/random/take-sample.ts';
import { queryColumn, runStatement as runSql } from '../support/sample.ts';
import { openListeningService, type ListeningService } from './geojson/listening-service.ts';
import { addTestLayers, testLayerSlugs } from './ogc/test-layers.ts';

const run = promisify(execFile);

/** The layers with their numbers: pages, drivers and boxes take turns. */
const layersInTurn = testLayerSlugs.map((layer, turn) => [layer, turn] as const);

const collection = z.object({
  features: z.array(
    z.object({
      id: z.number().optional(),
      geometry: z.unknown(),
      properties: z.looseObject({ tileid: z.string() }),
    }),
  ),
});

describe.skipIf(!hasOgrinfo)('GDAL', () => {
  let service: ListeningService;
  let header: string;

  beforeAll(async () => {
    service = await openListeningService();
    // This must precede the first request, at which functions read their settings.
    process.env['HDS_BASE_URL'] = service.url;
    await addTestLayers(service);
    const reader = await createTestAccount(service, 'reader', { groups: ['Resource Exporter'] });
    const { clientId } = await createTestApplication(service, reader);
    const { access_token: token } = await fetchTokens(service, 'reader', clientId);
    header = `Authorization: Bearer ${token}`;
  });

  afterAll(async () => service?.close());

  /** Runs ogrinfo or ogr2ogr. @returns the output */
  async function runOgr(
    program: 'ogrinfo' | 'ogr2ogr',
    parameters: readonly string[],
    options: NodeJS.ProcessEnv = {},
  ): Promise<string> {
    const env = { ...process.env, ...options };
    return (await run(program, [...parameters], { env, maxBuffer: 1 << 26 })).stdout;
  }

  const serviceSource = (): string => `OAPIF:${service.url}/ogc`;
  const parseFeatureCount = (text: string): string =>
    /^Feature Count: (\d+)$/m.exec(text)?.[1] ?? text;
  const countStoredFeatures = async (slug: string, condition = 'true'): Promise<string> =>
    (
      await queryColumn(
        service,
        `select count(*) from feature f join spatial_view v on v.geometry_node_id = f.node_id and v.slug = '${slug}' where ${condition}`,
      )
    )[0] ?? '';

  it('lists the collections', async () => {
    const list = await runOgr('ogrinfo', ['-ro', serviceSource()]);
    for (const layer of testLayerSlugs) expect(list).toMatch(new RegExp(`: ${layer}\\b`));
  });

  it.each(layersInTurn)(
    'counts as many features in the collection %s as the database, with any page size',
    async (layer, turn) => {
      const storedCount = await countStoredFeatures(layer);
      for (const size of takeInTurn(['7', '1000'], turn, 1)) {
        const options = ['-ro', '-so', '-oo', `PAGE_SIZE=${size}`, serviceSource(), layer];
        expect([size, parseFeatureCount(await runOgr('ogrinfo', options))]).toEqual([
          size,
          storedCount,
        ]);
      }
    },
  );

  it.each(layersInTurn)(
    'reads the features of %s unchanged, both with the OAPIF driver and as a GeoJSON file',
    async (layer, turn) => {
      const items = `${service.url}/ogc/collections/${layer}/items`;
      const servedCollection = collection.parse(await (await fetch(`${items}?limit=10000`)).json());
      const outputOptions = ['-f', 'GeoJSON', '/vsistdout/', '-lco', 'COORDINATE_PRECISION=15'];
      const inputs = [[serviceSource(), layer], [`/vsicurl_streaming/${items}`]];
      for (const input of takeInTurn(inputs, turn, 1)) {
        const text = await runOgr('ogr2ogr', [...outputOptions, ...input]);
        const convertedCollection = collection.parse(JSON.parse(text));
        const comparableValues = ({ features }: typeof convertedCollection): readonly unknown[] =>
          features.map(({ geometry, properties }) => [
            properties.tileid,
            properties['name'],
            geometry,
          ]);
        expect(comparableValues(convertedCollection)).toEqual(comparableValues(servedCollection));
      }
    },
  );

  it('counts and reads the collection of a model as that of a spatial view, with the names of records', async () => {
    const source = [serviceSource(), 'heritage-place'];
    const summary = await runOgr('ogrinfo', ['-ro', '-so', ...source]);
    const [count = ''] = await queryColumn(
      service,
      `select count(*) from feature f join node n on n.node_id = f.node_id join graph g on g.graph_id = n.graph_id where g.slug = 'heritage-place'`,
    );
    expect(parseFeatureCount(summary)).toBe(count);
    expect(summary).toContain('\nprimary_name: String');
    const named = ['-ro', '-where', "primary_name = 'Stonehenge'", ...source];
    expect(await runOgr('ogrinfo', named)).toContain('primary_name (String) = Stonehenge');
  });

  it('gets as many features in a bounding box as the database has there', async () => {
    const boxes = [
      ['-10', '30', '40', '60'],
      ['-60', '-20', '60', '20'],
      ['170', '-40', '180', '0'],
    ];
    for (const [turn, layer] of ['places', 'points', 'outlines', 'anything'].entries()) {
      for (const box of takeInTurn(boxes, turn, 1)) {
        const count = parseFeatureCount(
          await runOgr('ogrinfo', ['-ro', '-so', '-spat', ...box, serviceSource(), layer]),
        );
        const inBox = `st_intersects(f.geometry, st_makeenvelope(${box.join()}, 4326))`;
        expect([layer, box, count]).toEqual([layer, box, await countStoredFeatures(layer, inBox)]);
      }
    }
  });

  it('reads a vector tile with its MVT driver, with as many features as the tile has', async () => {
    const answer = await fetch(`${service.url}/ogc/collections/places/tiles/WebMercatorQuad/0/0/0`);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const decoded = decodeTile(bytes, { zoom: 0, column: 0, row: 0 });
    expect(decoded.length).toBeGreaterThan(5);
    await withTemporaryFolder(async (folder) => {
      const file = path.join(folder, '0.mvt');
      await writeFile(file, bytes);
      const text = await runOgr('ogrinfo', ['-ro', '-al', '-so', file]);
      expect(text).toContain('Layer name: places');
      expect(parseFeatureCount(text)).toBe(String(decoded.length));
      for (const field of ['resourceinstanceid', 'nodeid', 'featureid', 'graphid', 'name'])
        expect(text).toContain(`\n${field}: `);
    });
  });

  it('reads vector tiles of a geometry node from their addresses', async () => {
    const [nodeId = ''] = await queryColumn(
      service,
      `select geometry_node_id::text from spatial_view where slug = 'places'`,
    );
    const ofNode = await runOgr('ogrinfo', [
      '-ro',
      '-al',
      '-so',
      '-oo',
      'TILE_EXTENSION=pbf',
      `MVT:${service.url}/mvt/${nodeId}/0`,
    ]);
    expect(ofNode).toContain(`Layer name: ${nodeId}`);
    expect(parseFeatureCount(ofNode)).toBe(await countStoredFeatures('places'));
  });

  it('reads closed collections only with a token', async () => {
    await runSql(service, "update account_group set can_read = false where name = 'Guest'");
    const withToken = { GDAL_HTTP_HEADERS: header };
    expect(
      parseFeatureCount(
        await runOgr('ogrinfo', ['-ro', '-so', serviceSource(), 'points'], withToken),
      ),
    ).toBe('120');
    expect(await runOgr('ogrinfo', ['-ro', serviceSource()], withToken)).toContain('points');
    expect(await runOgr('ogrinfo', ['-ro', serviceSource()]).catch(String)).not.toContain('points');
    await runSql(service, "update account_group set can_read = true where name = 'Guest'");
  });
});
