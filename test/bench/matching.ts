import { manyTiles } from '../lib/json-ld/random/adversarial.ts';
import { readBack, removeNodeUris, writeDocument } from '../lib/json-ld/random/documents.ts';
import type { Figure } from './figure.ts';

const tileCounts = [10, 50, 200, 1000, 5000];
const runs = 7;

/** The most milliseconds that reading a document of 1,000 tiles may take. */
const maxTime = { tiles: 1000, milliseconds: 200 };

/** From this number on, the time depends mostly on the tiles. */
const largeTileCount = 200;

type MatchingTime = { readonly tiles: number; readonly milliseconds: number };

/**
 * Measures the computations of a PUT of JSON-LD: reading the document, matching it to the model, and comparing it with the stored tiles.
 * The documents have several sizes, with and without the ids that GET writes.
 */
export function benchMatching(): readonly Figure[] {
  return [
    ...measureFigures('matching JSON-LD with ids', true),
    ...measureFigures('matching JSON-LD without ids', false),
  ];
}

function measureFigures(subject: string, withIds: boolean): readonly Figure[] {
  const times = tileCounts.map((tiles) => ({
    tiles,
    milliseconds: measureFastest(tiles, withIds),
  }));
  return [
    ...times.map(({ tiles, milliseconds }): Figure => ({
      subject,
      measure: `${tiles.toLocaleString('en-US')} tiles`,
      value: milliseconds,
      unit: 'ms',
      ...(tiles === maxTime.tiles
        ? { beside: { name: 'the most there may be', value: maxTime.milliseconds } }
        : {}),
    })),
    {
      subject,
      measure: 'time grows with size to the power of',
      value: computeGrowthExponent(times.filter(({ tiles }) => tiles >= largeTileCount)),
      unit: '',
      beside: { name: 'linear', value: 1 },
    },
  ];
}

/** The time of the fastest of several runs, because disturbances can only make a run longer. */
function measureFastest(tiles: number, withIds: boolean): number {
  const resource = manyTiles(tiles);
  const textWithIds = writeDocument(resource, 'linked');
  const text = withIds ? textWithIds : removeNodeUris(textWithIds, resource.tiles);
  const times = Array.from({ length: runs }, () => {
    const start = performance.now();
    const outcome = readBack(text, resource);
    if (outcome.kind !== 'unchanged') throw new Error(`A document was ${outcome.kind}.`);
    return performance.now() - start;
  });
  return Math.min(...times);
}

/** The slope of a line through the logarithms of the values (least squares). */
function computeGrowthExponent(times: readonly MatchingTime[]): number {
  const points = times.map(({ tiles, milliseconds }) => ({
    x: Math.log(tiles),
    y: Math.log(milliseconds),
  }));
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))];
  const covariance = mean(points.map((point) => (point.x - x) * (point.y - y)));
  return covariance / mean(points.map((point) => (point.x - x) ** 2));
}
