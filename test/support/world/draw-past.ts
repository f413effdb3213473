import { pickOne, integerBetween, onceIn, type Draw } from '../random/draw.ts';
import { unknownId, type Sentinels } from './sentinels.ts';
import { drawValues, type ValueSource } from './draw-values.ts';
import {
  findById,
  type WorldModel,
  type PastEdit,
  type WorldRelation,
  type WorldResource,
} from './world.ts';

type Source = {
  readonly draw: Draw;
  readonly sentinels: Sentinels;
  readonly values: ValueSource;
};

/** Draws a relation, in either direction, with a resource instance that exists or that does not exist. */
export function drawRelation({ draw, sentinels, values }: Source, id: string): WorldRelation {
  const otherId = onceIn(draw, 6) ? unknownId : pickOne(draw, values.resources);
  const [from, to] = onceIn(draw, 2) ? [id, otherId] : [otherId, id];
  return { from, to, note: sentinels.text() };
}

/** Draws the past edits of a resource instance: edited and deleted tiles, deleted relations, and sometimes its whole deletion. */
export function drawPast(
  source: Source,
  { id, tiles }: Pick<WorldResource, 'id' | 'tiles'>,
  { nodegroups }: WorldModel,
): readonly PastEdit[] {
  const { draw, sentinels, values } = source;
  const edits: PastEdit[] = [];
  const add = (edit: PastEdit): void => {
    edits.splice(integerBetween(draw, 0, edits.length), 0, edit);
  };
  for (const { id: tileId, nodegroupId } of tiles) {
    if (onceIn(draw, 2)) continue;
    const nodegroup = findById(nodegroups, nodegroupId);
    add({ kind: 'tile edit', tileId, nodegroupId, values: drawValues(values, nodegroup) });
  }
  if (onceIn(draw, 2)) {
    const nodegroup = pickOne(draw, nodegroups);
    add({
      kind: 'tile delete',
      tileId: sentinels.id('tile'),
      nodegroupId: nodegroup.id,
      values: drawValues(values, nodegroup),
    });
  }
  if (onceIn(draw, 2)) add({ kind: 'relation delete', relation: drawRelation(source, id) });
  if (onceIn(draw, 4)) {
    add({ kind: 'delete', name: sentinels.text(), hadGrants: onceIn(draw, 2) });
  }
  return edits;
}
