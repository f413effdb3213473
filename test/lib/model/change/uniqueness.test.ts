import { describe, expect, it } from 'vitest';

import { createModelLookup } from '../../../../lib/model/change/change-context.ts';
import type { PlannedTileChange } from '../../../../lib/model/change/plan-tile-changes.ts';
import type { StoredTile } from '../../../../lib/model/change/stored-resource.ts';
import { parseResourceId } from '../../../../lib/model/ids.ts';
import {
  notUniqueProblem,
  tilesToCheck,
  planUniqueChecks,
} from '../../../../lib/model/change/uniqueness.ts';
import { compiled, millDocument, nodes } from '../../json-ld/mill.ts';
import { id } from '../../../infra/cli/import/graphs/example.ts';
import { stored } from './mill-change.ts';

const { appellation, name, nameType } = nodes;

const modelWith = (nodeIds: readonly string[], isAcrossResources = false) =>
  createModelLookup(
    compiled({
      ...millDocument(),
      cards: [
        {
          cardid: id(50),
          nodegroup_id: appellation,
          constraints: [
            { constraintid: id(51), uniquetoallinstances: isAcrossResources, nodes: nodeIds },
          ],
        },
      ],
    }),
  );
const nameTile = (number: number, text: string | null, type: string | null = null): StoredTile =>
  stored(number, appellation, { [name]: text, [nameType]: type });
const resourceId = parseResourceId(id(500));
const checksOf = (
  tiles: readonly (readonly [tile: StoredTile, changed: readonly string[] | 'all'])[],
  model = modelWith([name]),
) =>
  planUniqueChecks(
    tiles.map(([tile, changed]) => ({ ...tile, resourceId, changed, pointer: '/here' })),
    model,
  );

describe('a unique constraint', () => {
  const first = nameTile(1, 'Old Mill');
  const twin = nameTile(2, 'Old Mill');

  it('checks a changed value, and supplies the values of the other tiles', () => {
    const check = { constraint_id: id(51), nodegroup_id: appellation, resource_id: resourceId };
    const rest = { values: { [name]: 'Old Mill' }, pointer: '/here' };
    expect(
      checksOf([
        [first, [nameType]],
        [twin, [name]],
      ]),
    ).toEqual([
      { ...check, ...rest, tile_id: first.tileId, is_asked: false },
      { ...check, ...rest, tile_id: twin.tileId, is_asked: true },
    ]);
  });

  it('does not check tiles with other values', () => {
    expect(checksOf([[twin, [nameType]]])).toEqual([]);
  });

  it('never treats null as a duplicate', () => {
    expect(checksOf([[nameTile(1, null), [name]]])).toEqual([]);
  });

  it('of several nodes checks their combination', () => {
    const model = modelWith([name, nameType]);
    expect(checksOf([[nameTile(1, 'Old Mill'), [name]]], model)).toEqual([]);
    expect(checksOf([[nameTile(1, 'Old Mill', id(1)), [nameType]]], model)).toMatchObject([
      { values: { [name]: 'Old Mill', [nameType]: id(1) } },
    ]);
  });

  it('across resource instances has no resource id', () => {
    const model = modelWith([name], true);
    expect(checksOf([[twin, 'all']], model)).toMatchObject([{ resource_id: null, is_asked: true }]);
  });

  it('does not check deleted tiles', () => {
    const gone: PlannedTileChange = { change: 'delete', before: twin, pointer: '' };
    expect(tilesToCheck([gone], resourceId)).toEqual([]);
  });

  it('is reported with the names of its nodes', () => {
    expect(notUniqueProblem({ nodeIds: [name] }, '/here', modelWith([name]))).toMatchObject({
      code: 'value_not_unique',
      pointer: '/here',
      message: expect.stringContaining('Name'),
    });
  });
});
