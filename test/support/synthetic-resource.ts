import { resourceUri, graphUri, tileNodeUri } from '../../lib/model/uris.ts';
import { literal, type RdfNode, type RdfProperty, type RdfValue } from '../../lib/rdf/terms.ts';
import { namespaces, rdf } from '../../lib/rdf/vocabulary.ts';

const baseUrl = 'https://heritage.example.org';
const crm = (name: string): string => `${namespaces.crm}${name}`;

/** Creates an id that is the same at every run. @param kind the number of the kind of the id */
function uuid(kind: number, index: number): string {
  const end = (index * 2_654_435_761 + kind).toString(16).padStart(12, '0').slice(-12);
  return `${String(kind).padStart(8, '0')}-7c1e-4b5d-9a3f-${end}`;
}

/** A node of a tile: its class, its value, and the nodes below it. */
function createTileNode(
  tile: number,
  node: number,
  type: string,
  value: string | undefined,
  properties: readonly RdfProperty[] = [],
): RdfNode {
  return {
    kind: 'node',
    id: tileNodeUri(baseUrl, uuid(1, tile), uuid(2, node)),
    types: [crm(type)],
    properties:
      value === undefined
        ? properties
        : [{ predicate: rdf.value, values: [literal(value)] }, ...properties],
  };
}

const createProperty = (name: string, ...values: readonly RdfValue[]): RdfProperty => ({
  predicate: crm(name),
  values,
});

const createConcept = (tile: number, node: number): RdfNode =>
  createTileNode(tile, node, 'E55_Type', uuid(3, tile % 40));

const createText = (value: string): string =>
  JSON.stringify({ en: { value, direction: 'ltr' }, de: { value: '', direction: 'ltr' } });

const createName = (tile: number): RdfNode =>
  createTileNode(tile, 1, 'E41_Appellation', createText(`Mill “${tile}” at Grünau\nsecond line`), [
    createProperty('P2_has_type', createConcept(tile, 2)),
    createProperty('P72_has_language', createConcept(tile, 3)),
  ]);

const createDescription = (tile: number): RdfNode =>
  createTileNode(
    tile,
    4,
    'E33_Linguistic_Object',
    createText(
      `<p>A mill of ${1500 + (tile % 400)}, rebuilt & enlarged; see "Survey" ${tile}.</p>`.repeat(
        4,
      ),
    ),
    [createProperty('P2_has_type', createConcept(tile, 5))],
  );

const createProduction = (tile: number): RdfNode =>
  createTileNode(tile, 6, 'E12_Production', undefined, [
    createProperty(
      'P4_has_time-span',
      createTileNode(tile, 7, 'E52_Time-Span', undefined, [
        createProperty(
          'P82a_begin_of_the_begin',
          createTileNode(tile, 8, 'E61_Time_Primitive', '1750-01-01'),
        ),
        createProperty(
          'P82b_end_of_the_end',
          createTileNode(tile, 9, 'E61_Time_Primitive', '1799-12-31'),
        ),
      ]),
    ),
    createProperty(
      'P32_used_general_technique',
      createConcept(tile, 10),
      createConcept(tile + 1, 10),
    ),
  ]);

const createPlace = (tile: number): RdfNode =>
  createTileNode(tile, 11, 'E53_Place', undefined, [
    createProperty(
      'P168_place_is_defined_by',
      createTileNode(
        tile,
        12,
        'E94_Space_Primitive',
        JSON.stringify({
          type: 'FeatureCollection',
          features: [
            {
              type: 'Feature',
              id: uuid(4, tile),
              geometry: { type: 'Point', coordinates: [10.1 + tile / 7000, 53.2] },
              properties: { nodeId: uuid(2, 12) },
            },
          ],
        }),
      ),
    ),
  ]);

/**
 * Creates a resource instance in the JSON-LD shape of the specification. Its tiles are names, descriptions, productions and places in turn,
 * with classes, concepts, texts in several languages and geometries.
 * @param tileCount at least four
 */
export function createSyntheticResource(tileCount: number): RdfNode {
  const createEveryFourth = (
    make: (tile: number) => RdfNode,
    firstNumber: number,
  ): readonly RdfNode[] =>
    Array.from({ length: Math.floor((tileCount - firstNumber + 3) / 4) }, (_, index) =>
      make(index * 4 + firstNumber),
    );
  return {
    kind: 'node',
    id: resourceUri(baseUrl, uuid(5, 0)),
    types: [crm('E22_Human-Made_Object'), graphUri(baseUrl, uuid(6, 0))],
    properties: [
      createProperty('P1_is_identified_by', ...createEveryFourth(createName, 0)),
      createProperty('P67i_is_referred_to_by', ...createEveryFourth(createDescription, 1)),
      createProperty('P108i_was_produced_by', ...createEveryFourth(createProduction, 2)),
      createProperty('P53_has_former_or_current_location', ...createEveryFourth(createPlace, 3)),
    ],
  };
}
