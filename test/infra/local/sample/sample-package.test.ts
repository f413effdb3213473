import { describe, expect, it } from 'vitest';

import { checkRecord } from '../../../../infra/cli/import/resources/check-record.ts';
import { indexModel } from '../../../../infra/cli/import/resources/model-index.ts';
import { exampleResourceId } from '../../../../infra/local/sample/access.ts';
import { readSample } from './read-sample.ts';

const sample = await readSample();

describe('The sample package', () => {
  it('keeps the id of the example resource instance in every version', () => {
    expect(exampleResourceId).toBe('493bfbb8-7a3b-5058-867d-270d8723152e');
  });

  it('is read by the import without a problem', () => {
    expect(sample.problems).toEqual([]);
  });

  it('has no file that the import would ignore', () => {
    expect(sample.packageFiles.notRead).toEqual([]);
  });

  it('has three models and about 60 heritage places', () => {
    const slugs = new Set(sample.graphs.map(({ slug }) => slug));
    expect(slugs).toEqual(
      new Set(['event-or-activity', 'heritage-place', 'person-or-organisation']),
    );

    const model = sample.graphs.find(({ slug }) => slug === 'heritage-place');
    const places = sample.records.filter(({ resource }) => resource.graph_id === model?.graphId);
    expect(places.length).toBeGreaterThanOrEqual(55);
    expect(places.length).toBeLessThanOrEqual(70);
  });

  it('has no id twice', () => {
    const ids = [
      ...sample.graphs.flatMap(({ graphId, nodes }) => [graphId, ...nodes.map((n) => n.nodeId)]),
      ...sample.records.flatMap(({ resource, tiles }) => [
        resource.resource_id,
        ...tiles.map((tile) => tile.tile_id),
      ]),
      ...sample.thesaurus.values.map(({ valueId }) => valueId),
      ...new Set(sample.thesaurus.concepts.map(({ conceptId }) => conceptId)),
      ...sample.relations.map(({ relationId }) => relationId),
    ];
    expect(new Set<string>(ids).size).toBe(ids.length);
  });

  it('has only tiles that fit their nodegroups, nodes, parents and cardinalities', () => {
    const models = new Map(sample.graphs.map((graph) => [graph.graphId, indexModel(graph)]));
    const problems = sample.records.flatMap((record) => checkRecord(record, models, ''));
    expect(problems).toEqual([]);
  });

  it('has only relations between existing resource instances', () => {
    const ids = new Set(sample.records.map(({ resource }) => resource.resource_id));
    const endIds = sample.relations.flatMap(({ fromId, toId }) => [fromId, toId]);
    expect(endIds.length).toBeGreaterThan(0);
    expect(endIds.filter((id) => !ids.has(id))).toEqual([]);
  });
});
