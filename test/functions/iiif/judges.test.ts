import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { resetProcess } from '../../../lib/once-per-process.ts';
import { openGateway } from '../../gateway/emulator/gateway.ts';
import { listenOnPort } from '../../gateway/emulator/listen-on-port.ts';
import { files, type FileWorld } from '../files/file-world.ts';
import { largeMill, manyPictures, openPictureWorld } from '../files/picture-world.ts';
import { installIiifJudge } from './python-judge/judge.ts';

const judge = await installIiifJudge();

let world: FileWorld;
/** The service on a port. */
let server: Awaited<ReturnType<typeof listenOnPort>>;

beforeAll(async () => {
  world = await openPictureWorld();
  server = await listenOnPort(await openGateway('sources'));
  process.env['HDS_BASE_URL'] = `http://localhost:${new URL(server.url).port}`;
  // The functions have read the settings already.
  resetProcess();
}, 120_000);

afterAll(async () => {
  await server?.close();
  await world?.close();
});

describe.skipIf(judge === undefined)('the judges of IIIF', () => {
  it('find nothing wrong with the descriptions and sizes of pictures (iiif-validator)', async () => {
    const host = new URL(process.env['HDS_BASE_URL'] ?? '');
    const report = await judge?.validateImage(host, 'iiif/images', files['a value']);
    expect(report).toContain('Done (6 tests, 0 failures)');
  }, 120_000);

  it('read a manifest with all its canvases (iiif-prezi3)', async () => {
    const manifest = await world.service.fetch(`/iiif/${largeMill}/manifest`);
    expect(await judge?.readManifest(await manifest.text())).toEqual(
      manyPictures.map((fileId) => expect.stringMatching(new RegExp(`/canvas/${fileId}$`))),
    );
  }, 120_000);
});
