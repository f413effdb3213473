import { describe, expect, it } from 'vitest';

import { buildSpecificationShape } from '../../../lib/json-ld/specification-shape.ts';
import { writeJsonLd } from '../../../lib/json-ld/write-json-ld.ts';
import type { CompiledGraph } from '../../../lib/model/graphs/compiled-graph.ts';
import type { TreeTile } from '../../../lib/model/resources/resource-tree.ts';
import { edge, id, node } from '../../infra/cli/import/graphs/example.ts';
import {
  base,
  pointCollection,
  compiled,
  contentOf,
  crm,
  graphId,
  literalClass,
  millDocument,
  millTiles,
  nodes,
  primaryTypeConcept,
  rdfValue,
  resourceId,
  tile,
  tileUri,
} from './mill.ts';

const graph = compiled(millDocument());

/** A model with a concept list, whose node has a child. */
const [types, typesNote] = [id(61), id(62)];
const modelWithTypes = compiled(
  millDocument({
    nodes: [
      node(types, 'Types', types, { datatype: 'concept-list', ontologyclass: crm('E55_Type') }),
      node(typesNote, 'Note', types, { ontologyclass: literalClass }),
    ],
    edges: [
      edge(nodes.mill, types, crm('P2_has_type')),
      edge(types, typesNote, crm('P3_has_note')),
    ],
    nodegroups: [{ nodegroupid: types, cardinality: '1', parentnodegroup_id: null }],
  }),
);

function serializeShape(tiles: readonly TreeTile[], model: CompiledGraph = graph): string {
  return writeJsonLd(buildSpecificationShape(contentOf(model, tiles)));
}

const documentOf = (tiles: readonly TreeTile[], model?: CompiledGraph): unknown =>
  JSON.parse(serializeShape(tiles, model));

