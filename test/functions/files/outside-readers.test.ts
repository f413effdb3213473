import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openGateway } from '../../gateway/emulator/gateway.ts';
import { listenOnPort, type ListeningServer } from '../../gateway/emulator/listen-on-port.ts';
import { hasOgrinfo } from '../../support/ogrinfo.ts';
import { withTemporaryFolder } from '../../support/temporary-file.ts';
import { files, missingFile, openFileWorld, type FileWorld } from './file-world.ts';

const run = promisify(execFile);

const raster = missingFile;

let world: FileWorld;
let server: ListeningServer;

beforeAll(async () => {
  world = await openFileWorld();
  server = await listenOnPort(await openGateway('sources'));
}, 120_000);

afterAll(async () => {
  await server?.close();
  await world?.close();
});

const addressOf = (fileId: string): string => `${server.url}/files/${fileId}`;

describe('a program that follows the redirect of a file', () => {
  it('reads a range with curl, also if it sends its token to both', async () => {
    const { author } = world.writers;
    const { stdout } = await run(
      'curl',
      [
        '--silent',
        '--location-trusted',
        '--range',
        '1-3',
        '--header',
        `authorization: Bearer ${author.token}`,
      ].concat(addressOf(files['a value in a closed nodegroup'])),
    );
    expect(stdout).toBe('PNG');
  });

  it('reads the headers with curl --head', async () => {
    const { stdout } = await run('curl', [
      '--silent',
      '--location',
      '--head',
      addressOf(files['a value']),
    ]);
    expect(stdout).toMatch(/HTTP\/1.1 200[\s\S]*content-length: 8\r\n/i);
  });

  it('reads all bytes and a range with requests', async () => {
    const script = `import requests, sys
address = sys.argv[1]
part = requests.get(address, headers={'Range': 'bytes=1-3'})
print(len(requests.get(address).content), part.status_code, part.content.decode(), requests.head(address, allow_redirects=True).headers['content-length'])`;
    const { stdout } = await run('python3', ['-c', script, addressOf(files['a value'])]);
    expect(stdout.trim()).toBe('8 206 PNG 8');
  });

  it.runIf(hasOgrinfo)('reads a raster in parts with GDAL (/vsicurl/)', async () => {
    await withTemporaryFolder(async (folder) => {
      const file = `${folder}/mill.tif`;
      const corners = ['-a_ullr', '-2', '52', '-1', '51'];
      await run('gdal_create', [
        '-outsize',
        '700',
        '700',
        '-burn',
        '7',
        '-a_srs',
        'EPSG:4326',
        ...corners,
        file,
      ]);
      await world.store(raster, 'mill.tif', await readFile(file));
      const { stdout } = await run('gdalinfo', ['-checksum', `/vsicurl/${addressOf(raster)}`]);
      const { stdout: expected } = await run('gdalinfo', ['-checksum', file]);
      const checksum = /Checksum=\d+/.exec(expected)?.[0] ?? '';
      expect(checksum).not.toBe('');
      expect(stdout).toContain('Size is 700, 700');
      expect(stdout).toContain(checksum);
    });
  });
});
