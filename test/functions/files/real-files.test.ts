import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { denyNodegroupsToGroup } from '../../../infra/cli/accounts/queries/groups.ts';
import { exportPackage } from '../../../infra/cli/export/package/export-package.ts';
import { importOwnPackage } from '../../../infra/cli/import/package/import-own-package.ts';
import { silentProgress } from '../../../infra/cli/progress.ts';
import {
  startDataApiEmulator,
  type DataApiEmulator,
} from '../../../infra/local/data-api/emulator.ts';
import { rawSql, sql } from '../../../lib/data-api/sql.ts';
import { deriveWaitingFiles } from '../../../lib/images/derive-files.ts';
import { createFolderStore } from '../../../lib/stores/folder-store.ts';
import { createTestContext } from '../../infra/cli/import/importing.ts';
import { runDatabaseImport } from '../../infra/cli/import/database/importing-database.ts';
import { drawPicture } from '../../lib/images/pictures.ts';
import { bearerHeader } from '../../support/accounts.ts';
import { takeSample } from '../../support/random/take-sample.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { openSampledSource } from '../../support/source-database.ts';
import { openTestStack } from '../../support/stack.ts';
import { findTestData } from '../../support/test-data.ts';
import { createWriters, type TestWriters } from '../writing/writers.ts';

/* A live database of another platform, with made-up bytes for its files: pictures, a document, and a picture that is cut off. */

const damagedPicture = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10, 0x4a]);
const document = Buffer.from('%PDF-1.7\n%%EOF\n');

const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const recordSchema = z.object({ resource_id: z.string(), files: z.array(z.string()) });
type FilesOfRecord = z.output<typeof recordSchema>;

