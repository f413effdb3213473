import { describe, expect, it } from 'vitest';

import {
  findViewFieldProblems,
  type ViewDependencies,
  type IntendedView,
} from '../../../../lib/model/spatial-views/view-field-problems.ts';
import {
  maxSlugLength,
  viewNames,
  type SpatialView,
} from '../../../../lib/model/spatial-views/spatial-view.ts';

const id = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`;
const [graphId, otherGraph] = [id(8), id(9)];
const node = (number: number, datatype: string, ofGraph = graphId) => ({
  nodeId: id(number),
  graphId: ofGraph,
  datatype,
});
const geometryNode = node(1, 'geojson-feature-collection');

const storedView: SpatialView = {
  spatialViewId: id(7),
  slug: 'mills',
  schema: 'public',
  description: '',
  geometryNodeId: id(1),
  language: 'en',
  isActive: true,
  isMixedGeometryTypes: false,
  attributeNodes: [{ nodeid: id(2), description: '' }],
};

const validDependencies: ViewDependencies = {
  geometryNode,
  languages: ['en-US', 'fr'],
  attributeNodes: [node(2, 'string')],
  isSchema: true,
  isSlugTaken: false,
  takenNames: viewNames(storedView),
};

/** The pointers of the problems. */
function problemPointers(
  sent: IntendedView['sent'],
  changedDependencies: Partial<ViewDependencies> = {},
  viewBefore = storedView,
) {
  const attributeIds = sent.attributeNodes?.map(({ nodeid }) => nodeid);
  const request = { sent, attributeIds, stored: viewBefore };
  return findViewFieldProblems(request, { ...validDependencies, ...changedDependencies }, 'de').map(
    ({ pointer }) => pointer,
  );
}

const attributeNodes = (...numbers: readonly number[]) =>
  numbers.map((number) => ({ nodeid: id(number), description: '' }));

describe('a spatial view request', () => {
  it('is valid if it is empty, even if the model has lost nodes', () => {
    expect(
      problemPointers({}, { geometryNode: null, attributeNodes: [], languages: ['de'] }),
    ).toEqual([]);
    expect(problemPointers({ description: 'New' }, { attributeNodes: [] })).toEqual([]);
  });

  it('is validated together with the stored fields that it affects', () => {
    const withoutAttributeNodes = { attributeNodes: [] };
    expect(problemPointers({ attributeNodes: attributeNodes(2) }, withoutAttributeNodes)).toEqual([
      '/attributenodes/0/nodeid',
    ]);
    expect(problemPointers({ geometryNodeId: id(1) }, withoutAttributeNodes)).toEqual([
      '/attributenodes/0/nodeid',
    ]);
    const withOtherGraph = { geometryNode: node(3, 'geojson-feature-collection', otherGraph) };
    expect(
      problemPointers({ geometryNodeId: id(3) }, { ...withOtherGraph, languages: ['de'] }),
    ).toEqual(['/language', '/attributenodes/0/nodeid']);
    expect(problemPointers({ language: 'en' }, { geometryNode: null })).toEqual([
      '/geometrynodeid',
    ]);
  });

  it('allows only displayable nodes, each once', () => {
    const datatypes = [
      'semantic',
      'geojson-feature-collection',
      'annotation',
      'string',
      'node-value',
      'of another platform',
    ];
    const nodes = datatypes.map((datatype, index) => node(index + 1, datatype));
    const sent = { attributeNodes: attributeNodes(1, 2, 3, 4, 5, 6, 4) };
    expect(problemPointers(sent, { attributeNodes: nodes })).toEqual([
      '/attributenodes/0/nodeid',
      '/attributenodes/1/nodeid',
      '/attributenodes/2/nodeid',
      '/attributenodes/6/nodeid',
    ]);
  });

  it('requires a language of the graph, or the default language for plain texts', () => {
    for (const language of ['en', 'en-US', 'EN', 'en-GB', 'fr-CA'])
      expect(problemPointers({ language })).toEqual([]);
    for (const language of ['de', 'e', '*', 'frr'])
      expect(problemPointers({ language })).toEqual(['/language']);
    expect(problemPointers({ language: 'de-AT' }, { languages: [] })).toEqual([]);
    expect(problemPointers({ language: 'en' }, { languages: [] })).toEqual(['/language']);
  });

  it('allows only view names that are free or already belong to the view', () => {
    expect(problemPointers({ slug: 'mills' })).toEqual([]);
    expect(problemPointers({ slug: 'mills', schema: 'layers' })).toEqual(['/slug']);
    expect(problemPointers({ isActive: true }, {}, { ...storedView, isActive: false })).toEqual([
      '/slug',
    ]);
    expect(problemPointers({ description: '' }, {}, { ...storedView, isActive: false })).toEqual(
      [],
    );
    const withTakenNames = { takenNames: ['mills_mixed_geom', ...viewNames(storedView)] };
    expect(problemPointers({ isMixedGeometryTypes: true }, withTakenNames)).toEqual(['/slug']);
    expect(problemPointers({}, withTakenNames)).toEqual([]);
  });

  it('needs an existing schema only if the view is active or the request names a schema', () => {
    const withoutSchema = { isSchema: false, takenNames: [] };
    expect(problemPointers({}, withoutSchema)).toEqual(['/schema']);
    expect(problemPointers({ isActive: false }, withoutSchema)).toEqual([]);
    expect(problemPointers({ isActive: false, schema: 'gone' }, withoutSchema)).toEqual([
      '/schema',
    ]);
  });
});

describe('view names', () => {
  it('fit in PostgreSQL for the longest slug', () => {
    for (const isMixedGeometryTypes of [true, false]) {
      const names = viewNames({ slug: 's'.repeat(maxSlugLength), isMixedGeometryTypes });
      expect(Math.max(...names.map(({ length }) => length))).toBe(63);
    }
  });
});
