import { describe, expect, it } from 'vitest';

import { compileGraph } from '../../../../../infra/cli/import/graphs/compile-graph.ts';
import { planMoves } from '../../../../../infra/cli/import/graphs/plan-moves.ts';
import { readGraphDocument } from '../../../../../infra/cli/import/graphs/read-graphs.ts';
import type { StoredTileRow } from '../../../../../infra/cli/import/graphs/queries/misplaced-values.ts';
import { parseTileId } from '../../../../../lib/model/ids.ts';
import { edge, graphDocument, id, NAME, node, PLACE, ROOT, TYPE } from './example.ts';
import { storedTile } from './stored-tile.ts';

const NOTE = id(5);
const PART = id(6);

/** A model with the nodegroups name (n), place (1) and, below name, part (n). The node note is in the given nodegroup. */
function modelWithNoteIn(nodegroupId: string, cardinality = '1') {
  const [graph] = readGraphDocument({
    graph: [
      graphDocument({
        nodes: [
          node(ROOT, 'Monument', null, { istopnode: true, datatype: 'semantic' }),
          node(NAME, 'Name', NAME),
          node(TYPE, 'Name Type', NAME, { datatype: 'concept' }),
          node(PLACE, 'Place', PLACE),
          node(PART, 'Part', PART),
          node(NOTE, 'Note', nodegroupId),
        ],
        edges: [
          edge(ROOT, NAME),
          edge(NAME, TYPE),
          edge(ROOT, PLACE),
          edge(NAME, PART),
          edge(nodegroupId, NOTE),
        ],
        nodegroups: [
          { nodegroupid: NAME, cardinality: 'n', parentnodegroup_id: null },
          { nodegroupid: PLACE, cardinality, parentnodegroup_id: null },
          { nodegroupid: PART, cardinality: 'n', parentnodegroup_id: NAME },
        ],
      }),
    ],
  }).graphs;
  if (graph === undefined) throw new Error('The model of the test is not sound.');
  return compileGraph(graph);
}

/** The planned writes as change, tile, nodegroup, parent and data. */
function planChanges(graph: ReturnType<typeof modelWithNoteIn>, tiles: readonly StoredTileRow[]) {
  return planMoves(graph, tiles).changes.map(
    ({ change, tile_id: tileId, nodegroup_id: nodegroup, parent_tile_id: parent, data }) => ({
      change,
      tileId,
      nodegroup,
      parent,
      data,
    }),
  );
}

