import { describe, expect, it } from 'vitest';

import type { NodeDefinition } from '../../../../../infra/local/sample/model/definition.ts';
import { heritagePlace } from '../../../../../infra/local/sample/model/heritage-place.ts';
import { optionId } from '../../../../../infra/local/sample/model/options.ts';
import {
  NodeWithoutNodegroup,
  placeNodes,
} from '../../../../../infra/local/sample/model/placed-nodes.ts';
import { UnknownSampleKey } from '../../../../../infra/local/sample/sample-id.ts';

describe('placeNodes', () => {
  it('gives each node the nodegroup of the nearest collector above', () => {
    const nodes = placeNodes(heritagePlace);
    const locality = nodes.find(({ definition }) => definition.key === 'locality');
    const geometry = nodes.find(({ definition }) => definition.key === 'geometry');
    const location = nodes.find(({ definition }) => definition.key === 'location');
    const extent = nodes.find(({ definition }) => definition.key === 'spatial_extent');
    expect(locality?.nodegroupId).toBe(location?.nodeId);
    expect(geometry?.nodegroupId).toBe(extent?.nodeId);
    expect(extent?.parentNodegroupId).toBe(location?.nodeId);
  });

  it('refuses a node that belongs to no nodegroup', () => {
    const stray: NodeDefinition = { key: 'stray', name: 'Stray', property: 'P1', class: 'E1' };
    expect(() => placeNodes({ ...heritagePlace, nodes: [stray] })).toThrow(NodeWithoutNodegroup);
  });
});

describe('optionId', () => {
  it('refuses an option that the list lacks', () => {
    expect(() => optionId('unit', 'cubit')).toThrow(UnknownSampleKey);
  });
});
