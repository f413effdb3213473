import { describe, expect, it } from 'vitest';

import {
  diffResource,
  type ResourceBefore,
  type IntendedResource,
} from '../../../../lib/model/change/diff-resource.ts';
import type { NamingSources } from '../../../../lib/model/descriptors/compute-descriptors.ts';
import { parseGraphId, parseResourceId } from '../../../../lib/model/ids.ts';
import { millGraph } from '../../../functions/writing/mill-service.ts';
import { compiled, graphId, nodes, resourceId } from '../../json-ld/mill.ts';
import { accountId, intended, millWorld, stored } from './mill-change.ts';

const { appellation, name, nameType, place, geometry } = nodes;
const world = millWorld(compiled(millGraph));
const texts: NamingSources = {
  concept: () => undefined,
  names: () => ({}),
  namedResources: () => [],
  languages: ['en'],
};
const first = stored(1, appellation, { [name]: 'Old Mill', [nameType]: null });
const site = stored(3, place, { [geometry]: null });
const hiddenName = { value: 'Hidden', nodegroups: [place], resources: [] };
const before: ResourceBefore = {
  kind: 'stored',
  descriptors: {
    texts: {
      en: {
        name: { value: 'Old Mill', nodegroups: [appellation], resources: [] },
        map_popup: hiddenName,
      },
    },
    basis: null,
    stamp: 'as read',
  },
  resource: {
    resourceId: parseResourceId(resourceId),
    graphId: parseGraphId(graphId),
    legacyId: 'mill/1',
    version: '4',
    isProposed: false,
    tiles: [first, site],
  },
};
const intendedResource = (
  tiles: readonly (typeof first)[],
  more: Partial<IntendedResource> = {},
): IntendedResource => ({
  intendedTiles: { tiles: tiles.map((tile) => intended(tile)), deleted: [] },
  legacyId: undefined,
  ...more,
});
const renamed = { ...first, data: { ...first.data, [name]: 'Burnt Mill' } };

describe('the difference between intended and stored tiles', () => {
  it('is empty if nothing changes', () => {
    const unchanged = { kind: 'unchanged', pending: [] };
    expect(diffResource(before, intendedResource([first, site]), texts, world)).toEqual(unchanged);
    const same = intendedResource([first, site], { legacyId: 'mill/1' });
    expect(diffResource(before, same, texts, world)).toEqual(unchanged);
  });

  it('has the row of the changed tile, and the version that was read', () => {
    expect(diffResource(before, intendedResource([renamed, site]), texts, world)).toMatchObject({
      kind: 'change',
      change: {
        kind: 'Update',
        version: '4',
        legacyId: undefined,
        tiles: [
          { change: 'update', tile_id: first.tileId, keeps_parent: true, data: renamed.data },
        ],
      },
    });
  });

  it('recomputes the affected descriptors, and keeps the others', () => {
    expect(diffResource(before, intendedResource([renamed, site]), texts, world)).toMatchObject({
      change: {
        descriptors: { texts: { en: { name: { value: 'Burnt Mill' }, map_popup: hiddenName } } },
        descriptorsStamp: 'as read',
      },
    });
    const moved = { ...site, sortOrder: 3 };
    expect(diffResource(before, intendedResource([first, moved]), texts, world)).toMatchObject({
      change: { descriptors: undefined },
    });
  });

  it('is a change if only the legacy id differs', () => {
    const found = diffResource(
      before,
      intendedResource([first, site], { legacyId: 'mill/2' }),
      texts,
      world,
    );
    expect(found).toMatchObject({ kind: 'change', change: { legacyId: 'mill/2', tiles: [] } });
  });

  it('creates a new resource instance, even without a tile', () => {
    const fresh: ResourceBefore = { kind: 'new', resourceId: parseResourceId(resourceId) };
    expect(diffResource(fresh, intendedResource([]), texts, world)).toMatchObject({
      kind: 'change',
      change: { kind: 'Create', version: null, legacyId: null, tiles: [] },
    });
  });

  it('is proposed if the author is not a reviewer', () => {
    const author = { ...world.author, isReviewer: false };
    const found = diffResource(before, intendedResource([renamed, site]), texts, {
      ...world,
      author,
    });
    expect(found).toMatchObject({
      tileWrites: [
        { after: { data: first.data, provisionalEdits: { [accountId]: { value: renamed.data } } } },
      ],
    });
  });

  it('is forbidden for nodegroups that the author can read but not write or delete', () => {
    const rights = new Map([
      [appellation, { canWrite: false, canDelete: true }],
      [place, { canWrite: true, canDelete: false }],
    ]);
    const limitedWorld = { ...world, author: { ...world.author, rights } };
    const intendedOnlyName = intendedResource([renamed]);
    const all = {
      ...intendedOnlyName,
      intendedTiles: { ...intendedOnlyName.intendedTiles, deleted: [site.tileId] },
    };
    expect(diffResource(before, all, texts, limitedWorld)).toEqual({
      kind: 'forbidden',
      write: [appellation],
      delete: [place],
    });
  });

  it('reports an unreadable nodegroup like an unknown one', () => {
    const closed = compiled(millGraph);
    const graph = {
      ...closed,
      nodegroups: closed.nodegroups.filter(({ nodegroupId }) => nodegroupId !== place),
    };
    const rights = new Map([[appellation, { canWrite: true, canDelete: true }]]);
    const worldWithoutPlace = { ...millWorld(graph), author: { ...world.author, rights } };
    const fresh: ResourceBefore = { kind: 'new', resourceId: parseResourceId(resourceId) };
    expect(diffResource(fresh, intendedResource([site]), texts, worldWithoutPlace)).toMatchObject({
      kind: 'refused',
      problems: [{ code: 'unknown_nodegroup' }],
    });
  });

  it('is rejected with all problems', () => {
    const wrong = { ...first, data: { [name]: 12, [geometry]: {} } };
    const found = diffResource(before, intendedResource([wrong, wrong]), texts, world);
    expect(found).toMatchObject({ kind: 'refused' });
    expect(
      found.kind === 'refused' && new Set(found.problems.map(({ code }) => code)).size,
    ).toBeGreaterThan(2);
  });
});