describe('values whose node has moved to another nodegroup', () => {
  it('move with their whole tile if it contains nothing else', () => {
    expect(
      planChanges(modelWithNoteIn(PLACE), [storedTile(10, NAME, { [NAME]: null, [NOTE]: 'x' })]),
    ).toEqual([
      {
        change: 'update',
        tileId: id(10),
        nodegroup: PLACE,
        parent: null,
        data: { [PLACE]: null, [NOTE]: 'x' },
      },
    ]);
  });

  it('move to a new tile if their tile contains other values', () => {
    const [oldTile, newTile] = planChanges(modelWithNoteIn(PLACE), [
      storedTile(10, NAME, { [NAME]: 'a', [NOTE]: 'x' }),
    ]);
    expect(oldTile).toMatchObject({ change: 'update', tileId: id(10), data: { [NAME]: 'a' } });
    expect(newTile).toMatchObject({
      change: 'create',
      nodegroup: PLACE,
      data: { [PLACE]: null, [NOTE]: 'x' },
    });
  });

  it('move to the only tile of a nodegroup of cardinality 1 if it has no value of the node', () => {
    const tiles = [
      storedTile(10, NAME, { [NAME]: 'a', [NOTE]: 'x' }),
      storedTile(11, PLACE, { [PLACE]: 'b' }),
    ];
    expect(planChanges(modelWithNoteIn(PLACE), tiles)).toEqual([
      expect.objectContaining({ change: 'update', tileId: id(10), data: { [NAME]: 'a' } }),
      expect.objectContaining({
        change: 'update',
        tileId: id(11),
        data: { [PLACE]: 'b', [NOTE]: 'x' },
      }),
    ]);
  });

  it('stay, and are not counted, if the only tile has another value of the node', () => {
    const tiles = [
      storedTile(10, NAME, { [NAME]: 'a', [NOTE]: 'x' }),
      storedTile(11, PLACE, { [PLACE]: 'b', [NOTE]: 'y' }),
    ];
    expect(planMoves(modelWithNoteIn(PLACE), tiles)).toEqual({ changes: [], values: 0 });
  });

  it('in two tiles move as far as the cardinality allows: one value for 1, both values for n', () => {
    const tiles = [storedTile(10, NAME, { [NOTE]: 'x' }), storedTile(11, NAME, { [NOTE]: 'y' })];
    expect(planMoves(modelWithNoteIn(PLACE), tiles).values).toBe(1);
    expect(planMoves(modelWithNoteIn(PLACE, 'n'), tiles).values).toBe(2);
  });

  it('move to a new tile below their own if the nodegroup is one level below', () => {
    const [, newTile] = planChanges(modelWithNoteIn(PART), [
      storedTile(10, NAME, { [NAME]: 'a', [NOTE]: 'x' }),
    ]);
    expect(newTile).toMatchObject({ change: 'create', nodegroup: PART, parent: id(10) });
  });

  it('move to a new tile below the only tile of the parent nodegroup, and stay without such a tile', () => {
    const place = storedTile(10, PLACE, { [PLACE]: 'a', [NOTE]: 'x' });
    const names = [storedTile(11, NAME, { [NAME]: 'b' }), storedTile(12, NAME, { [NAME]: 'c' })];
    const [, newTile] = planChanges(modelWithNoteIn(PART), [place, ...names.slice(0, 1)]);
    expect(newTile).toMatchObject({ nodegroup: PART, parent: id(11) });
    expect(planChanges(modelWithNoteIn(PART), [place, ...names])).toEqual([]);
    expect(planChanges(modelWithNoteIn(PART), [place])).toEqual([]);
  });

  it('move to a new tile if their own tile has other tiles below it', () => {
    const tiles = [
      storedTile(10, NAME, { [NOTE]: 'x' }),
      storedTile(11, PART, { [PART]: 'below' }, { parent_tile_id: parseTileId(id(10)) }),
    ];
    const [oldTile, newTile, ...otherChanges] = planChanges(modelWithNoteIn(PLACE), tiles);
    expect(oldTile).toMatchObject({ tileId: id(10), nodegroup: NAME });
    expect(oldTile?.data).toEqual({});
    expect(newTile).toMatchObject({ change: 'create', nodegroup: PLACE });
    expect(otherChanges).toEqual([]);
  });

  it('stay if a proposal changes them, unless the whole tile moves', () => {
    const edits = { 7: { value: { [NOTE]: 'z' }, status: 'review' } };
    const mixedTile = storedTile(
      10,
      NAME,
      { [NAME]: 'a', [NOTE]: 'x' },
      { provisional_edits: edits },
    );
    const tileToMove = storedTile(10, NAME, { [NOTE]: 'x' }, { provisional_edits: edits });
    expect(planChanges(modelWithNoteIn(PLACE), [mixedTile])).toEqual([]);
    expect(planMoves(modelWithNoteIn(PLACE), [tileToMove]).changes).toMatchObject([
      { nodegroup_id: PLACE, provisional_edits: edits },
    ]);
  });

  it('turn a tile that contained only proposals into a tile that is not proposed', () => {
    const edits = { 7: { value: { [PLACE]: 'z' }, status: 'review' } };
    const proposedTile = storedTile(11, PLACE, {}, { provisional_edits: edits, is_proposed: true });
    const acceptedTile = storedTile(10, NAME, { [NAME]: 'a', [NOTE]: 'x' });
    const { changes } = planMoves(modelWithNoteIn(PLACE), [acceptedTile, proposedTile]);
    expect(changes.find((one) => one.tile_id === id(11))).toMatchObject({
      is_proposed: false,
      data: { [NOTE]: 'x' },
    });
  });

  it('stay if their nodegroup is already right, or the model lacks their node', () => {
    const tiles = [
      storedTile(10, NAME, { [NAME]: 'a', [id(99)]: 'kept' }),
      storedTile(11, PLACE, { [NOTE]: 'x' }),
    ];
    expect(planChanges(modelWithNoteIn(PLACE), tiles)).toEqual([]);
  });
});
