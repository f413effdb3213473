import { describe, expect, it } from 'vitest';

import { planTileChanges } from '../../../../lib/model/change/plan-tile-changes.ts';
import { collection, compiled, millDocument, nodes } from '../../json-ld/mill.ts';
import { id } from '../../../infra/cli/import/graphs/example.ts';
import { intended, millWorld, stored } from './mill-change.ts';

const { appellation, name, nameType, place, geometry, seen } = nodes;
const first = stored(1, appellation, { [name]: 'Old Mill', [nameType]: null });
const second = stored(2, appellation, { [name]: 'Mill House', [nameType]: null }, { sortOrder: 1 });
const site = stored(3, place, { [geometry]: collection });
const sighting = stored(4, seen, { [seen]: '1850-01-01' }, { parentTileId: site.tileId });
const tiles = [first, second, site, sighting];
const all = tiles.map((tile) => intended(tile));

const planOf = (
  wanted: readonly ReturnType<typeof intended>[],
  deleted: typeof tiles = [],
  have = tiles,
) =>
  planTileChanges(
    { tiles: have },
    { tiles: wanted, deleted: deleted.map(({ tileId }) => tileId) },
    millWorld(),
  );
const codes = (wanted: readonly ReturnType<typeof intended>[], deleted?: typeof tiles) =>
  planOf(wanted, deleted).problems.map(({ code, pointer }) => `${code} ${pointer}`);

describe('the plan of a change', () => {
  it('is empty if everything stays the same', () => {
    expect(planOf(all)).toEqual({ planned: [], problems: [] });
  });

  it('is empty if the document contains no tiles', () => {
    expect(planOf([])).toEqual({ planned: [], problems: [] });
  });

  it('has the changed tile with its changed nodes', () => {
    const changed = intended(first, { data: { [name]: 'Burnt Mill' } });
    expect(planOf([changed, ...all.slice(1)])).toEqual({
      planned: [
        {
          change: 'update',
          before: first,
          after: { ...first, data: { [name]: 'Burnt Mill', [nameType]: null } },
          pointer: '/1',
          changed: [name],
        },
      ],
      problems: [],
    });
  });

  it('empties a node that the document omits', () => {
    const { planned } = planOf([intended(sighting, { data: {} })]);
    expect(planned).toMatchObject([
      { change: 'update', changed: [seen], after: { data: { [seen]: null } } },
    ]);
  });

  it('keeps values of nodes that are not in the model', () => {
    const odd = stored(1, appellation, { ...first.data, [id(77)]: 'left over' });
    const changed = intended(first, { data: { [name]: 'Burnt Mill' } });
    const { planned } = planOf([changed], [], [odd]);
    expect(planned).toMatchObject([{ after: { data: { [id(77)]: 'left over' } } }]);
  });

  it('gives a new tile a value or null for every node of its nodegroup, and puts it after its siblings', () => {
    const fresh = stored(8, appellation, {});
    const { planned } = planOf([
      ...all,
      intended(fresh, { sortOrder: undefined, data: { [name]: 'Third' } }),
    ]);
    expect(planned).toMatchObject([
      { change: 'create', after: { sortOrder: 2, data: { [name]: 'Third', [nameType]: null } } },
    ]);
  });

  it('keeps the sort order unless the document has one', () => {
    expect(planOf([intended(second, { sortOrder: undefined })]).planned).toEqual([]);
    expect(planOf([intended(second, { sortOrder: 5 })]).planned).toMatchObject([
      { change: 'update', changed: [], after: { sortOrder: 5 } },
    ]);
  });

  it('deletes tiles that the document omits', () => {
    expect(planOf(all.slice(1), [first]).planned).toEqual([
      { change: 'delete', before: first, pointer: '' },
    ]);
  });

  it('empties a tile with invisible tiles below it', () => {
    const above = { ...site, hasUnreadableDescendants: true };
    const { planned } = planOf(all.slice(0, 2), [above], [first, second, above]);
    expect(planned).toMatchObject([
      { change: 'update', changed: [geometry], after: { data: { [geometry]: null } } },
    ]);
  });

  it('empties a tile if tiles below it stay, and counts it for the cardinality', () => {
    const { planned } = planOf(all.slice(0, 2), [site]);
    expect(planned).toMatchObject([
      { change: 'update', changed: [geometry], after: { data: { [geometry]: null } } },
    ]);
    expect(codes([intended(stored(8, place, {}))], [site])).toEqual(['cardinality_exceeded /8']);
  });

  it('does not change such a tile if it is already empty', () => {
    const above = { ...site, hasUnreadableDescendants: true, data: { [geometry]: null } };
    expect(planOf([], [above], [above]).planned).toEqual([]);
  });
});

