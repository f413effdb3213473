import { json } from '../../lib/http/answers/answer.ts';
import { onlyIndent } from '../../lib/http/parameters/parameter-types.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { idOrNil, notVisible } from '../../lib/http/errors/not-visible.ts';
import { parseTileId } from '../../lib/model/ids.ts';
import { tileDocument } from '../../lib/queries/tiles/tiles.ts';

const unknown = 'There is no tile with this id that you may see.';

/** GET /api/tiles/{tile_id}, as existing clients call it: the tile record of the specification. */
export const handler = endpoint({
  id: 'get-tile',
  method: 'GET',
  path: '/api/tiles/{tile_id}',
  summary: 'One tile of a resource instance',
  access: 'secured',
  capability: 'statements',
  parameters: onlyIndent,
  whenTooLarge: 'Leave out indent.',
  responses: {
    200: { meaning: 'The tile record.', body: 'tileRecord' },
    404: 'There is none with this id that the caller may see.',
  },
  handle: async ({ path, caller }, { read }) => {
    const query = tileDocument(caller, parseTileId(idOrNil(path.tile_id)));
    const { mayReadAnything, tile } = await read(query);
    if (tile === undefined) throw notVisible(caller, mayReadAnything, unknown);
    return json(tile);
  },
});
