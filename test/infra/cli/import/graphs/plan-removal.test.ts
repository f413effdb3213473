import { describe, expect, it } from 'vitest';

import { planRemoval } from '../../../../../infra/cli/import/graphs/plan-removal.ts';
import { parseTileId } from '../../../../../lib/model/ids.ts';
import { id, NAME, PLACE, TYPE } from './example.ts';
import { storedTile } from './stored-tile.ts';

const removed = {
  nodegroups: new Set([PLACE]),
  nodes: new Set([TYPE]),
  presentNodes: new Set([NAME]),
};

describe('planning the removal of nodes and nodegroups that a model no longer has', () => {
  it('removes values of the nodes from tiles, and counts the values that are not null', () => {
    const plan = planRemoval(removed, [
      storedTile(10, NAME, { [NAME]: 'a', [TYPE]: 'x' }),
      storedTile(11, NAME, { [NAME]: 'b', [TYPE]: null }),
      storedTile(12, NAME, { [NAME]: 'c' }),
    ]);
    expect(plan.values).toBe(1);
    expect(plan.changes).toMatchObject([
      { change: 'update', tile_id: id(10), data: { [NAME]: 'a' } },
      { change: 'update', tile_id: id(11), data: { [NAME]: 'b' } },
    ]);
  });

  it('removes the values from proposals, and a proposal without other values completely', () => {
    const edits = { 7: { value: { [TYPE]: 'x' } }, 8: { value: { [TYPE]: 'y', [NAME]: 'b' } } };
    const plan = planRemoval(removed, [
      storedTile(10, NAME, { [NAME]: 'a' }, { provisional_edits: edits }),
    ]);
    expect(plan.changes).toMatchObject([{ provisional_edits: { 8: { value: { [NAME]: 'b' } } } }]);
    expect(Object.keys(Object(plan.changes[0]?.provisional_edits))).toEqual(['8']);
  });

  it('keeps an empty proposal if the tile contains nothing else', () => {
    const edits = { 7: { value: { [TYPE]: 'x' } } };
    const proposed = storedTile(10, NAME, {}, { provisional_edits: edits, is_proposed: true });
    expect(planRemoval(removed, [proposed]).changes).toMatchObject([
      { is_proposed: true, provisional_edits: { 7: { value: {} } } },
    ]);
  });

  it('deletes tiles of the nodegroups, except those with a tile of another nodegroup below them at any depth', () => {
    const belowTile = (number: number) => ({ parent_tile_id: parseTileId(id(number)) });
    const plan = planRemoval(removed, [
      storedTile(10, PLACE, { [PLACE]: 'a' }),
      storedTile(11, PLACE, { [PLACE]: 'b' }),
      storedTile(12, PLACE, {}, belowTile(11)),
      storedTile(13, NAME, {}, belowTile(12)),
    ]);
    expect(plan.changes).toMatchObject([{ change: 'delete', tile_id: id(10) }]);
    expect(plan.values).toBe(1);
  });

  it('keeps a tile of the nodegroups with a value or a proposal of a node that the model still has', () => {
    const edits = { 7: { value: { [NAME]: 'b' } } };
    const plan = planRemoval(removed, [
      storedTile(10, PLACE, { [NAME]: 'a' }),
      storedTile(11, PLACE, {}, { provisional_edits: edits }),
    ]);
    expect(plan).toEqual({ changes: [], values: 0 });
  });
});
