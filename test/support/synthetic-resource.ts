import { resourceUri, graphUri, tileNodeUri } from '../../lib/model/uris.ts';
import { literal, type RdfNode, type RdfProperty, type RdfValue } from '../../lib/rdf/terms.ts';
import { namespaces, rdf } from '../../lib/rdf/vocabulary.ts';

const baseUrl = 'https://heritage.example.org';
const crm = (name: string): string => `${namespaces.crm}${name}`;

/** Creates an id that is the same at every run. @param kind a number for each kind of ids */
function uuid(kind: number, index: number): string {
  const end = (index * 2_654_435_761 + kind).toString(16).padStart(12, '0').slice(-12);
  return `${String(kind).padStart(8, '0')}-7c1e-4b5d-9a3f-${end}`;
}

/** A node of a tile: its class, its value, and the nodes below it. */
function tileNode(
  tile: number,
  node: number,
  type: string,
  value: string | undefined,
  below: readonly RdfProperty[] = [],
): RdfNode {
  return {
    kind: 'node',
    id: tileNodeUri(baseUrl, uuid(1, tile), uuid(2, node)),
    types: [crm(type)],
    properties:
      value === undefined ? below : [{ predicate: rdf.value, values: [literal(value)] }, ...below],
  };
}

const property = (name: string, ...values: readonly RdfValue[]): RdfProperty => ({
  predicate: crm(name),
  values,
});

const concept = (tile: number, node: number): RdfNode =>
  tileNode(tile, node, 'E55_Type', uuid(3, tile % 40));

const text = (value: string): string =>
  JSON.stringify({ en: { value, direction: 'ltr' }, de: { value: '', direction: 'ltr' } });

const name = (tile: number): RdfNode =>
  tileNode(tile, 1, 'E41_Appellation', text(`Mill “${tile}” at Grünau\nsecond line`), [
    property('P2_has_type', concept(tile, 2)),
    property('P72_has_language', concept(tile, 3)),
  ]);

const description = (tile: number): RdfNode =>
  tileNode(
    tile,
    4,
    'E33_Linguistic_Object',
    text(
      `<p>A mill of ${1500 + (tile % 400)}, rebuilt & enlarged; see "Survey" ${tile}.</p>`.repeat(
        4,
      ),
    ),
    [property('P2_has_type', concept(tile, 5))],
  );

const production = (tile: number): RdfNode =>
  tileNode(tile, 6, 'E12_Production', undefined, [
    property(
      'P4_has_time-span',
      tileNode(tile, 7, 'E52_Time-Span', undefined, [
        property('P82a_begin_of_the_begin', tileNode(tile, 8, 'E61_Time_Primitive', '1750-01-01')),
        property('P82b_end_of_the_end', tileNode(tile, 9, 'E61_Time_Primitive', '1799-12-31')),
      ]),
    ),
    property('P32_used_general_technique', concept(tile, 10), concept(tile + 1, 10)),
  ]);

const place = (tile: number): RdfNode =>
  tileNode(tile, 11, 'E53_Place', undefined, [
    property(
      'P168_place_is_defined_by',
      tileNode(
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
 * @param tiles their number, at least four
 */
export function syntheticResource(tiles: number): RdfNode {
  const nth = (make: (tile: number) => RdfNode, first: number): readonly RdfNode[] =>
    Array.from({ length: Math.floor((tiles - first + 3) / 4) }, (_, index) =>
      make(index * 4 + first),
    );
  return {
    kind: 'node',
    id: resourceUri(baseUrl, uuid(5, 0)),
    types: [crm('E22_Human-Made_Object'), graphUri(baseUrl, uuid(6, 0))],
    properties: [
      property('P1_is_identified_by', ...nth(name, 0)),
      property('P67i_is_referred_to_by', ...nth(description, 1)),
      property('P108i_was_produced_by', ...nth(production, 2)),
      property('P53_has_former_or_current_location', ...nth(place, 3)),
    ],
  };
}
