import { asList } from '../datatypes/values/json-values.ts';
import type { TreeTile } from '../resources/resource-tree.ts';
import { describeFile, type DescribedFile } from './described-file.ts';

/**
 * Lists the files in the values of tiles that are in `known`, in the order of tiles and values, each once: as the first value describes it.
 * Files are found by their form, whatever the datatype of their node is now.
 * @param tiles in the stable order
 * @param known whatever is to be told of a file, by its id in lower case
 */
export function filesOfTiles<Known>(
  tiles: readonly TreeTile[],
  known: ReadonlyMap<string, Known>,
): readonly { readonly file: DescribedFile; readonly known: Known }[] {
  const listed = new Map<string, { readonly file: DescribedFile; readonly known: Known }>();
  for (const value of tiles.flatMap(({ data }) => Object.values(data))) {
    for (const element of asList(value)) {
      const file = describeFile(element);
      const ofFile = file && known.get(file.fileId);
      if (file === undefined || ofFile === undefined || listed.has(file.fileId)) continue;
      listed.set(file.fileId, { file, known: ofFile });
    }
  }
  return [...listed.values()];
}
