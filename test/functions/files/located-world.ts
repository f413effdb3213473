import { denyNodegroupsToGroup } from '../../../infra/cli/accounts/queries/groups.ts';
import { importGraphs } from '../../../infra/cli/import/graphs/import-graphs.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import { examineFile } from '../../../lib/images/examine-file.ts';
import { createFolderStore } from '../../../lib/stores/folder-store.ts';
import { edge, id, node } from '../../infra/cli/import/graphs/example.ts';
import { drawPicture, gpsFields } from '../../lib/images/pictures.ts';
import { withJsonFile } from '../../support/temporary-file.ts';
import { fileTile, fileValue, openFileWorld, type FileWorld } from './file-world.ts';

/* Sites with pictures, and with a place that Guest and the reader may not read. Mills (file-world.ts) have no places. */

const graphId = id(6000);
const root = id(6001);
const picturesNode = id(6002);
const placeNode = id(6003);
const site = id(6050);
const closedSite = id(6051);

/** The pictures of the tests, by what they are and who names them. */
export const pictures = {
  'with a place, of a site': id(6101),
  'without a place, of a site': id(6102),
  'with a place, formerly of a site': id(6103),
  'with a place, of a site and a mill': id(6104),
  'with a place, of a mill': id(6105),
  'with a place, of a mill and a site that is closed': id(6106),
  'not examined, of a site': id(6107),
  'no picture, of a site': id(6108),
} as const;

export type Picture = keyof typeof pictures;

const model = {
  graphid: graphId,
  name: 'Site',
  slug: 'pictured-site',
  isresource: true,
  nodes: [
    node(root, 'Site', null, { istopnode: true, datatype: 'semantic' }),
    node(picturesNode, 'Pictures', picturesNode, { datatype: 'file-list' }),
    node(placeNode, 'Place', placeNode, { datatype: 'geojson-feature-collection' }),
  ],
  edges: [edge(root, picturesNode), edge(root, placeNode)],
  nodegroups: [
    { nodegroupid: picturesNode, cardinality: 'n', parentnodegroup_id: null },
    { nodegroupid: placeNode, cardinality: '1', parentnodegroup_id: null },
  ],
  cards: [],
};

/** The world of files with sites, whose pictures were examined. */
export async function openLocatedWorld(): Promise<FileWorld> {
  const world = await openFileWorld();
  const { service } = world;
  await withJsonFile({ graph: [model] }, (file) =>
    importGraphs([file], { ...service.importContext, strict: true }),
  );
  for (const group of ['Guest', 'Resource Exporter'])
    await service.stack.dataApi.write(denyNodegroupsToGroup(group, [placeNode]));
  await holdPictures(world);
  await storePictures(world);
  return world;
}

async function holdPictures({ service, writers }: FileWorld): Promise<void> {
  const put = async (resource: string, names: readonly Picture[]): Promise<void> => {
    const tiles = names.map((name) => ({
      tileid: pictures[name].replace(/^0/, resource === site ? '1' : '2'),
      nodegroup_id: picturesNode,
      resourceinstance_id: resource,
      parenttile_id: null,
      sortorder: 0,
      data: { [picturesNode]: fileValue(pictures[name]) },
    }));
    const path = `/resources/pictured-site/${resource}?format=json`;
    const document = { graph_id: graphId, resourceinstance_id: resource, tiles };
    await expectSuccess(writers.administrator.sendRequest('PUT', path, document));
  };
  const names = Object.keys(pictures).filter((name): name is Picture => name in pictures);
  const ofSite = names.filter((name) => /, of a site/.test(name));
  await put(site, [...ofSite, 'with a place, formerly of a site']);
  await put(site, ofSite);
  await put(closedSite, ['with a place, of a mill and a site that is closed']);
  await service.stack.dataApi.write(
    rawSql(`insert into resource_grant (resource_id, account_group_id, no_access)
select '${closedSite}', g.account_group_id, true
from account_group g
where g.name in ('Guest', 'Resource Editor')`),
  );
  for (const [index, name] of names.filter((name) => / mill/.test(name)).entries())
    await expectSuccess(
      writers.administrator.sendRequest(
        'POST',
        '/api/tiles',
        fileTile(id(6200 + index), pictures[name]),
      ),
    );
}

async function expectSuccess(sent: Promise<Response>): Promise<void> {
  const response = await sent;
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
}

/** Stores the bytes of the pictures, and examines them. */
async function storePictures({ service, folder, store }: FileWorld): Promise<void> {
  const withPlace = await drawPicture({
    exif: { IFD0: { Make: 'Camera', Artist: 'A. Photographer' }, IFD3: gpsFields },
  });
  const withoutPlace = await drawPicture({ exif: { IFD0: { Make: 'Camera' } } });
  for (const [name, fileId] of Object.entries(pictures)) {
    const bytes = name.startsWith('without')
      ? withoutPlace
      : name.startsWith('no picture')
        ? Buffer.from('%PDF-1.4 a plan')
        : withPlace;
    await store(fileId, `${name}.tiff`, bytes);
    const context = { dataApi: service.stack.dataApi, store: createFolderStore({ folder }) };
    if (!name.startsWith('not examined')) await examineFile(fileId, context);
  }
}
