import fc from 'fast-check';
import { expect, it } from 'vitest';

import { nameTypes } from '../lib/model/datatypes/golden-world.ts';
import { anyModel, unambiguousModels } from '../lib/json-ld/random/model.ts';
import { generateRecords } from './generated-records.ts';

const listConceptValues = (): readonly string[] => [nameTypes];

it('creates the same records at every call, with a value of each node that can have one', () => {
  fc.assert(
    fc.property(anyModel(unambiguousModels), ({ graph }) => {
      const [completeRecord] = generateRecords([graph], listConceptValues);
      const nodesWithoutValue = graph.nodes.filter(
        ({ nodeId, nodegroupId, datatype }) =>
          nodegroupId !== null &&
          !['semantic', 'node-value'].includes(datatype) &&
          !completeRecord?.tiles.some(({ data }) => (data[nodeId] ?? null) !== null),
      );
      expect(nodesWithoutValue).toEqual([]);
      expect(generateRecords([graph], listConceptValues)).toEqual(
        generateRecords([graph], listConceptValues),
      );
    }),
    { numRuns: 30 },
  );
});