describe('the JSON-LD shape of the specification', () => {
  it('has a nested node object for every node of every tile, and arrays only for repeated values', () => {
    const appellation = (number: number, name: string, type?: string) => ({
      '@id': tileUri(number, nodes.appellation),
      '@type': crm('E41_Appellation'),
      [crm('P3_has_note')]: {
        '@id': tileUri(number, nodes.name),
        '@type': literalClass,
        [rdfValue]: name,
      },
      [crm('P2_has_type')]: {
        '@id': tileUri(number, nodes.nameType),
        '@type': crm('E55_Type'),
        ...(type === undefined ? {} : { [rdfValue]: type }),
      },
    });
    expect(documentOf(millTiles)).toEqual({
      '@id': `${base}/resources/${resourceId}`,
      '@type': [crm('E22_Man-Made_Object'), `${base}/graph/${graphId}`],
      [crm('P1_is_identified_by')]: [
        appellation(1, 'Old Mill', primaryTypeConcept.conceptId),
        appellation(2, 'Mill House'),
      ],
      [crm('P53_has_former_or_current_location')]: {
        '@id': tileUri(3, nodes.place),
        '@type': crm('E53_Place'),
        [crm('P168_place_is_defined_by')]: {
          '@id': tileUri(3, nodes.geometry),
          '@type': literalClass,
          [rdfValue]: JSON.stringify(pointCollection),
        },
        [crm('P160_has_temporal_projection')]: {
          '@id': tileUri(4, nodes.sightings),
          '@type': 'http://www.w3.org/2001/XMLSchema#dateTime',
          [rdfValue]: '1850-01-01',
        },
      },
    });
  });

  it('has keys in the order of the model', () => {
    const keys = [...serializeShape(millTiles).matchAll(/"http:[^"]*\/(P\d+)[^"]*":/g)].map(
      ([, key]) => key,
    );
    expect(keys).toEqual(['P1', 'P3', 'P2', 'P3', 'P2', 'P53', 'P168', 'P160']);
  });

  it('has @id and @type even if the resource instance has no tiles', () => {
    expect(documentOf([])).toEqual({
      '@id': `${base}/resources/${resourceId}`,
      '@type': [crm('E22_Man-Made_Object'), `${base}/graph/${graphId}`],
    });
  });

  it('does not mix the children of two tiles with the same concept', () => {
    const detail = id(60);
    const model = compiled(
      millDocument({
        nodes: [node(detail, 'Detail', nodes.appellation, { ontologyclass: literalClass })],
        edges: [edge(nodes.nameType, detail, crm('P3_has_note'))],
      }),
    );
    const tileWithDetail = (number: number, noteText: string): TreeTile =>
      tile(number, nodes.appellation, {
        [nodes.nameType]: primaryTypeConcept.valueId,
        [detail]: noteText,
      });
    const documentText = serializeShape(
      [tileWithDetail(1, 'first'), tileWithDetail(2, 'second')],
      model,
    );
    expect(documentText).toContain(
      `"@id":"${tileUri(1, detail)}","@type":"${literalClass}","${rdfValue}":"first"`,
    );
    expect(documentText).toContain(
      `"@id":"${tileUri(2, detail)}","@type":"${literalClass}","${rdfValue}":"second"`,
    );
  });

  it('adds the index to the id of each concept of a list, and puts child nodes in the first concept', () => {
    const unknownValueId = id(999);
    const values = {
      [types]: [primaryTypeConcept.valueId, unknownValueId],
      [typesNote]: 'some note',
    };
    expect(documentOf([tile(1, types, values)], modelWithTypes)).toMatchObject({
      [crm('P2_has_type')]: [
        {
          '@id': `${tileUri(1, types)}#0`,
          [crm('P3_has_note')]: { '@id': tileUri(1, typesNote), [rdfValue]: 'some note' },
          [rdfValue]: primaryTypeConcept.conceptId,
        },
        { '@id': `${tileUri(1, types)}#1`, [rdfValue]: unknownValueId },
      ],
    });
  });

  it('writes one node object for an empty concept list with a child', () => {
    const tiles = [tile(1, types, { [typesNote]: 'some note' })];
    expect(documentOf(tiles, modelWithTypes)).toMatchObject({
      [crm('P2_has_type')]: {
        '@id': tileUri(1, types),
        [crm('P3_has_note')]: { [rdfValue]: 'some note' },
      },
    });
  });

  it('attaches a tile without a parent tile to the resource instance, with the property of its node', () => {
    expect(documentOf([tile(1, nodes.sightings, { [nodes.sightings]: '1850' })])).toMatchObject({
      [crm('P160_has_temporal_projection')]: {
        '@id': tileUri(1, nodes.sightings),
        [rdfValue]: '1850',
      },
    });
  });

  it('builds the URI of a node without a nodegroup from the URI of the resource instance', () => {
    const [state, note] = [id(50), id(51)];
    const model = compiled(
      millDocument({
        nodes: [node(state, 'State', null, { datatype: 'semantic' }), node(note, 'Note', note)],
        edges: [edge(nodes.mill, state, crm('P44_has_condition')), edge(state, note)],
        nodegroups: [{ nodegroupid: note, cardinality: 'n', parentnodegroup_id: null }],
      }),
    );
    expect(documentOf([tile(1, note, { [note]: 'dry' })], model)).toMatchObject({
      [crm('P44_has_condition')]: {
        '@id': `${base}/resources/${resourceId}#${state}`,
        [`${base}/graph/${graphId}#node-${note}`]: { '@id': tileUri(1, note), [rdfValue]: 'dry' },
      },
    });
  });

  it('keeps the value of a node that also has a child with property rdf:value', () => {
    const part = id(63);
    const model = compiled(
      millDocument({
        nodes: [node(part, 'Part', nodes.appellation, { ontologyclass: literalClass })],
        edges: [edge(nodes.name, part, rdfValue)],
      }),
    );
    const tiles = [tile(1, nodes.appellation, { [nodes.name]: 'Old Mill', [part]: 'Old' })];
    expect(documentOf(tiles, model)).toMatchObject({
      [crm('P1_is_identified_by')]: {
        [crm('P3_has_note')]: {
          '@id': tileUri(1, nodes.name),
          [rdfValue]: [{ '@id': tileUri(1, part), [rdfValue]: 'Old' }, 'Old Mill'],
        },
      },
    });
  });
});
