import { onceIn, pickOne, repeat, integerBetween, type Draw } from '../../support/random/draw.ts';
import { id } from '../../infra/cli/import/graphs/example.ts';
import { buildingGraph, nodes, options, values, type ConceptName } from './building-model.ts';

export const buildingId = (number: number): string => id(6000 + number);

const conceptNames: readonly ConceptName[] = ['barrow', 'round', 'bowl', 'house'];
const dates = [
  '1850',
  '185X',
  '1849-12-31',
  '-0500',
  '1700/1900',
  '[1600,1850]',
  '1850/..',
  'Y-20000',
  null,
];
const names = ['King’s Gate', 'kings gate', 'Old Mill', 'Mühle am Bach', 'Saint Mary', null];
const heights = [0, 1.5, 12, 12.5, -3, null];

/** A random value of each node of a phase, some of them missing. */
const drawPhase = (draw: Draw): Record<string, unknown> => ({
  [nodes.type]: onceIn(draw, 4)
    ? null
    : repeat(integerBetween(draw, 1, 2), () => pickOne(draw, values[pickOne(draw, conceptNames)])),
  [nodes.built]: pickOne(draw, dates),
  [nodes.height]: pickOne(draw, heights),
  [nodes.called]: toText(pickOne(draw, names)),
  [nodes.shape]: onceIn(draw, 3) ? null : drawShape(draw),
});

/** The south-western corner of a grid of places, and its steps, in degrees. */
export const grid = { west: -1.8, south: 51, step: 0.01, size: 8 };

/** One or two points of the grid. */
const drawShape = (draw: Draw) => ({
  type: 'FeatureCollection',
  features: repeat(integerBetween(draw, 1, 2), () => ({
    type: 'Feature',
    properties: {},
    geometry: {
      type: 'Point',
      coordinates: [
        grid.west + integerBetween(draw, 0, grid.size - 1) * grid.step,
        grid.south + integerBetween(draw, 0, grid.size - 1) * grid.step,
      ],
    },
  })),
});

const toText = (text: string | null) =>
  text === null ? null : { en: { value: text, direction: 'ltr' } };

const drawSurvey = (draw: Draw, count: number): Record<string, unknown> => ({
  [nodes.state]: pickOne(draw, [options.good, options.poor, null]),
  [nodes.isOpen]: pickOne(draw, [true, false, null]),
  [nodes.beside]: onceIn(draw, 2)
    ? null
    : [{ resourceId: buildingId(integerBetween(draw, 0, count - 1)) }],
});

/** A random building as a document of tile records. */
export function drawBuilding(draw: Draw, number: number, count: number) {
  let next = 0;
  const tileId = (): string => {
    next += 1;
    return id(100_000 + number * 100 + next);
  };
  const tiles = repeat(integerBetween(draw, 0, 3), () => {
    const phaseId = tileId();
    return [
      {
        tileid: phaseId,
        nodegroup_id: nodes.phase,
        parenttile_id: null,
        data: drawPhase(draw),
      },
      ...repeat(integerBetween(draw, 0, 2), () => ({
        tileid: tileId(),
        nodegroup_id: nodes.survey,
        parenttile_id: phaseId,
        data: drawSurvey(draw, count),
      })),
    ];
  }).flat();
  return {
    resourceinstanceid: buildingId(number),
    graph_id: buildingGraph,
    tiles: tiles.map((tile, index) => ({
      ...tile,
      resourceinstance_id: buildingId(number),
      sortorder: index,
      provisionaledits: null,
    })),
  };
}
