import { describe, expect, it } from 'vitest';

import { createModelLookup } from '../../../../lib/model/change/comparison-context.ts';
import { deletionOf } from '../../../../lib/model/change/tile-difference.ts';
import type { StoredTile } from '../../../../lib/model/change/stored-resource.ts';
import { parseResourceId } from '../../../../lib/model/ids.ts';
import {
  createNotUniqueProblem,
  listTilesToCheck,
  planUniqueChecks,
} from '../../../../lib/model/change/uniqueness.ts';
import { compiled, millDocument, nodes } from '../../json-ld/mill.ts';
import { id } from '../../../infra/cli/import/graphs/example.ts';
import { storedTile } from './mill-change.ts';

const { appellation, name, nameType } = nodes;

const createModel = (nodeIds: readonly string[], isAcrossResources = false) =>
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
const createNameTile = (
  number: number,
  text: string | null,
  type: string | null = null,
): StoredTile => storedTile(number, appellation, { [name]: text, [nameType]: type });
const resourceId = parseResourceId(id(500));
const planChecks = (
  tiles: readonly (readonly [tile: StoredTile, changed: readonly string[] | 'all'])[],
  model = createModel([name]),
) =>
  planUniqueChecks(
    tiles.map(([tile, changed]) => ({ ...tile, resourceId, changed, pointer: '/here' })),
    model,
  );

describe('a unique constraint', () => {
  const firstTile = createNameTile(1, 'Old Mill');
  const secondTile = createNameTile(2, 'Old Mill');

  it('checks a changed value, and supplies the values of the other tiles', () => {
    const check = { constraint_id: id(51), nodegroup_id: appellation, resource_id: resourceId };
    const nameValue = { values: { [name]: 'Old Mill' }, pointer: '/here' };
    expect(
      planChecks([
        [firstTile, [nameType]],
        [secondTile, [name]],
      ]),
    ).toEqual([
      { ...check, ...nameValue, tile_id: firstTile.tileId, is_asked: false },
      { ...check, ...nameValue, tile_id: secondTile.tileId, is_asked: true },
    ]);
  });

  it('does not check tiles whose values of the constraint did not change', () => {
    expect(planChecks([[secondTile, [nameType]]])).toEqual([]);
  });

  it('never treats null as a duplicate', () => {
    expect(planChecks([[createNameTile(1, null), [name]]])).toEqual([]);
  });

  it('of several nodes checks their combination', () => {
    const model = createModel([name, nameType]);
    expect(planChecks([[createNameTile(1, 'Old Mill'), [name]]], model)).toEqual([]);
    expect(planChecks([[createNameTile(1, 'Old Mill', id(1)), [nameType]]], model)).toMatchObject([
      { values: { [name]: 'Old Mill', [nameType]: id(1) } },
    ]);
  });

  it('across resource instances is checked without a resource id', () => {
    const model = createModel([name], true);
    expect(planChecks([[secondTile, 'all']], model)).toMatchObject([
      { resource_id: null, is_asked: true },
    ]);
  });

  it('does not check deleted tiles', () => {
    expect(listTilesToCheck([deletionOf(secondTile)], resourceId)).toEqual([]);
  });

  it('is reported with the names of its nodes', () => {
    expect(createNotUniqueProblem({ nodeIds: [name] }, '/here', createModel([name]))).toMatchObject(
      {
        code: 'value_not_unique',
        pointer: '/here',
        message: expect.stringContaining('Name'),
      },
    );
  });
});
