import { pickOne, integerBetween, onceIn, type Draw } from '../../support/random/draw.ts';
import { unknownId, type Sentinels } from './sentinels.ts';
import { makeValues, type ValueSource } from './values.ts';
import { theOne, type Model, type PastEdit, type Relation, type Resource } from './world.ts';

type Source = {
  readonly draw: Draw;
  readonly sentinels: Sentinels;
  readonly values: ValueSource;
};

/** A relation of a resource instance with another, or with one that there is none of, in either direction. */
export function makeRelation({ draw, sentinels, values }: Source, id: string): Relation {
  const other = onceIn(draw, 6) ? unknownId : pickOne(draw, values.resources);
  const [from, to] = onceIn(draw, 2) ? [id, other] : [other, id];
  return { from, to, note: sentinels.text() };
}

/** What was done to a resource instance: tiles were edited and deleted, relations taken away, and now and then all of it deleted. */
export function makePast(
  source: Source,
  { id, tiles }: Pick<Resource, 'id' | 'tiles'>,
  { nodegroups }: Model,
): readonly PastEdit[] {
  const { draw, sentinels, values } = source;
  const edits: PastEdit[] = [];
  const add = (edit: PastEdit): void => {
    edits.splice(integerBetween(draw, 0, edits.length), 0, edit);
  };
  for (const { id: tileId, nodegroupId } of tiles) {
    if (onceIn(draw, 2)) continue;
    const nodegroup = theOne(nodegroups, nodegroupId);
    add({ kind: 'tile edit', tileId, nodegroupId, values: makeValues(values, nodegroup) });
  }
  if (onceIn(draw, 2)) {
    const nodegroup = pickOne(draw, nodegroups);
    add({
      kind: 'tile delete',
      tileId: sentinels.id('tile'),
      nodegroupId: nodegroup.id,
      values: makeValues(values, nodegroup),
    });
  }
  if (onceIn(draw, 2)) add({ kind: 'relation delete', relation: makeRelation(source, id) });
  if (onceIn(draw, 4)) {
    add({ kind: 'delete', name: sentinels.text(), hadGrants: onceIn(draw, 2) });
  }
  return edits;
}
