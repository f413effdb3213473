import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import {
  denyNodegroupsToGroup,
  setGroupDefaults,
} from '../../../infra/cli/accounts/queries/groups.ts';
import { importGraphs } from '../../../infra/cli/import/graphs/import-graphs.ts';
import {
  startDataApiEmulator,
  type DataApiEmulator,
} from '../../../infra/local/data-api/emulator.ts';
import { storageKeyOf } from '../../../lib/files/store-bytes.ts';
import { storeBytes } from '../../../lib/files/store-bytes.ts';
import { int, rawSql, sql, text, uuid } from '../../../lib/data-api/sql.ts';
import { detectContentType } from '../../../lib/model/files/content-type.ts';
import { createFolderStore } from '../../../lib/stores/folder-store.ts';
import { edge, id, node } from '../../infra/cli/import/graphs/example.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { withJsonFile } from '../../support/temporary-file.ts';
import { createWriters, type TestWriters } from '../writing/writers.ts';

/* A model of mills with pictures, and with plans in a nodegroup that Guest may not read. */

const graphId = id(5800);
const root = id(5801);
export const picturesNode = id(5802);
export const plansNode = id(5803);

/** The files of the tests, by how they are held. */
export const files = {
  'a value': id(5901),
  'a value in a closed nodegroup': id(5902),
  'a proposal': id(5903),
  'a replaced value': id(5904),
  'a replaced value in a closed nodegroup': id(5905),
  'a withdrawn proposal': id(5906),
  'a value of a closed record': id(5907),
  'a value of a deleted record': id(5908),
  'a value of a deleted tile': id(5909),
  nothing: id(5910),
} as const;

export type Holding = keyof typeof files;

/** Named by a value, but without bytes. */
export const missingFile = id(5920);

const mill = id(5950);
/** The page of the mill with pictures and plans. */
export const millPath = `/resources/${mill}`;
const closedMill = id(5951);
const deletedMill = id(5952);

const model = {
  graphid: graphId,
  name: 'Mill',
  slug: 'pictured-mill',
  isresource: true,
  nodes: [
    node(root, 'Mill', null, { istopnode: true, datatype: 'semantic' }),
    node(picturesNode, 'Pictures', picturesNode, { datatype: 'file-list' }),
    node(plansNode, 'Plans', plansNode, { datatype: 'file-list' }),
  ],
  edges: [edge(root, picturesNode), edge(root, plansNode)],
  nodegroups: [
    { nodegroupid: picturesNode, cardinality: 'n', parentnodegroup_id: null },
    { nodegroupid: plansNode, cardinality: 'n', parentnodegroup_id: null },
  ],
  cards: [],
};

/** A tile of the mill with a picture. */
export const fileTile = (tileId: string, fileId: string): unknown =>
  tile(mill, tileId, picturesNode, fileId);

