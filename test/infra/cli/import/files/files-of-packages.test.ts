import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { exportPackage } from '../../../../../infra/cli/export/package/export-package.ts';
import { importOwnPackage } from '../../../../../infra/cli/import/package/import-own-package.ts';
import { importPackage } from '../../../../../infra/cli/import/package/import-package.ts';
import { ownFolder } from '../../../../../infra/cli/import/restore/manifest.ts';
import { silentProgress } from '../../../../../infra/cli/progress.ts';
import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { createFolderStore } from '../../../../../lib/stores/folder-store.ts';
import { openTestStack, type TestStack } from '../../../../support/stack.ts';
import { edge, id, node } from '../graphs/example.ts';
import { createTestContext } from '../importing.ts';

/*
 * A package of another platform: a picture is named by its path, a plan by its name, a third file is missing, a fourth is a link out of the
 * package, and a fifth is cut off.
 */

const [graph, root, pictures, mill] = [id(5700), id(5701), id(5702), id(5703)];

const elements = [
  { file_id: id(5711), name: 'mill.jpg', path: 'uploadedfiles/mill_x1.jpg', type: 'image/jpeg' },
  { file_id: id(5712), name: 'plan.pdf', type: 'application/pdf', size: 8 },
  { file_id: id(5713), name: 'missing.jpg', type: 'image/jpeg' },
  { file_id: id(5714), name: 'passwords.txt', type: 'text/plain' },
  { file_id: id(5715), name: 'cut-off.txt', type: 'text/plain', size: 99 },
];

const bytesOf = {
  [id(5711)]: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1]),
  [id(5712)]: Buffer.from('%PDF-1.7'),
  [id(5715)]: Buffer.from('cut'),
};

const model = {
  graphid: graph,
  name: 'Mill',
  slug: 'mill',
  isresource: true,
  nodes: [
    node(root, 'Mill', null, { istopnode: true, datatype: 'semantic' }),
    node(pictures, 'Pictures', pictures, { datatype: 'file-list' }),
  ],
  edges: [edge(root, pictures)],
  nodegroups: [{ nodegroupid: pictures, cardinality: 'n', parentnodegroup_id: null }],
  cards: [],
};

const record = {
  resourceinstance: { resourceinstanceid: mill, graph_id: graph, legacyid: mill },
  tiles: [
    {
      tileid: id(5704),
      nodegroup_id: pictures,
      parenttile_id: null,
      resourceinstance_id: mill,
      sortorder: 0,
      provisionaledits: null,
      data: { [pictures]: elements },
    },
  ],
};

let folder: string;
let source: TestStack;
let opened = 0;

const contextOf = (stack: TestStack, store = `store-${(opened += 1)}`) => ({
  ...createTestContext(stack.dataApi),
  openFileStore: () => createFolderStore({ folder: path.join(folder, store) }),
});

/** The stored files, each with the hash of its row. */
const storedHashes = async ({ owner }: TestStack) =>
  (await owner.read(rawSql('select f.file_id::text, f.sha256 from file f order by f.file_id'))).map(
    (row) => row.map(String),
  );

const expectedHashes = Object.entries(bytesOf).map(([fileId, bytes]) => [
  fileId,
  createHash('sha256').update(bytes).digest('hex'),
]);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'heritage-files-'));
  const files: Readonly<Record<string, string | Buffer>> = {
    'graphs/resource_models/mill.json': JSON.stringify({ graph: [model] }),
    'business_data/mill.json': JSON.stringify({ business_data: { resources: [record] } }),
    'uploadedfiles/mill_x1.jpg': bytesOf[id(5711)] ?? '',
    'uploadedfiles/plan.pdf': bytesOf[id(5712)] ?? '',
    'uploadedfiles/cut-off.txt': bytesOf[id(5715)] ?? '',
    'uploadedfiles/unused.txt': 'No tile names this file.',
    '../outside.txt': 'root:x',
  };
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, 'package', name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  await symlink(
    path.join(folder, 'outside.txt'),
    path.join(folder, 'package/uploadedfiles/passwords.txt'),
  );
  source = await openTestStack();
});

afterAll(async () => {
  await source?.close();
  await rm(folder, { recursive: true, force: true });
});

const exportAll = async (directory: string) =>
  exportPackage(source.owner, {
    directory,
    withHashes: false,
    language: 'en-US',
    baseUrl: 'http://own.example',
    reader: null,
    progress: silentProgress,
    openFileStore: contextOf(source, 'source').openFileStore,
  });

describe('the files of a package', () => {
  it('are stored by path or name with their own type, and missing, foreign and cut off ones are listed', async () => {
    const context = contextOf(source, 'source');
    const { uploads } = await importPackage(path.join(folder, 'package'), context);
    expect(uploads).toMatchObject({
      read: 5,
      created: 3,
      unchanged: 0,
      notes: ['Missing files: 2', 'Damaged files: 0'],
    });
    expect(await storedHashes(source)).toEqual(expectedHashes);
    const types = await source.owner.read(
      rawSql('select f.content_type || chr(32) || f.name from file f order by f.file_id'),
    );
    expect(types.flat()).toEqual([
      'image/jpeg mill.jpg',
      'application/pdf plan.pdf',
      'text/plain cut-off.txt',
    ]);
    expect(context.problems.map(({ code, record: named }) => [code, named])).toEqual([
      ['missing_file', id(5713)],
      ['missing_file', id(5714)],
      ['other_file_size', id(5715)],
    ]);
  });

  it('are skipped if they are stored with the same hash, and replaced if they changed', async () => {
    await writeFile(path.join(folder, 'package/uploadedfiles/plan.pdf'), '%PDF-2.0');
    const read = async () =>
      (await importPackage(path.join(folder, 'package'), contextOf(source, 'source'))).uploads;
    expect(await read()).toMatchObject({ created: 0, updated: 1, unchanged: 2 });
    await writeFile(path.join(folder, 'package/uploadedfiles/plan.pdf'), '%PDF-1.7');
    expect(await read()).toMatchObject({ created: 0, updated: 1, unchanged: 2 });
    expect(await read()).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
  });

  it('are exported and restored with equal hashes', async () => {
    const directory = path.join(folder, 'exported');
    expect((await exportAll(directory)).counts).toMatchObject({ files: 3, missing_files: 0 });
    const target = await openTestStack();
    const context = contextOf(target);
    expect(await importOwnPackage(directory, context, target.owner)).toBeDefined();
    expect(await storedHashes(target)).toEqual(expectedHashes);
    const bytes = await context.openFileStore().read(`files/${id(5712)}`);
    expect((await bytes?.toArray())?.join('')).toBe('%PDF-1.7');
    await target.close();
  });

  it('are imported with equal hashes without the part that only this service reads', async () => {
    const directory = path.join(folder, 'standard');
    await exportAll(directory);
    await rm(path.join(directory, ownFolder), { recursive: true });
    const target = await openTestStack();
    await importPackage(directory, contextOf(target));
    expect(await storedHashes(target)).toEqual(expectedHashes);
    await target.close();
  });

  it('are left out of an export if their bytes are missing or damaged, and then are not stored after a restore', async () => {
    const directory = path.join(folder, 'damaged');
    await rm(path.join(folder, 'source/files', id(5711)));
    await writeFile(path.join(folder, 'source/files', id(5712)), '%PDF-1.X');
    expect((await exportAll(directory)).counts).toMatchObject({ files: 1, missing_files: 2 });
    const target = await openTestStack();
    await importOwnPackage(directory, contextOf(target), target.owner);
    expect(await storedHashes(target)).toEqual(expectedHashes.slice(2));
    await target.close();
  });
});
