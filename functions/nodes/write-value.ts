import { createDataHandler } from '../../lib/http/data-handler.ts';
import { writeNodeValue } from '../../lib/http/tiles/node-value-request.ts';
import { tileWriteCommon } from '../../lib/http/tiles/tile-request.ts';

/** POST /api/node_value/, as existing clients call it. */
export const handler = createDataHandler({
  ...tileWriteCommon,
  id: 'write-node-value',
  path: '/api/node_value',
  summary: 'Stores the value of one node',
  form: {
    nodeid: 'The id of the node; it is needed.',
    data: 'Its value, as a text; it is needed, and empty for no value. A place is GeoJSON, well-known text (WKT or EWKT), or geometries as ArcGIS writes them, several with commas between them; it has one geometry at least.',
    tileid:
      'The tile; empty or left out for the only one of its nodegroup where there may be one alone, or a new one with the tiles that are missing above it.',
    resourceinstanceid:
      'The resource instance; empty or left out for that of the tile, or a new one.',
    operation:
      'append adds features or elements to those that are there; create and replace put the value in their place.',
    format: 'Not read: a value tells itself what it is.',
    transaction_id: 'Not read: each request is a transaction of its own.',
  },
  requiredFields: ['nodeid', 'data'],
  fieldsThatMayBeEmpty: ['data'],
  handle: writeNodeValue,
});
