import { describe, expect, it } from 'vitest';

import { buildLinkedShape } from '../../../lib/json-ld/linked-shape.ts';
import { writeJsonLd } from '../../../lib/json-ld/write-json-ld.ts';
import type { CompiledGraph } from '../../../lib/model/graphs/compiled-graph.ts';
import type { TreeTile } from '../../../lib/model/resources/resource-tree.ts';
import { edge, id, node } from '../../infra/cli/import/graphs/example.ts';
import {
  base,
  compiled,
  contentOf,
  crm,
  literalClass,
  millDocument,
  millTiles,
  nodes,
  primaryTypeConcept,
  rdfsLabel,
  rdfValue,
  resourceId,
  tile,
  tileUri,
} from './mill.ts';

const graph = compiled(millDocument());

const documentOf = (tiles: readonly TreeTile[], model: CompiledGraph = graph): unknown =>
  JSON.parse(writeJsonLd(buildLinkedShape(contentOf(model, tiles))));

const concept = {
  '@id': `${base}/concepts/${primaryTypeConcept.conceptId}`,
  '@type': crm('E55_Type'),
  [rdfsLabel]: { '@language': 'en', '@value': 'primary' },
};

/** The model of the mill with one more node, in the same nodegroup as its parent. */
function modelWithNode(
  parent: string,
  nodeId: string,
  nodeFields: Record<string, unknown>,
  property: string,
) {
  return compiled(
    millDocument({
      nodes: [
        node(nodeId, 'More', nodes.appellation, {
          ontologyclass: literalClass,
          sortorder: 9,
          ...nodeFields,
        }),
      ],
      edges: [edge(parent, nodeId, property)],
    }),
  );
}