export type FileWorld = {
  readonly service: TestService;
  readonly writers: TestWriters;
  /** Serves the files, as a bucket would. */
  readonly fileServer: DataApiEmulator;
  readonly folder: string;
  /** Stores bytes as those of a file, in place of former ones. */
  readonly store: (fileId: string, name: string, bytes: Uint8Array) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** A value of a node with a file. */
export const fileValue = (fileId: string) => [
  { name: `${fileId}.png`, type: 'image/png', file_id: fileId, url: `/files/${fileId}` },
];

const tile = (resource: string, tileId: string, nodeId: string, fileId: string | null) => ({
  tileid: tileId,
  nodegroup_id: nodeId,
  resourceinstance_id: resource,
  parenttile_id: null,
  sortorder: 0,
  data: { [nodeId]: fileId === null ? null : fileValue(fileId) },
});

export async function openFileWorld(): Promise<FileWorld> {
  const folder = await mkdtemp(path.join(tmpdir(), 'heritage-files-'));
  const service = await openTestService();
  const fileServer = await startDataApiEmulator({
    database: service.stack.database,
    fileFolder: folder,
  });
  Object.assign(process.env, {
    HDS_FILE_FOLDER: folder,
    HDS_FILE_LINKS: `${fileServer.url}/files`,
  });
  await withJsonFile({ graph: [model] }, (file) =>
    importGraphs([file], { ...service.importContext, strict: true }),
  );
  const store: FileWorld['store'] = async (fileId, name, bytes) => {
    const key = storageKeyOf(fileId);
    const { first, byteCount, sha256 } = await storeBytes(
      createFolderStore({ folder }),
      key,
      (async function* chunks() {
        yield bytes;
      })(),
    );
    await service.stack.dataApi
      .write(sql`insert into file (file_id, storage_key, content_type, byte_count, sha256, name)
values (${uuid(fileId)}, ${text(key)}, ${text(detectContentType(first))}, ${int(byteCount)}, ${text(sha256)}, ${text(name)})
on conflict (file_id)
do update set
  content_type = excluded.content_type,
  byte_count = excluded.byte_count,
  sha256 = excluded.sha256,
  name = excluded.name`);
  };
  const reads = { read: true, write: false, delete: false };
  const writes = { read: true, write: true, delete: true };
  await service.stack.dataApi.write(setGroupDefaults('Guest', reads));
  await service.stack.dataApi.write(
    setGroupDefaults('Resource Exporter', { ...reads, history: true }),
  );
  await service.stack.dataApi.write(
    setGroupDefaults('Resource Editor', { ...writes, history: false }),
  );
  await service.stack.dataApi.write(
    setGroupDefaults('Resource Reviewer', { ...writes, history: true }),
  );
  await service.stack.dataApi.write(denyNodegroupsToGroup('Guest', [plansNode]));
  await service.stack.dataApi.write(denyNodegroupsToGroup('Resource Exporter', [plansNode]));
  const writers = await createWriters(service);
  await holdFiles(service, writers);
  for (const [name, fileId] of Object.entries(files))
    await store(
      fileId,
      `${name}.png`,
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    );
  return {
    service,
    writers,
    fileServer,
    folder,
    store,
    close: async () => {
      await fileServer.close();
      await service.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Makes tiles, proposals and edits that hold the files. */
async function holdFiles({ stack }: TestService, writers: TestWriters): Promise<void> {
  const { administrator, author } = writers;
  const put = async (
    resource: string,
    tiles: readonly unknown[],
    writer = administrator,
  ): Promise<void> => {
    await send(writer, 'PUT', `/resources/pictured-mill/${resource}?format=json`, {
      graph_id: graphId,
      resourceinstance_id: resource,
      tiles,
    });
  };
  const picture = tile(mill, id(5960), picturesNode, files['a replaced value']);
  const plan = tile(mill, id(5961), plansNode, files['a replaced value in a closed nodegroup']);
  const lost = tile(mill, id(5962), picturesNode, files['a value of a deleted tile']);
  const missing = tile(mill, id(5963), picturesNode, missingFile);
  await put(mill, [picture, plan, lost, missing]);
  const kept = [
    tile(mill, id(5960), picturesNode, files['a value']),
    tile(mill, id(5961), plansNode, files['a value in a closed nodegroup']),
    missing,
  ];
  await put(mill, kept);
  await put(closedMill, [
    tile(closedMill, id(5964), picturesNode, files['a value of a closed record']),
  ]);
  await stack.dataApi.write(
    rawSql(`insert into resource_grant (resource_id, account_group_id, no_access)
select '${closedMill}', g.account_group_id, true
from account_group g
where not g.is_administrator`),
  );
  await put(deletedMill, [
    tile(deletedMill, id(5965), picturesNode, files['a value of a deleted record']),
  ]);
  await send(administrator, 'DELETE', `/resources/${deletedMill}`);
  const propose = async (tileId: string, fileId: string) =>
    send(author, 'POST', '/api/tiles', tile(mill, tileId, picturesNode, fileId));
  await propose(id(5966), files['a withdrawn proposal']);
  await put(mill, kept, author);
  await propose(id(5967), files['a proposal']);
}

async function send(
  writer: TestWriters['author'],
  method: string,
  address: string,
  body?: unknown,
): Promise<void> {
  const response = await writer.sendRequest(method, address, body);
  if (!response.ok)
    throw new Error(`${method} ${address}: ${response.status} ${await response.text()}`);
}
