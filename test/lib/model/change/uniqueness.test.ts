import { describe, expect, it } from 'vitest';

import { modelById } from '../../../../lib/model/change/change-world.ts';
import type { PlannedTile } from '../../../../lib/model/change/plan-tiles.ts';
import type { StoredTile } from '../../../../lib/model/change/stored.ts';
import { uniqueness } from '../../../../lib/model/change/uniqueness.ts';
import { compiled, millDocument, nodes } from '../../json-ld/mill.ts';
import { id } from '../graph/example.ts';
import { stored } from './mill-change.ts';

const { appellation, name, nameType } = nodes;

const modelWith = (nodeIds: readonly string[], isAcrossResources = false) =>
  modelById(
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
const created = (after: StoredTile, changed = [name]): PlannedTile => ({
  change: 'create',
  after,
  pointer: '/here',
  changed,
});
const found = (plan: PlannedTile, after: readonly StoredTile[], model = modelWith([name])) =>
  uniqueness([plan], after, model);

describe('a unique constraint', () => {
  const first = nameTile(1, 'Old Mill');
  const twin = nameTile(2, 'Old Mill');

  it('refuses a value that another tile has, and says where', () => {
    const { problems } = found(created(twin), [first, twin]);
    expect(problems).toMatchObject([{ code: 'value_not_unique', pointer: '/here' }]);
    expect(problems[0]?.message).toContain('Name');
  });

  it('asks nothing of a tile whose values it does not touch', () => {
    expect(found(created(twin, [nameType]), [first, twin]).problems).toEqual([]);
  });

  it('takes nulls for equal to nothing', () => {
    const [one, other] = [nameTile(1, null), nameTile(2, null)];
    expect(found(created(other), [one, other]).problems).toEqual([]);
  });

  it('of several nodes compares them together', () => {
    const model = modelWith([name, nameType]);
    const [one, other] = [nameTile(1, 'Old Mill', id(1)), nameTile(2, 'Old Mill', id(2))];
    expect(found(created(other), [one, other], model).problems).toEqual([]);
    expect(
      found(created(other), [other, { ...one, data: other.data }], model).problems,
    ).toHaveLength(1);
  });

  it('across resource instances is left to the database, too', () => {
    expect(found(created(twin), [twin], modelWith([name], true)).checks).toEqual([
      {
        constraint_id: id(51),
        nodegroup_id: appellation,
        values: { [name]: 'Old Mill' },
        pointer: '/here',
      },
    ]);
    expect(found(created(twin), [twin]).checks).toEqual([]);
  });

  it('asks nothing of what is deleted', () => {
    const gone: PlannedTile = { change: 'delete', before: twin, pointer: '' };
    expect(found(gone, [first], modelWith([name], true))).toEqual({ problems: [], checks: [] });
  });
});
