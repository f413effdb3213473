import { describe, expect, it } from 'vitest';

import { heritagePlace } from '../../../../../infra/local/sample/model/heritage-place.ts';
import { resourceRecord } from '../../../../../infra/local/sample/records/resource-record.ts';
import { UnknownSampleKey } from '../../../../../infra/local/sample/sample-id.ts';

describe('resourceRecord', () => {
  it('fills the nodes of a nodegroup that have no value with null', () => {
    const draft = { group: 'web_page' };
    const [tile] = resourceRecord(heritagePlace, 'somewhere', [draft]).tiles;
    expect(Object.values(tile?.['data'] ?? {})).toEqual([null]);
  });

  it('numbers the tiles of a nodegroup in the order of their drafts', () => {
    const drafts = ['dimension', 'names', 'dimension'].map((group) => ({ group }));
    const { tiles } = resourceRecord(heritagePlace, 'somewhere', drafts);
    expect(tiles.map((tile) => tile['sortorder'])).toEqual([0, 0, 1]);
  });

  it('puts tiles below their parents', () => {
    const draft = { group: 'location', below: [{ group: 'spatial_extent' }] };
    const [parent, child] = resourceRecord(heritagePlace, 'somewhere', [draft]).tiles;
    expect(child?.['parenttile_id']).toBe(parent?.['tileid']);
  });

  it('refuses a nodegroup that the model lacks', () => {
    const drafts = [{ group: 'weather' }];
    expect(() => resourceRecord(heritagePlace, 'somewhere', drafts)).toThrow(UnknownSampleKey);
  });

  it('refuses a value for a node of another nodegroup', () => {
    const drafts = [{ group: 'names', values: { description: 'Elsewhere' } }];
    expect(() => resourceRecord(heritagePlace, 'somewhere', drafts)).toThrow(
      'The sample data has no node with values "description"',
    );
  });
});
