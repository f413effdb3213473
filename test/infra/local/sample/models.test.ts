import { describe, expect, it } from 'vitest';

import { exampleResourceId, restrictedNodegroups } from '../../../../infra/local/sample/access.ts';
import { readSample, valuesOf } from './read-sample.ts';

const sample = await readSample();
const nodegroups = sample.graphs.flatMap((graph) => graph.nodegroups);

const DATATYPES_WITH_VALUES = [
  'boolean',
  'concept',
  'concept-list',
  'date',
  'domain-value',
  'domain-value-list',
  'edtf',
  'geojson-feature-collection',
  'non-localized-string',
  'number',
  'resource-instance',
  'resource-instance-list',
  'string',
  'url',
];

describe('The sample models', () => {
  it.each(DATATYPES_WITH_VALUES)(
    'have nodes of the datatype %s, with values in tiles',
    (datatype) => {
      expect(valuesOf(sample, datatype).length).toBeGreaterThan(0);
    },
  );

  it('have semantic nodes that group others', () => {
    const datatypes = sample.graphs.flatMap(({ nodes }) => nodes.slice(1)).map((n) => n.datatype);
    expect(datatypes).toContain('semantic');
  });

  it('have a CIDOC CRM property on every edge, and a class on every node', () => {
    const incomplete = sample.graphs
      .flatMap(({ nodes }) => nodes.slice(1))
      .filter(
        ({ ontologyProperty, ontologyClass }) =>
          ontologyProperty?.startsWith('http://www.cidoc-crm.org/cidoc-crm/P') !== true ||
          ontologyClass === null,
      );
    expect(incomplete).toEqual([]);
  });

  it('build the name, description and map text of each resource instance from nodes', () => {
    for (const { descriptors } of sample.graphs) {
      expect(descriptors.name?.parts.map(({ kind }) => kind)).toContain('node');
      expect(descriptors.description?.parts.map(({ kind }) => kind)).toContain('node');
      expect(descriptors.mapPopup?.parts.map(({ kind }) => kind)).toContain('node');
    }
  });

  it('have nodegroups of cardinality n at the third level, all with tiles', () => {
    const deepest = nodegroups.filter(({ depth }) => depth === 2);
    const usedNodegroups = new Set(
      sample.records.flatMap(({ tiles }) => tiles.map((tile) => tile.nodegroup_id)),
    );
    expect(deepest.length).toBeGreaterThan(0);
    expect(deepest.every(({ nodegroupId }) => usedNodegroups.has(nodegroupId))).toBe(true);
    expect(deepest.every(({ cardinality }) => cardinality === 'n')).toBe(true);
  });

  it('have field names, and two nodes whose derived property names are equal', () => {
    const nodes = sample.graphs.flatMap((graph) => graph.nodes);
    expect(nodes.some(({ fieldName }) => fieldName !== null)).toBe(true);
    expect(nodes.filter(({ propertyName }) => propertyName === 'note')).toHaveLength(2);
  });

  it('have one hidden nodegroup, with at least 55 tiles', () => {
    const hidden = nodegroups.filter(({ isHidden }) => isHidden);
    expect(hidden).toHaveLength(1);
    const tiles = sample.records.flatMap((record) =>
      record.tiles.filter((tile) => tile.nodegroup_id === hidden[0]?.nodegroupId),
    );
    expect(tiles.length).toBeGreaterThanOrEqual(55);
  });
});

describe('The restricted part of the sample', () => {
  it('consists of nodegroups of the models, with all nodegroups below them', () => {
    const restricted = new Set(restrictedNodegroups);
    const restrictedGroups = nodegroups.filter(({ nodegroupId }) => restricted.has(nodegroupId));
    const children = nodegroups.filter((group) => restricted.has(group.parentNodegroupId ?? ''));
    expect(restrictedGroups).toHaveLength(restricted.size);
    expect(children.every(({ nodegroupId }) => restricted.has(nodegroupId))).toBe(true);
  });

  it('has tiles whose texts say that they are invented', () => {
    const restricted = new Set(restrictedNodegroups);
    const tiles = sample.records
      .flatMap((record) => record.tiles)
      .filter((tile) => restricted.has(tile.nodegroup_id));
    expect(tiles.length).toBeGreaterThan(0);
    expect(tiles.every((tile) => /fictional/i.test(JSON.stringify(tile.data)))).toBe(true);
  });

  it('includes some of the more than eight nodegroups of the example resource instance', () => {
    const example = sample.records.find(
      ({ resource }) => resource.resource_id === exampleResourceId,
    );
    const groups = new Set(example?.tiles.map((tile) => tile.nodegroup_id));
    expect(groups.size).toBeGreaterThan(8);
    expect(restrictedNodegroups.some((id) => groups.has(id))).toBe(true);
  });
});
