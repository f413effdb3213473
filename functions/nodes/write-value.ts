import { createDataHandler } from '../../lib/http/data-handler.ts';
import { writeNodeValue } from '../../lib/http/tiles/node-value-request.ts';
import { tileWriteDefaults } from '../../lib/http/tiles/tile-request.ts';

/** POST /api/node_value/ (existing clients). */
export const handler = createDataHandler({
  ...tileWriteDefaults,
  id: 'write-node-value',
  path: '/api/node_value',
  summary: 'Stores the value of one node',
  form: {
    nodeid: 'The id of the node; required.',
    data: 'The value as text; required, empty for no value. A geometry is GeoJSON, well-known text (WKT or EWKT), or one or more ArcGIS geometries separated by commas; at least one is required.',
    tileid:
      'The tile. If empty or left out: the tile of the nodegroup, if only one is allowed; otherwise a new tile, with missing parent tiles.',
    resourceinstanceid:
      'The resource instance. If empty or left out: that of the tile, or a new one.',
    operation:
      'append adds features or list items to the stored value; create and replace overwrite it.',
    format: 'Ignored: the format of the value is detected.',
    transaction_id: 'Ignored: each request is its own transaction.',
  },
  requiredFields: ['nodeid', 'data'],
  fieldsThatMayBeEmpty: ['data'],
  handle: writeNodeValue,
});
