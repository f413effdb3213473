import { describe, expect, it } from 'vitest';

import { diffTiles } from '../../../../lib/model/change/diff-tiles.ts';
import { pointCollection, compiled, millDocument, nodes } from '../../json-ld/mill.ts';
import { id } from '../../../infra/cli/import/graphs/example.ts';
import { intendedTile, millContext, storedTile } from './mill-change.ts';

const { appellation, name, nameType, place, geometry, sightings } = nodes;
const firstNameTile = storedTile(1, appellation, { [name]: 'Old Mill', [nameType]: null });
const secondNameTile = storedTile(
  2,
  appellation,
  { [name]: 'Mill House', [nameType]: null },
  { sortOrder: 1 },
);
const placeTile = storedTile(3, place, { [geometry]: pointCollection });
const sightingsTile = storedTile(
  4,
  sightings,
  { [sightings]: '1850-01-01' },
  { parentTileId: placeTile.tileId },
);
const tiles = [firstNameTile, secondNameTile, placeTile, sightingsTile];
const allTiles = tiles.map((tile) => intendedTile(tile));

const diffMill = (
  intended: readonly ReturnType<typeof intendedTile>[],
  deleted: typeof tiles = [],
  storedTiles = tiles,
) =>
  diffTiles(
    storedTiles,
    { tiles: intended, deleted: deleted.map(({ tileId }) => tileId) },
    millContext(),
  );
const listProblems = (
  intended: readonly ReturnType<typeof intendedTile>[],
  deleted?: typeof tiles,
) => diffMill(intended, deleted).problems.map(({ code, pointer }) => `${code} ${pointer}`);

describe('the plan of a change', () => {
  it('is empty if everything stays the same', () => {
    expect(diffMill(allTiles)).toEqual({ differences: [], problems: [] });
  });

  it('is empty if the document contains no tiles', () => {
    expect(diffMill([])).toEqual({ differences: [], problems: [] });
  });

  it('has the changed tile with its changed nodes', () => {
    const changedTile = intendedTile(firstNameTile, { data: { [name]: 'Burnt Mill' } });
    expect(diffMill([changedTile, ...allTiles.slice(1)])).toEqual({
      differences: [
        {
          change: 'update',
          before: firstNameTile,
          after: { ...firstNameTile, data: { [name]: 'Burnt Mill', [nameType]: null } },
          pointer: '/1',
          changed: [name],
        },
      ],
      problems: [],
    });
  });

  it('empties a node that the document omits', () => {
    const { differences } = diffMill([intendedTile(sightingsTile, { data: {} })]);
    expect(differences).toMatchObject([
      { change: 'update', changed: [sightings], after: { data: { [sightings]: null } } },
    ]);
  });

  it('keeps values of nodes that are not in the model', () => {
    const tileWithUnknownNode = storedTile(1, appellation, {
      ...firstNameTile.data,
      [id(77)]: 'left over',
    });
    const changedTile = intendedTile(firstNameTile, { data: { [name]: 'Burnt Mill' } });
    const { differences } = diffMill([changedTile], [], [tileWithUnknownNode]);
    expect(differences).toMatchObject([{ after: { data: { [id(77)]: 'left over' } } }]);
  });

  it('gives a new tile a value or null for every node of its nodegroup, and puts it after its siblings', () => {
    const newTile = storedTile(8, appellation, {});
    const { differences } = diffMill([
      ...allTiles,
      intendedTile(newTile, { sortOrder: undefined, data: { [name]: 'Third' } }),
    ]);
    expect(differences).toMatchObject([
      { change: 'create', after: { sortOrder: 2, data: { [name]: 'Third', [nameType]: null } } },
    ]);
  });

  it('puts several new tiles after their siblings, in the order of the document', () => {
    const newTiles = [8, 9].map((number) =>
      intendedTile(storedTile(number, appellation, {}), { sortOrder: undefined }),
    );
    const { differences } = diffMill([...allTiles, ...newTiles]);
    expect(differences).toMatchObject([{ after: { sortOrder: 2 } }, { after: { sortOrder: 3 } }]);
  });

  it('keeps the sort order unless the document contains one', () => {
    expect(diffMill([intendedTile(secondNameTile, { sortOrder: undefined })]).differences).toEqual(
      [],
    );
    expect(diffMill([intendedTile(secondNameTile, { sortOrder: 5 })]).differences).toMatchObject([
      { change: 'update', changed: [], after: { sortOrder: 5 } },
    ]);
  });

  it('deletes tiles that the document omits', () => {
    expect(diffMill(allTiles.slice(1), [firstNameTile]).differences).toEqual([
      { change: 'delete', before: firstNameTile, after: null, pointer: '', changed: [] },
    ]);
  });

  it('empties a tile instead of deleting it if a tile below it is unreadable', () => {
    const parentTile = { ...placeTile, hasUnreadableDescendants: true };
    const { differences } = diffMill(
      allTiles.slice(0, 2),
      [parentTile],
      [firstNameTile, secondNameTile, parentTile],
    );
    expect(differences).toMatchObject([
      { change: 'update', changed: [geometry], after: { data: { [geometry]: null } } },
    ]);
  });

  it('empties a tile instead of deleting it if tiles below it stay, and counts the tile for the cardinality', () => {
    const { differences } = diffMill(allTiles.slice(0, 2), [placeTile]);
    expect(differences).toMatchObject([
      { change: 'update', changed: [geometry], after: { data: { [geometry]: null } } },
    ]);
    expect(listProblems([intendedTile(storedTile(8, place, {}))], [placeTile])).toEqual([
      'cardinality_exceeded /8',
    ]);
  });

  it('does not change an empty tile with unreadable tiles below it', () => {
    const parentTile = { ...placeTile, hasUnreadableDescendants: true, data: { [geometry]: null } };
    expect(diffMill([], [parentTile], [parentTile]).differences).toEqual([]);
  });
});

