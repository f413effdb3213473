import { describe, expect, it } from 'vitest';

import { diffResource, type ResourceBefore } from '../../../../lib/model/change/diff-resource.ts';
import type { IntendedResource } from '../../../../lib/model/change/intended-resource.ts';
import type { NamingSources } from '../../../../lib/model/descriptors/compute-descriptors.ts';
import { parseGraphId, parseResourceId } from '../../../../lib/model/ids.ts';
import { millGraph } from '../../../functions/writing/mill-service.ts';
import { compiled, graphId, nodes, resourceId } from '../../json-ld/mill.ts';
import { accountId, intendedTile, millContext, storedTile } from './mill-change.ts';

const { appellation, name, nameType, place, geometry } = nodes;
const context = millContext(compiled(millGraph));
const namingSources: NamingSources = {
  concept: () => undefined,
  names: () => ({}),
  namedResources: () => [],
  languages: ['en'],
};
const nameTile = storedTile(1, appellation, { [name]: 'Old Mill', [nameType]: null });
const placeTile = storedTile(3, place, { [geometry]: null });
const hiddenName = { value: 'Hidden', nodegroups: [place], resources: [] };
const resourceBefore: ResourceBefore = {
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
    tiles: [nameTile, placeTile],
  },
};
const intended = (
  tiles: readonly (typeof nameTile)[],
  overrides: Partial<IntendedResource> = {},
): IntendedResource => ({
  tiles: tiles.map((tile) => intendedTile(tile)),
  deleted: [],
  ...overrides,
});
const renamedTile = { ...nameTile, data: { ...nameTile.data, [name]: 'Burnt Mill' } };

describe('the difference between intended and stored tiles', () => {
  it('is empty if nothing changes', () => {
    const unchanged = { kind: 'unchanged', pending: [] };
    expect(
      diffResource(resourceBefore, intended([nameTile, placeTile]), namingSources, context),
    ).toEqual(unchanged);
    const unchangedResource = intended([nameTile, placeTile], { legacyId: 'mill/1' });
    expect(diffResource(resourceBefore, unchangedResource, namingSources, context)).toEqual(
      unchanged,
    );
  });

  it('contains the row of the changed tile, and the version that was read', () => {
    expect(
      diffResource(resourceBefore, intended([renamedTile, placeTile]), namingSources, context),
    ).toMatchObject({
      kind: 'changed',
      write: {
        kind: 'Update',
        version: '4',
        legacyId: undefined,
        tiles: [
          {
            change: 'update',
            tile_id: nameTile.tileId,
            keeps_parent: true,
            data: renamedTile.data,
          },
        ],
      },
    });
  });

  it('recomputes the affected descriptors, and keeps the others', () => {
    expect(
      diffResource(resourceBefore, intended([renamedTile, placeTile]), namingSources, context),
    ).toMatchObject({
      write: {
        descriptors: { texts: { en: { name: { value: 'Burnt Mill' }, map_popup: hiddenName } } },
        descriptorsStamp: 'as read',
      },
    });
    const movedTile = { ...placeTile, sortOrder: 3 };
    expect(
      diffResource(resourceBefore, intended([nameTile, movedTile]), namingSources, context),
    ).toMatchObject({
      write: { descriptors: undefined },
    });
  });

  it('is a change if only the legacy id differs', () => {
    const difference = diffResource(
      resourceBefore,
      intended([nameTile, placeTile], { legacyId: 'mill/2' }),
      namingSources,
      context,
    );
    expect(difference).toMatchObject({ kind: 'changed', write: { legacyId: 'mill/2', tiles: [] } });
  });

  it('creates a new resource instance, even without a tile', () => {
    const newResource: ResourceBefore = { kind: 'new', resourceId: parseResourceId(resourceId) };
    expect(diffResource(newResource, intended([]), namingSources, context)).toMatchObject({
      kind: 'changed',
      write: { kind: 'Create', version: null, legacyId: null, tiles: [] },
    });
  });

  it('is proposed if the author is not a reviewer', () => {
    const author = { ...context.author, isReviewer: false };
    const difference = diffResource(
      resourceBefore,
      intended([renamedTile, placeTile]),
      namingSources,
      {
        ...context,
        author,
      },
    );
    expect(difference).toMatchObject({
      tiles: [
        {
          after: {
            data: nameTile.data,
            provisionalEdits: { [accountId]: { value: renamedTile.data } },
          },
        },
      ],
    });
  });

  it('is forbidden for nodegroups that the author can read but not write or delete', () => {
    const rights = new Map([
      [appellation, { canWrite: false, canDelete: true }],
      [place, { canWrite: true, canDelete: false }],
    ]);
    const contextWithLimitedRights = { ...context, author: { ...context.author, rights } };
    const allChanges = intended([renamedTile], { deleted: [placeTile.tileId] });
    expect(
      diffResource(resourceBefore, allChanges, namingSources, contextWithLimitedRights),
    ).toEqual({
      kind: 'forbidden',
      write: [appellation],
      delete: [place],
    });
  });

  it('reports an unreadable nodegroup like an unknown nodegroup', () => {
    const fullGraph = compiled(millGraph);
    const graph = {
      ...fullGraph,
      nodegroups: fullGraph.nodegroups.filter(({ nodegroupId }) => nodegroupId !== place),
    };
    const rights = new Map([[appellation, { canWrite: true, canDelete: true }]]);
    const contextWithoutPlace = { ...millContext(graph), author: { ...context.author, rights } };
    const newResource: ResourceBefore = { kind: 'new', resourceId: parseResourceId(resourceId) };
    expect(
      diffResource(newResource, intended([placeTile]), namingSources, contextWithoutPlace),
    ).toMatchObject({
      kind: 'refused',
      problems: [{ code: 'unknown_nodegroup' }],
    });
  });

  it('is refused with all problems', () => {
    const invalidTile = { ...nameTile, data: { [name]: 12, [geometry]: {} } };
    const difference = diffResource(
      resourceBefore,
      intended([invalidTile, invalidTile]),
      namingSources,
      context,
    );
    expect(difference).toMatchObject({ kind: 'refused' });
    expect(
      difference.kind === 'refused' && new Set(difference.problems.map(({ code }) => code)).size,
    ).toBeGreaterThan(2);
  });
});
