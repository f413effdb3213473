import { execFile } from 'node:child_process';
import { appendFile, readFile, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { storageKeyOf } from '../../../lib/files/store-bytes.ts';
import { openGateway } from '../../gateway/emulator/gateway.ts';
import { listenOnPort, type ListeningServer } from '../../gateway/emulator/listen-on-port.ts';
import { hasOgrinfo } from '../../support/ogrinfo.ts';
import { installPythonReaders } from '../../infra/cli/export/tables/python-judge/judge.ts';
import { withTemporaryFolder } from '../../support/temporary-file.ts';
import { files, missingFile, openFileWorld, type FileWorld } from './file-world.ts';

const run = promisify(execFile);

const raster = missingFile;
const python = await installPythonReaders();

/** Runs a script, whose first parameter is an address. */
async function runPython(script: string, address: string): Promise<string> {
  const { stdout } = await run(python ?? '', ['-c', script, address]);
  return stdout.trim();
}

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

  it('reads the last bytes of a file of three gigabytes with curl', async () => {
    await world.store(raster, 'survey.las', Buffer.from('LASF'));
    const stored = path.join(world.folder, storageKeyOf(raster));
    await truncate(stored, 3 * 1024 ** 3);
    await appendFile(stored, 'end');
    const options = ['--silent', '--location', '--range', '-3', '--write-out', ' %{http_code}'];
    const { stdout } = await run('curl', [...options, addressOf(raster)]);
    expect(stdout).toBe('end 206');
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

  it.runIf(python !== undefined)('reads all bytes and a range with requests', async () => {
    const script = `import requests, sys
address = sys.argv[1]
part = requests.get(address, headers={'Range': 'bytes=1-3'})
print(len(requests.get(address).content), part.status_code, part.content.decode(), requests.head(address, allow_redirects=True).headers['content-length'])`;
    expect(await runPython(script, addressOf(files['a value']))).toBe('8 206 PNG 8');
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

  it.runIf(hasOgrinfo && python !== undefined)(
    'reads the features in a box of a FlatGeobuf file with pyogrio (/vsicurl/)',
    async () => {
      await withTemporaryFolder(async (folder) => {
        const points = `${folder}/points.csv`;
        const file = `${folder}/points.fgb`;
        const rows = Array.from({ length: 5_000 }, (_, index) => `${index},${index / 100},10`);
        await writeFile(points, `number,x,y\n${rows.join('\n')}\n`);
        const columns = ['-oo', 'X_POSSIBLE_NAMES=x', '-oo', 'Y_POSSIBLE_NAMES=y'];
        await run('ogr2ogr', ['-a_srs', 'EPSG:4326', ...columns, file, points]);
        await world.store(raster, 'points.fgb', await readFile(file));
        const script = `import pyogrio, sys
_, _, shapes, values = pyogrio.raw.read('/vsicurl/' + sys.argv[1], bbox=(1, 9, 1.02, 11), columns=['number'])
print(pyogrio.__gdal_version__ >= (3, 11), sorted(values[0]))`;
        expect(await runPython(script, addressOf(raster))).toBe("True ['100', '101', '102']");
      });
    },
  );
});