describe('the linked shape', () => {
  it('has literals and URIs directly on their predicates, and omits nodes without a value', () => {
    expect(documentOf(millTiles)).toMatchObject({
      '@id': `${base}/resources/${resourceId}`,
      '@type': crm('E22_Man-Made_Object'),
      [crm('P1_is_identified_by')]: [
        {
          '@id': tileUri(1, nodes.appellation),
          '@type': crm('E41_Appellation'),
          [crm('P3_has_note')]: 'Old Mill',
          [crm('P2_has_type')]: concept,
        },
        {
          '@id': tileUri(2, nodes.appellation),
          '@type': crm('E41_Appellation'),
          [crm('P3_has_note')]: 'Mill House',
        },
      ],
      [crm('P53_has_former_or_current_location')]: {
        [crm('P160_has_temporal_projection')]: {
          '@type': 'http://www.w3.org/2001/XMLSchema#date',
          '@value': '1850-01-01',
        },
      },
    });
  });

  it('writes a geometry as WKT and as GeoJSON', () => {
    const geo = 'http://www.opengis.net/ont/geosparql#';
    expect(documentOf(millTiles)).toMatchObject({
      [crm('P53_has_former_or_current_location')]: {
        [crm('P168_place_is_defined_by')]: {
          '@id': tileUri(3, nodes.geometry),
          [`${geo}asWKT`]: { '@type': `${geo}wktLiteral`, '@value': 'POINT (1.5 52)' },
          [`${geo}asGeoJSON`]: { '@type': `${geo}geoJSONLiteral` },
        },
      },
    });
  });

  it('writes node ids of siblings with the same property, because a literal does not identify its node', () => {
    const otherNode = id(70);
    const model = modelWithNode(nodes.appellation, otherNode, {}, crm('P3_has_note'));
    const tiles = [tile(1, nodes.appellation, { [nodes.name]: 'Old Mill', [otherNode]: 'a note' })];
    expect(documentOf(tiles, model)).toMatchObject({
      [crm('P1_is_identified_by')]: {
        [crm('P3_has_note')]: [
          { '@id': tileUri(1, nodes.name), '@type': literalClass, [rdfValue]: 'Old Mill' },
          { '@id': tileUri(1, otherNode), '@type': literalClass, [rdfValue]: 'a note' },
        ],
      },
    });
  });

  it('distinguishes concepts with the same property by class, or by node id if the classes are equal', () => {
    const otherNode = id(71);
    const unknown = id(998);
    const documentWithClass = (ontologyclass: string): unknown =>
      documentOf(
        [
          tile(1, nodes.appellation, {
            [nodes.nameType]: primaryTypeConcept.valueId,
            [otherNode]: unknown,
          }),
        ],
        modelWithNode(
          nodes.appellation,
          otherNode,
          { datatype: 'concept', ontologyclass },
          crm('P2_has_type'),
        ),
      );
    expect(documentWithClass(crm('E56_Language'))).toMatchObject({
      [crm('P1_is_identified_by')]: {
        [crm('P2_has_type')]: [
          concept,
          { '@id': `urn:uuid:${unknown}`, '@type': crm('E56_Language') },
        ],
      },
    });
    expect(documentWithClass(crm('E55_Type'))).toMatchObject({
      [crm('P1_is_identified_by')]: {
        [crm('P2_has_type')]: [
          { '@id': tileUri(1, nodes.nameType), [rdfValue]: concept },
          { '@id': tileUri(1, otherNode), [rdfValue]: { '@id': `urn:uuid:${unknown}` } },
        ],
      },
    });
  });

  it('puts the children of a concept node in a separate node object, not in the concept', () => {
    const detail = id(72);
    const model = modelWithNode(nodes.nameType, detail, {}, crm('P3_has_note'));
    const tiles = [
      tile(1, nodes.appellation, {
        [nodes.nameType]: primaryTypeConcept.valueId,
        [detail]: 'said',
      }),
    ];
    expect(documentOf(tiles, model)).toMatchObject({
      [crm('P1_is_identified_by')]: {
        [crm('P2_has_type')]: {
          '@id': tileUri(1, nodes.nameType),
          '@type': crm('E55_Type'),
          [crm('P3_has_note')]: 'said',
          [rdfValue]: concept,
        },
      },
    });
  });

  it('distinguishes URLs with the same property by node id, because no class is written for them', () => {
    const [pageNode, imageNode] = [id(75), id(76)];
    const model = compiled(
      millDocument({
        nodes: [
          node(pageNode, 'Page', nodes.appellation, {
            datatype: 'url',
            ontologyclass: crm('E73'),
            sortorder: 8,
          }),
          node(imageNode, 'Image', nodes.appellation, {
            datatype: 'url',
            ontologyclass: crm('E38'),
            sortorder: 9,
          }),
        ],
        edges: [
          edge(nodes.appellation, pageNode, crm('P67i')),
          edge(nodes.appellation, imageNode, crm('P67i')),
        ],
      }),
    );
    const tiles = [
      tile(1, nodes.appellation, {
        [pageNode]: { url: 'https://example.org/page' },
        [imageNode]: { url: 'https://example.org/image' },
      }),
    ];
    expect(documentOf(tiles, model)).toMatchObject({
      [crm('P1_is_identified_by')]: {
        [crm('P67i')]: [
          { '@id': tileUri(1, pageNode), [rdfValue]: { '@id': 'https://example.org/page' } },
          { '@id': tileUri(1, imageNode), [rdfValue]: { '@id': 'https://example.org/image' } },
        ],
      },
    });
  });

  it('writes the node id of an invalid URL, because the text could belong to a sibling', () => {
    const page = id(77);
    const model = modelWithNode(nodes.appellation, page, { datatype: 'url' }, crm('P3_has_note'));
    const tiles = [tile(1, nodes.appellation, { [nodes.name]: 'Mill', [page]: { url: 'mill' } })];
    expect(documentOf(tiles, model)).toMatchObject({
      [crm('P1_is_identified_by')]: {
        [crm('P3_has_note')]: ['Mill', { '@id': tileUri(1, page) }],
      },
    });
  });

  it('keeps the children of a node that has a literal or no value', () => {
    const detail = id(73);
    const model = modelWithNode(nodes.name, detail, {}, crm('P3_has_note'));
    const tiles = [tile(1, nodes.appellation, { [nodes.name]: 'Old Mill', [detail]: 'said' })];
    expect(documentOf(tiles, model)).toMatchObject({
      [crm('P1_is_identified_by')]: {
        [crm('P3_has_note')]: {
          '@id': tileUri(1, nodes.name),
          [crm('P3_has_note')]: 'said',
          [rdfValue]: 'Old Mill',
        },
      },
    });
    const tilesWithoutName = [tile(1, nodes.appellation, { [nodes.name]: null, [detail]: 'said' })];
    expect(documentOf(tilesWithoutName, model)).toMatchObject({
      [crm('P1_is_identified_by')]: {
        [crm('P3_has_note')]: { '@id': tileUri(1, nodes.name), [crm('P3_has_note')]: 'said' },
      },
    });
  });

  describe('if each tile has one literal', () => {
    const note = id(74);
    const model = compiled(
      millDocument({
        nodes: [node(note, 'Note', note, { ontologyclass: literalClass })],
        edges: [edge(nodes.mill, note, crm('P3_has_note'))],
        nodegroups: [{ nodegroupid: note, cardinality: 'n', parentnodegroup_id: null }],
      }),
    );
    const documentWithNotes = (...values: readonly unknown[]): unknown =>
      documentOf(
        values.map((value, index) => tile(index + 1, note, { [note]: value })),
        model,
      );
    const textByLanguage = (texts: Record<string, string>) =>
      Object.fromEntries(
        Object.entries(texts).map(([tag, value]) => [tag, { value, direction: 'ltr' }]),
      );

    it('lists the literals in the order of the tiles', () => {
      expect(documentWithNotes('b', 'a')).toMatchObject({ [crm('P3_has_note')]: ['b', 'a'] });
    });

    it('distinguishes two tiles with the same value by their node ids', () => {
      expect(documentWithNotes('a', 'a')).toMatchObject({
        [crm('P3_has_note')]: [
          { '@id': tileUri(1, note), [rdfValue]: 'a' },
          { '@id': tileUri(2, note), [rdfValue]: 'a' },
        ],
      });
    });

    it('groups the languages of a tile if another tile has the same property', () => {
      expect(
        documentWithNotes(
          textByLanguage({ en: 'mill', 'fr-CA': 'moulin' }),
          textByLanguage({ en: 'barn' }),
        ),
      ).toMatchObject({
        [crm('P3_has_note')]: [
          {
            '@id': tileUri(1, note),
            [rdfValue]: [
              { '@language': 'en', '@value': 'mill' },
              { '@language': 'fr-CA', '@value': 'moulin' },
            ],
          },
          { '@id': tileUri(2, note), [rdfValue]: { '@language': 'en', '@value': 'barn' } },
        ],
      });
    });
  });
});
