import type { RdfNode } from '../../rdf/terms.ts';
import { isUuid } from '../ids.ts';
import { tileNodeUri } from '../uris.ts';
import type { Datatype, FromRdfContext, LinkedCodec, ReadResult } from './datatype.ts';
import { writeLiteral, textLinkedCodec } from './codecs/literals.ts';
import { plainTextCodec } from './codecs/text-codecs.ts';
import { formatAsText } from './values/json-values.ts';

/** Extracts the tile id from the URI of a node, at the present or a former address of the service. */
function parseTileNodeUri(uri: string, baseUrls: readonly string[]): string | undefined {
  const base = baseUrls.find((baseUrl) => uri.startsWith(`${baseUrl}/tile/`));
  const tileId = base === undefined ? undefined : uri.slice(`${base}/tile/`.length).split('/')[0];
  return isUuid(tileId) ? tileId : undefined;
}

function readTileNode({ id }: RdfNode, { baseUrls, stored }: FromRdfContext): ReadResult {
  const tileId = parseTileNodeUri(id, baseUrls);
  if (tileId === undefined) {
    return {
      kind: 'problem',
      message: `${id} is not the URI of a node in a tile of this service: give such a URI.`,
    };
  }
  const isStored = typeof stored === 'string' && stored.toLowerCase() === tileId.toLowerCase();
  return { kind: 'value', value: isStored ? stored : tileId };
}

const linkedCodec: LinkedCodec = {
  kind: 'reference',
  write: (value, { config }, { baseUrl }) => {
    const nodeId = config['nodeid'];
    if (!isUuid(value) || !isUuid(nodeId)) return [writeLiteral(value)];
    const id = tileNodeUri(baseUrl, value, nodeId);
    return [{ kind: 'node', id, types: [], properties: [], isShared: true }];
  },
  read: (values, node, context) => {
    const [first, another] = values;
    return first?.kind === 'node' && another === undefined
      ? readTileNode(first, context)
      : textLinkedCodec.read(values, node, context);
  },
};

/**
 * The value of a node of another tile, stored as the id of that tile and displayed like that value. `config.nodeid`
 * is the id of the node.
 */
export const nodeValueDatatype: Datatype = {
  name: 'node-value',
  holds: 'tile',
  columnText: { as: 'tile' },
  widget: 'f5d6b190-bbf0-4dc9-b991-1debab8cb4a9',
  display: (value, { config }, { labels }) => {
    const nodeId = config['nodeid'];
    if (labels.tileText === undefined || !isUuid(value) || !isUuid(nodeId))
      return formatAsText(value);
    return labels.tileText(value.toLowerCase(), nodeId.toLowerCase());
  },
  isExcludedFromNames: true,
  validate: (value, _node, { isTile }) => {
    if (value === null || value === '') return [];
    if (!isUuid(value)) {
      return [{ code: 'not_a_tile_id', pointer: '', message: 'Write the id of a tile, a UUID.' }];
    }
    const message = `There is no tile ${value}: write the id of one that exists.`;
    return isTile(value.toLowerCase()) ? [] : [{ code: 'tile_not_found', pointer: '', message }];
  },
  normalise: (value) => (value === '' ? null : value),
  textCodec: plainTextCodec,
  linkedCodec,
};
