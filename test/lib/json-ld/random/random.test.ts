import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { checkRecord } from '../../../../infra/cli/import/resources/check-record.ts';
import { indexModel } from '../../../../infra/cli/import/resources/model-index.ts';
import {
  parseRecordText,
  type ResourceRecord,
} from '../../../../lib/model/resources/resource-record.ts';
import { datatypeOf, builtInDatatypes } from '../../../../lib/model/datatypes/registry.ts';
import type { CompiledGraph } from '../../../../infra/cli/import/graphs/compile-graph.ts';
import { kindOf } from '../../model/datatypes/kind-of.ts';
import { compiled } from '../mill.ts';
import {
  datatypeNode,
  normaliseContext,
  validationContext,
} from '../../model/datatypes/golden-world.ts';
import { ambiguousPackage, asBusinessData } from './ambiguous-package.ts';
import { ambiguousModels, anyModel, unambiguousModels } from './model.ts';
import { canonicalJson } from './same-tiles.ts';
import { anyResource, newTiles, storedTiles } from './tiles.ts';
import {
  anyConfig,
  anyNewValue,
  anyValue,
  datatypesOfNewValues,
  datatypesWithValues,
} from './values.ts';

const kinds = [
  { name: 'unambiguous nodes', models: unambiguousModels },
  { name: 'ambiguous nodes', models: ambiguousModels },
] as const;

describe.each(datatypesWithValues)('any value of datatype %s', (datatype) => {
  const { validate, normalise } = datatypeOf(datatype);
  const drawn = anyConfig(datatype).chain((config) =>
    fc.tuple(fc.constant(config), anyValue(datatype, config)),
  );

  it('is valid and normalised', () => {
    fc.assert(
      fc.property(drawn, ([config, value]) => {
        const node = datatypeNode({ config, ontologyClass: null });
        expect(validate(value, node, validationContext)).toEqual([]);
        expect(canonicalJson(normalise(value, node, normaliseContext()))).toBe(
          canonicalJson(value),
        );
        expect(value).not.toBeNull();
      }),
    );
  });
});

describe('values that a document can create', () => {
  it('exist for every datatype except file-list', () => {
    for (const datatype of datatypesOfNewValues) {
      const drawn = anyConfig(datatype).chain((config) => anyNewValue(datatype, config));
      expect(fc.sample(drawn, 10)).toHaveLength(10);
    }
  });
});

describe('the datatypes of random models', () => {
  it('include every kind of datatype of the service that has values', () => {
    const randomKinds = new Set(datatypesWithValues.map((name) => kindOf(datatypeOf(name))));
    const datatypesOfService = builtInDatatypes.filter(({ holds }) => holds !== 'nothing');
    expect(datatypesOfService.filter((datatype) => !randomKinds.has(kindOf(datatype)))).toEqual([]);
  });
});

/** The problems that the importer finds in a record. */
function problemsOf(record: unknown, graph: CompiledGraph): readonly unknown[] {
  const reading = parseRecordText(JSON.stringify(record), '');
  if (!reading.ok) return reading.problems;
  const found: ResourceRecord = reading.record;
  return checkRecord(found, new Map([[graph.graphId, indexModel(graph)]]), '');
}

describe.each(kinds)('a random model with $name', ({ models }) => {
  it('has an ontology and nodes', () => {
    fc.assert(
      fc.property(anyModel(models), ({ graph }) => {
        expect(graph.hasOntology).toBe(true);
        expect(graph.nodes.length).toBeGreaterThan(1);
      }),
    );
  });

  it.each([
    { title: 'any', options: storedTiles, datatypes: datatypesWithValues },
    { title: 'new', options: newTiles, datatypes: datatypesOfNewValues },
  ])('has valid tiles with $title values', ({ options, datatypes }) => {
    fc.assert(
      fc.property(anyResource({ ...models, datatypes }, options), ({ graph, tiles }) => {
        expect(problemsOf(asBusinessData(graph.graphId, 1, tiles), graph)).toEqual([]);
        const required = graph.nodes.filter(({ isRequired }) => isRequired);
        const empty = tiles.flatMap(({ nodegroupId, data }) =>
          required.filter((node) => node.nodegroupId === nodegroupId && data[node.nodeId] === null),
        );
        expect(empty).toEqual([]);
      }),
    );
  });
});

describe('the ambiguous package', () => {
  const { graph: document, records } = ambiguousPackage();
  const graph = compiled(document);

  it('has thirty resource instances that can be imported', () => {
    expect(records).toHaveLength(30);
    expect(records.flatMap((record) => problemsOf(record, graph))).toEqual([]);
  });

  it('is the same in every call', () => {
    expect(ambiguousPackage()).toEqual({ graph: document, records });
  });
});
