import fc from 'fast-check';
import { expect, it } from 'vitest';

import { nameTypes } from '../lib/model/datatypes/golden-world.ts';
import { anyModel, unambiguousModels } from '../lib/json-ld/random/model.ts';
import { generateRecords } from './generated-records.ts';

const concepts = (): readonly string[] => [nameTypes];

it('fills every node of every nodegroup of any model for which there is a value', () => {
  fc.assert(
    fc.property(anyModel(unambiguousModels), ({ graph }) => {
      const [full] = generateRecords([graph], concepts);
      const unfilled = graph.nodes.filter(
        ({ nodeId, nodegroupId, datatype }) =>
          nodegroupId !== null &&
          !['semantic', 'node-value'].includes(datatype) &&
          !full?.tiles.some(({ data }) => (data[nodeId] ?? null) !== null),
      );
      expect(unfilled).toEqual([]);
      expect(generateRecords([graph], concepts)).toEqual(generateRecords([graph], concepts));
    }),
    { numRuns: 30 },
  );
});