describe('the positions of tiles', () => {
  it('must be in a nodegroup of the model', () => {
    expect(listProblems([intendedTile(storedTile(8, id(999), {}))])).toEqual([
      'unknown_nodegroup /8',
    ]);
  });

  it('must be below an existing tile', () => {
    const tileWithoutParent = storedTile(
      8,
      sightings,
      {},
      { parentTileId: storedTile(9, place, {}).tileId },
    );
    expect(listProblems([intendedTile(tileWithoutParent)])).toEqual(['unknown_parent_tile /8']);
  });

  it('must not be below a tile that the document omits', () => {
    expect(listProblems([intendedTile(sightingsTile)], [placeTile])).toEqual([
      'unknown_parent_tile /4',
    ]);
  });

  it.each([
    [
      'a tile of another nodegroup',
      storedTile(8, sightings, {}, { parentTileId: firstNameTile.tileId }),
    ],
    ['no parent tile', storedTile(8, sightings, {})],
    [
      'a parent tile for a tile of a top nodegroup',
      storedTile(8, appellation, {}, { parentTileId: placeTile.tileId }),
    ],
  ])('are refused with a wrong parent: %s', (_, tile) => {
    expect(listProblems([intendedTile(tile)])).toEqual(['wrong_parent_tile /8']);
  });

  it('are reported without the id of the parent nodegroup if the author cannot read that nodegroup', () => {
    const context = millContext();
    const rights = new Map(
      [...context.author.rights].filter(([nodegroupId]) => nodegroupId !== place),
    );
    const plan = diffTiles(
      [],
      { tiles: [intendedTile(storedTile(8, sightings, {}))], deleted: [] },
      { ...context, author: { ...context.author, rights } },
    );
    expect(JSON.stringify(plan.problems)).toContain('wrong_parent_tile');
    expect(JSON.stringify(plan.problems)).not.toContain(place);
  });

  it('must not exceed the cardinality', () => {
    expect(listProblems([...allTiles, intendedTile(storedTile(8, place, {}))])).toEqual([
      'cardinality_exceeded /8',
    ]);
    expect(listProblems([intendedTile(storedTile(8, place, {}))])).toEqual([
      'cardinality_exceeded /8',
    ]);
    expect(
      listProblems([intendedTile(storedTile(8, place, {}))], [placeTile, sightingsTile]),
    ).toEqual([]);
  });

  it('may exceed the cardinality if the stored tiles already exceed it', () => {
    const secondPlaceTile = storedTile(8, place, { [geometry]: null });
    const twoPlaceTiles = [placeTile, secondPlaceTile];
    expect(
      diffMill(
        twoPlaceTiles.map((tile) => intendedTile(tile)),
        [],
        twoPlaceTiles,
      ).problems,
    ).toEqual([]);
  });

  it('must not repeat a tile id', () => {
    expect(
      listProblems([
        intendedTile(firstNameTile),
        intendedTile(firstNameTile, { pointer: '/again' }),
      ]),
    ).toEqual(['repeated_tile /again']);
  });

  it('must be in the nodegroup of the stored tile', () => {
    expect(
      listProblems([intendedTile(firstNameTile, { nodegroupId: placeTile.nodegroupId })]),
    ).toContain('tile_of_other_nodegroup /1');
  });
});

describe('the values of tiles', () => {
  const listProblemsOfValues = (data: Readonly<Record<string, unknown>>) =>
    listProblems([
      intendedTile(firstNameTile, { data, pointers: { [name]: '/name', [sightings]: '/seen' } }),
    ]);

  it('must belong to nodes of the nodegroup', () => {
    expect(listProblemsOfValues({ ...firstNameTile.data, [sightings]: '1850' })).toEqual([
      'unknown_node /seen',
    ]);
  });

  it('must be valid if they change', () => {
    expect(listProblemsOfValues({ ...firstNameTile.data, [name]: 12 })).toEqual([
      expect.stringMatching(/ \/name$/),
    ]);
  });

  it.each(['\0', '\udc00'])(
    'must not contain characters that PostgreSQL cannot store: %j',
    (text) => {
      expect(listProblemsOfValues({ ...firstNameTile.data, [name]: `Mill${text}` })).toEqual([
        'unusable_character /name',
      ]);
    },
  );

  it('may be invalid if they are stored and do not change', () => {
    const invalidTile = storedTile(1, appellation, { ...firstNameTile.data, [name]: 12 });
    expect(diffMill([intendedTile(invalidTile)], [], [invalidTile])).toEqual({
      differences: [],
      problems: [],
    });
  });

  it('must be in new tiles, and cannot be removed from stored tiles, if the model requires them', () => {
    const document = millDocument();
    const documentWithRequiredName = {
      ...document,
      nodes: document.nodes.map((node) =>
        Object(node).nodeid === name ? { ...Object(node), isrequired: true } : node,
      ),
    };
    const context = millContext(compiled(documentWithRequiredName));
    const listCodes = (tile: ReturnType<typeof intendedTile>) =>
      diffTiles(tiles, { tiles: [tile], deleted: [] }, context).problems.map(({ code }) => code);
    expect(listCodes(intendedTile(storedTile(8, appellation, {})))).toEqual([
      'required_value_missing',
    ]);
    expect(listCodes(intendedTile(firstNameTile, { data: {} }))).toEqual([
      'required_value_missing',
    ]);
    expect(listCodes(intendedTile(firstNameTile))).toEqual([]);
  });
});
