import { id } from '../../infra/cli/import/graphs/example.ts';
import { derivePictures } from './derive-pictures.ts';
import { files, openFileWorld, picturesNode, plansNode, type FileWorld } from './file-world.ts';

/* More mills: with a described picture, with forty, and with a plan alone, which Guest may not read. */

export const describedMill = id(6050);
export const largeMill = id(6051);
export const plannedMill = id(6052);

export const describedPicture = id(6060);
/** A picture whose copies are not made yet. */
export const waitingPicture = id(6061);
export const document = id(6062);
export const plan = id(6063);
export const manyPictures: readonly string[] = Array.from({ length: 40 }, (_, index) =>
  id(6100 + index),
);

const text = (value: string) => ({ value, direction: 'ltr' });

/** The picture as its value describes it. */
const description = {
  name: 'IMG_2034.jpg',
  type: 'image/jpeg',
  file_id: describedPicture.toUpperCase(),
  altText: { en: text('A mill with four sails'), de: text('Eine Mühle mit vier Flügeln') },
  title: { en: text('The mill from the south'), de: text('Die Mühle von Süden') },
  attribution: { en: text('Ada Miller') },
  description: { en: text('After the repair & the fire') },
};

const named = (fileId: string, name: string, type: string) => ({ name, type, file_id: fileId });

/** Opens the world of files with these mills. All pictures but one have copies. */
export async function openPictureWorld(): Promise<FileWorld> {
  const world = await openFileWorld();
  await putMill(world, describedMill, [
    {
      nodeId: picturesNode,
      value: [
        named(document, 'report.pdf', 'application/pdf'),
        named(waitingPicture, 'new.jpg', 'image/jpeg'),
        description,
      ],
    },
  ]);
  await putMill(
    world,
    largeMill,
    manyPictures.map((fileId, index) => ({
      nodeId: picturesNode,
      value: [named(fileId, `${index + 1}.jpg`, 'image/jpeg')],
    })),
  );
  await putMill(world, plannedMill, [
    { nodeId: plansNode, value: [named(plan, 'plan.jpg', 'image/jpeg')] },
  ]);
  const pictures = [describedPicture, plan, ...manyPictures];
  for (const fileId of [waitingPicture, document, ...pictures])
    await world.store(fileId, 'file', Buffer.from('bytes'));
  await derivePictures(world, [...Object.values(files), ...pictures]);
  return world;
}

type MillTile = { readonly nodeId: string; readonly value: unknown };

async function putMill(
  { writers }: FileWorld,
  mill: string,
  tiles: readonly MillTile[],
): Promise<void> {
  const body = {
    graph_id: id(5800),
    resourceinstance_id: mill,
    tiles: tiles.map(({ nodeId, value }, index) => ({
      tileid: id(Number(mill.slice(-4)) * 100 + index),
      nodegroup_id: nodeId,
      resourceinstance_id: mill,
      parenttile_id: null,
      sortorder: index,
      data: { [nodeId]: value },
    })),
  };
  const address = `/resources/pictured-mill/${mill}?format=json`;
  const response = await writers.administrator.sendRequest('PUT', address, body);
  if (!response.ok) throw new Error(`PUT ${address}: ${await response.text()}`);
}
