import { jsonResponse } from '../../lib/http/responses/response.ts';
import { indentOnlyParameters } from '../../lib/http/parameters/types/numbers.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { uuidOrNilUuid, notVisibleError } from '../../lib/http/errors/not-visible.ts';
import { parseTileId } from '../../lib/model/ids.ts';
import { findTile } from '../../lib/queries/tiles/find-tile.ts';

const tileNotFoundMessage = 'There is no tile with this id that you may see.';

/** GET /api/tiles/{tile_id} (existing clients): the tile record of the specification. */
export const handler = createDataHandler({
  id: 'get-tile',
  method: 'GET',
  path: '/api/tiles/{tile_id}',
  summary: 'One tile of a resource instance',
  access: 'secured',
  capability: 'read',
  parameters: indentOnlyParameters,
  tooLargeHint: 'Leave out indent.',
  responses: {
    200: { description: 'The tile record.', body: 'tileRecord' },
    404: 'There is no tile with this id that the caller may see.',
  },
  handle: async function handleGetTile({ path, caller }, { read }) {
    const query = findTile(caller, parseTileId(uuidOrNilUuid(path.tile_id)));
    const { mayReadSomething, tile } = await read(query);
    if (tile === undefined) throw notVisibleError(caller, mayReadSomething, tileNotFoundMessage);
    return jsonResponse(tile);
  },
});