describe.skipIf(findTestData('arches76-dump') === undefined)('the files of a live database', () => {
  let folder: string;
  let service: TestService;
  let writers: TestWriters;
  let fileServer: DataApiEmulator;
  let records: readonly FilesOfRecord[];
  let closedRecord: string;
  /** What became of each file when its copies were made. */
  const outcomes = new Map<string, string>();
  /** The SHA-256 of the bytes for each path there. */
  const hashes = new Map<string, string>();

  const rows = async (statement: string): Promise<readonly (readonly unknown[])[]> =>
    service.stack.owner.read(rawSql(statement));
  const openFileStore = () => createFolderStore({ folder: path.join(folder, 'store') });

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'heritage-real-files-'));
    await mkdir(path.join(folder, 'media', 'uploadedfiles'), { recursive: true });
    const source = await openSampledSource();
    service = await openTestService();
    fileServer = await startDataApiEmulator({
      database: service.stack.database,
      fileFolder: path.join(folder, 'store'),
    });
    Object.assign(process.env, {
      HDS_FILE_FOLDER: path.join(folder, 'store'),
      HDS_FILE_LINKS: `${fileServer.url}/files`,
    });
    try {
      const names: unknown = JSON.parse(
        await source.text(`select json_agg(distinct f.path order by f.path) from files f`),
      );
      const picture = await drawPicture();
      for (const [index, name] of z.array(z.string()).parse(names).entries()) {
        // What follows the end of a picture is no part of it, but makes its bytes its own.
        const ownPicture = Buffer.concat([picture, Buffer.from(name)]);
        const bytes = [damagedPicture, document][index] ?? ownPicture;
        await writeFile(path.join(folder, 'media', name), bytes);
        hashes.set(name, hash(bytes));
      }
      await runDatabaseImport(source.url, service.stack.dataApi, {
        files: path.join(folder, 'media'),
        openFileStore,
      });
    } finally {
      await source.drop();
    }
    const context = { dataApi: service.stack.dataApi, store: openFileStore() };
    for await (const { fileId, outcome } of deriveWaitingFiles(context, () => true))
      outcomes.set(fileId, outcome);
    await service.openToGuest();
    writers = await createWriters(service);
    records = takeSample(await readFilesOfRecords(), 20);
    closedRecord = records[0]?.resource_id ?? '';
    await closeSome();
  }, 300_000);

  afterAll(async () => {
    await fileServer?.close();
    await service?.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function readFilesOfRecords(): Promise<readonly FilesOfRecord[]> {
    const texts =
      await rows(`select jsonb_build_object('resource_id', t.resource_id, 'files', jsonb_agg(distinct u.file_id))::text
from file_use u
join tile t on t.tile_id = u.tile_id
group by t.resource_id
order by t.resource_id`);
    return texts.map(([text]) => recordSchema.parse(JSON.parse(String(text))));
  }

  /** Closes one record with files to all but administrators, and to Guest the nodegroups of files of one model. */
  async function closeSome(): Promise<void> {
    await service.stack.dataApi.write(
      rawSql(`insert into resource_grant (resource_id, account_group_id, no_access)
select '${closedRecord}', g.account_group_id, true
from account_group g
where not g.is_administrator`),
    );
    const closed = await rows(`select distinct n.nodegroup_id::text
from node n
where n.datatype = 'file-list'
  and n.graph_id = (
    select r.graph_id
    from resource r
    where r.resource_id = '${records.at(-1)?.resource_id ?? ''}'
  )`);
    await service.stack.dataApi.write(
      denyNodegroupsToGroup(
        'Guest',
        closed.map(([id]) => String(id)),
      ),
    );
  }

  const callers = (): Readonly<Record<string, string | undefined>> => ({
    nobody: undefined,
    reader: writers.reader.token,
    author: writers.author.token,
    reviewer: writers.reviewer.token,
    administrator: writers.administrator.token,
  });

  const fetchAs = async (token: string | undefined, address: string, accept = '*/*') =>
    service.fetch(address, {
      redirect: 'manual',
      headers: { accept, ...(token === undefined ? {} : bearerHeader(token)) },
    });

  it('are read by each kind of caller exactly where its tiles name them', async () => {
    const readable: Record<string, number> = {};
    for (const [caller, token] of Object.entries(callers())) {
      const statuses = new Map<string, number>();
      const named = new Set<string>();
      for (const record of records) {
        const response = await fetchAs(token, `/resources/${record.resource_id}?format=json`);
        const text = response.status === 200 ? await response.text() : '';
        for (const fileId of record.files) {
          if (text.includes(fileId)) named.add(fileId);
          statuses.set(fileId, (await fetchAs(token, `/files/${fileId}`)).status);
        }
      }
      const served = [...statuses].filter(([, status]) => status === 303).map(([id]) => id);
      expect(served.toSorted()).toEqual([...named].toSorted());
      expect([...statuses.values()].filter((status) => ![303, 404].includes(status))).toEqual([]);
      readable[caller] = served.length;
    }
    expect(readable['nobody']).toBeGreaterThan(0);
    expect(readable['nobody']).toBeLessThan(readable['reviewer'] ?? 0);
    expect(readable['reviewer']).toBeLessThan(readable['administrator'] ?? 0);
  });

  it('are on the pages of exactly those who may read them', async () => {
    for (const token of Object.values(callers()))
      for (const { resource_id: resource, files } of records) {
        const page = await fetchAs(token, `/resources/${resource}`, 'text/html');
        const text = await page.text();
        const json = await fetchAs(token, `/resources/${resource}?format=json`);
        const document = json.status === 200 ? await json.text() : '';
        const readable = files.filter((id) => document.includes(id));
        expect(files.filter((id) => text.includes(id))).toEqual(readable);
        const pictures = readable.filter((id) => outcomes.get(id) === 'derived');
        expect(text.match(/<img\b/g) ?? []).toHaveLength(pictures.length);
      }
  });

  it('are pictures with copies, but for the document and the one that is cut off', () => {
    expect([...new Set(outcomes.values())].toSorted()).toEqual([
      'damaged',
      'derived',
      'no_picture',
    ]);
  });

  it('have the bytes of the files there', async () => {
    const files = await rows(
      'select f.file_id::text, f.sha256, f.content_type from file f order by f.sha256',
    );
    for (const [fileId, storedHash, contentType] of takeSample(files, 40)) {
      const { status, headers } = await fetchAs(
        writers.administrator.token,
        `/files/${String(fileId)}`,
      );
      expect(status).toBe(303);
      const response = await fetch(headers.get('location') ?? '');
      expect(response.headers.get('content-type')).toBe(contentType);
      expect(hash(await response.bytes())).toBe(storedHash);
    }
    const stored = await rows('select distinct f.sha256 from file f order by 1');
    expect(stored.map(([text]) => text)).toEqual([...new Set(hashes.values())].toSorted());
  });

  it('are the same after an export as a package and an import into an empty service', async () => {
    const directory = path.join(folder, 'package');
    await exportPackage(service.stack.owner, {
      directory,
      withHashes: true,
      language: 'en-US',
      baseUrl: 'http://own.example',
      reader: null,
      progress: silentProgress,
      openFileStore,
    });
    const target = await openTestStack();
    try {
      const context = createTestContext(target.dataApi, {
        openFileStore: () => createFolderStore({ folder: path.join(folder, 'elsewhere') }),
      });
      await importOwnPackage(directory, context, target.owner);
      const files = sql`select f.file_id::text, f.sha256, f.content_type, f.name, f.byte_count from file f order by f.file_id`;
      expect(await target.owner.read(files)).toEqual(await service.stack.owner.read(files));
      const store = createFolderStore({ folder: path.join(folder, 'elsewhere') });
      for (const [fileId, storedHash] of await target.owner.read(files)) {
        const chunks = await (await store.read(`files/${String(fileId)}`))?.toArray();
        expect(hash(Buffer.concat(chunks ?? []))).toBe(storedHash);
      }
    } finally {
      await target.close();
    }
  });
});
