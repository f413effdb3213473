import { createReadStream } from 'node:fs';
import { createServer, type Server } from 'node:http';
import path from 'node:path';

import type { Browser, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { resetProcess } from '../../lib/once-per-process.ts';
import { largeMill, manyPictures, openPictureWorld } from '../functions/files/picture-world.ts';
import type { FileWorld } from '../functions/files/file-world.ts';
import { openGateway } from '../gateway/emulator/gateway.ts';
import { listenOnPort } from '../gateway/emulator/listen-on-port.ts';
import { unpackNpmPackage } from '../support/npm-packages.ts';
import { openChromium } from './chromium.ts';

const mirador = await unpackNpmPackage('mirador', '4.0.0');
const manifesto = await unpackNpmPackage('manifesto.js', '4.3.5');
const universalViewer = await unpackNpmPackage('universalviewer', '4.4.0');

let world: FileWorld;
let service: Awaited<ReturnType<typeof listenOnPort>>;
let browser: Browser;
let manifest: string;

beforeAll(async () => {
  world = await openPictureWorld();
  service = await listenOnPort(await openGateway('sources'));
  process.env['HDS_BASE_URL'] = `http://localhost:${new URL(service.url).port}`;
  // The functions have read the settings already.
  resetProcess();
  manifest = `${process.env['HDS_BASE_URL']}/iiif/${largeMill}/manifest`;
  browser = await openChromium();
});

afterAll(async () => {
  await browser?.close();
  await service?.close();
  await world?.close();
});

/** Serves a viewer and a page that opens the manifest, at another origin than the service. */
async function serveViewer(folder: string, page: string): Promise<Server> {
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const type = { '.js': 'text/javascript', '.css': 'text/css' }[path.extname(pathname)];
    response.setHeader('content-type', type ?? 'text/html; charset=utf-8');
    if (pathname === '/') response.end(page);
    else
      createReadStream(path.join(folder, path.normalize(pathname)))
        .on('error', () => response.writeHead(404).end())
        .pipe(response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return server;
}

const portOf = (server: Server): number => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
};

/** Opens the manifest in a viewer, and waits until it has read the description of the first picture, and loaded a copy. */
async function openInViewer(folder: string, page: string): Promise<readonly number[]> {
  const server = await serveViewer(folder, page);
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const window = await context.newPage();
    const answerOf = (part: string) =>
      window.waitForResponse(
        (response) =>
          response.url().includes(`${part}/${manyPictures[0]}/`) && !isRedirect(response),
        { timeout: 60_000 },
      );
    const [description, copy] = await Promise.all([
      answerOf('/iiif/images'),
      answerOf('/files/derived'),
      window.goto(`http://127.0.0.1:${portOf(server)}/`),
    ]);
    return [description.status(), copy.status()];
  } finally {
    await context.close();
    server.close();
  }
}

const isRedirect = (response: Response): boolean => response.status() === 303;

/** What manifesto.js reads of the manifest in a page: for each canvas its label, and the address of its picture. */
const readingScript = `fetch(address).then((response) => response.json()).then((document) => {
  const canvases = manifesto.parseManifest(document).getSequences()[0].getCanvases();
  return canvases.map((canvas) => [canvas.getLabel().getValue(), canvas.getContent()[0].getBody()[0].id]);
})`;

describe('the reader of manifests of viewers, manifesto.js', () => {
  it.skipIf(manifesto === undefined)('finds each picture with its name', async () => {
    const server = await serveViewer(
      manifesto ?? '',
      '<!doctype html><script src="/dist-umd/manifesto.js"></script>',
    );
    const window = await browser.newPage();
    await window.goto(`http://127.0.0.1:${portOf(server)}/`);
    const read: unknown = await window.evaluate(
      `(() => { const address = ${JSON.stringify(manifest)}; return ${readingScript}; })()`,
    );
    await window.close();
    server.close();
    expect(read).toEqual(
      manyPictures.map((fileId, index) => [
        `${index + 1}.jpg`,
        expect.stringContaining(`/iiif/images/${fileId}/full/max/0/default.jpg`),
      ]),
    );
  });
});

describe('a viewer of IIIF at another origin', () => {
  it.skipIf(mirador === undefined)('shows pictures for Guest: Mirador 4', async () => {
    const page = `<!doctype html><div id="viewer"></div><script src="/dist/mirador.min.js"></script>
<script>Mirador.viewer({ id: 'viewer', windows: [{ manifestId: ${JSON.stringify(manifest)} }] });</script>`;
    expect(await openInViewer(mirador ?? '', page)).toEqual([200, 200]);
  });

  it.skipIf(universalViewer === undefined)(
    'shows pictures for Guest: Universal Viewer 4',
    async () => {
      const page = `<!doctype html><link rel="stylesheet" href="/dist/uv.css"><div id="uv" class="uv" style="width:1000px;height:700px"></div>
<script src="/dist/umd/UV.js"></script><script>UV.init('uv', { manifest: ${JSON.stringify(manifest)} });</script>`;
      expect(await openInViewer(universalViewer ?? '', page)).toEqual([200, 200]);
    },
  );
});