describe('the positions of tiles', () => {
  it('must be in the model', () => {
    expect(codes([intended(stored(8, id(999), {}))])).toEqual(['unknown_nodegroup /8']);
  });

  it('must be in an existing tile', () => {
    const lost = stored(8, seen, {}, { parentTileId: stored(9, place, {}).tileId });
    expect(codes([intended(lost)])).toEqual(['unknown_parent_tile /8']);
  });

  it('must not be in a tile that the document omits', () => {
    expect(codes([intended(sighting)], [site])).toEqual(['unknown_parent_tile /4']);
  });

  it.each([
    ['a tile of another nodegroup', stored(8, seen, {}, { parentTileId: first.tileId })],
    ['none', stored(8, seen, {})],
    ['one where it stands at the top', stored(8, appellation, {}, { parentTileId: site.tileId })],
  ])('must be in the right parent: not %s', (_, tile) => {
    expect(codes([intended(tile)])).toEqual(['wrong_parent_tile /8']);
  });

  it('are reported without the parent nodegroup if the author cannot read it', () => {
    const world = millWorld();
    const rights = new Map([...world.author.rights].filter(([one]) => one !== place));
    const plan = planTileChanges(
      { tiles: [] },
      { tiles: [intended(stored(8, seen, {}))], deleted: [] },
      { ...world, author: { ...world.author, rights } },
    );
    expect(JSON.stringify(plan.problems)).toContain('wrong_parent_tile');
    expect(JSON.stringify(plan.problems)).not.toContain(place);
  });

  it('must not exceed the cardinality', () => {
    expect(codes([...all, intended(stored(8, place, {}))])).toEqual(['cardinality_exceeded /8']);
    expect(codes([intended(stored(8, place, {}))])).toEqual(['cardinality_exceeded /8']);
    expect(codes([intended(stored(8, place, {}))], [site, sighting])).toEqual([]);
  });

  it('are not checked if they are already invalid', () => {
    const secondSite = stored(8, place, { [geometry]: null });
    const both = [site, secondSite];
    expect(
      planOf(
        both.map((tile) => intended(tile)),
        [],
        both,
      ).problems,
    ).toEqual([]);
  });

  it('must have distinct tile ids', () => {
    expect(codes([intended(first), intended(first, { pointer: '/again' })])).toEqual([
      'repeated_tile /again',
    ]);
  });

  it('must be in the nodegroup of the tile', () => {
    expect(codes([intended(first, { nodegroupId: site.nodegroupId })])).toContain(
      'tile_of_other_nodegroup /1',
    );
  });
});

describe('the values of tiles', () => {
  const only = (data: Readonly<Record<string, unknown>>) =>
    codes([intended(first, { data, pointers: { [name]: '/name', [seen]: '/seen' } })]);

  it('must be of nodes of the nodegroup', () => {
    expect(only({ ...first.data, [seen]: '1850' })).toEqual(['unknown_node /seen']);
  });

  it('must be valid if they change', () => {
    expect(only({ ...first.data, [name]: 12 })).toEqual([expect.stringMatching(/ \/name$/)]);
  });

  it.each(['\0', '\udc00'])('must be storable', (text) => {
    expect(only({ ...first.data, [name]: `Mill${text}` })).toEqual(['unusable_character /name']);
  });

  it('may be invalid if they are stored', () => {
    const wrong = stored(1, appellation, { ...first.data, [name]: 12 });
    expect(planOf([intended(wrong)], [], [wrong])).toEqual({ planned: [], problems: [] });
  });

  it('are required in new tiles and cannot be removed if the model requires them', () => {
    const document = millDocument();
    const required = {
      ...document,
      nodes: document.nodes.map((node) =>
        Object(node).nodeid === name ? { ...Object(node), isrequired: true } : node,
      ),
    };
    const world = millWorld(compiled(required));
    const problems = (tile: ReturnType<typeof intended>) =>
      planTileChanges({ tiles }, { tiles: [tile], deleted: [] }, world).problems.map(
        ({ code }) => code,
      );
    expect(problems(intended(stored(8, appellation, {})))).toEqual(['required_value_missing']);
    expect(problems(intended(first, { data: {} }))).toEqual(['required_value_missing']);
    expect(problems(intended(first))).toEqual([]);
  });
});
