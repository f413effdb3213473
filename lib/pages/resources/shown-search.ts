import type { DataHandlerContext } from '../../http/data-handler.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { FirstPicture } from '../../queries/files/first-pictures.ts';
import type { SearchPage } from '../../questions/read-search-page.ts';
import { findListedRecords } from '../../queries/questions/listed-records.ts';
import type { ResourceListView } from './resource-list-page.ts';
import type { PageReader } from '../../queries/users/page-reader.ts';

type ShownSearch = Pick<ResourceListView, 'resources' | 'models'> & {
  /** The first pictures of the resource instances, and of others. */
  readonly pictures: readonly FirstPicture[];
  readonly pageReader: PageReader | undefined;
};

/** Reads what a page shows of a search: the names that match, and the names of what is found by values. */
export async function readShownSearch(
  { names, pictures, values, context }: SearchPage,
  caller: Caller,
  { read }: Pick<DataHandlerContext, 'read'>,
): Promise<ShownSearch> {
  const ids = values.map(({ resourceId }) => resourceId);
  if (ids.length === 0 && context !== undefined) return { ...context, resources: names, pictures };
  const listed = await read(findListedRecords(caller, ids));
  const byId = new Map(listed.resources.map((resource) => [resource.resourceId, resource]));
  const found = ids.flatMap((id) => {
    const resource = byId.get(id);
    return resource === undefined ? [] : [{ ...resource, kind: 'value' as const }];
  });
  return {
    ...listed,
    resources: [...names, ...found],
    pictures: [...pictures, ...listed.pictures],
  };
}
