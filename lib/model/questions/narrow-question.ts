import type { BoundingBox } from '../geojson/feature-query.ts';
import type { Question, RecordCondition } from './question.ts';

/** Adds conditions to a question. They come first, because only the first few conditions of a question can lead. */
export function narrowQuestion(
  question: Question,
  conditions: readonly RecordCondition[],
): Question {
  if (conditions.length === 0) return question;
  const narrow = (condition: RecordCondition): RecordCondition =>
    // Each part of a choice keeps its own candidates.
    condition.kind === 'any' && condition.parts.length > 0
      ? { kind: 'any', parts: condition.parts.map(narrow) }
      : { kind: 'all', parts: [...conditions, condition] };
  return question.map(({ graphIds, condition }) => ({ graphIds, condition: narrow(condition) }));
}

/** How far a place reaches beyond the box that it stands for, in degrees, so that rounding leaves nothing out. */
const margin = 1e-6;

const rectangle = (west: number, south: number, east: number, north: number): string =>
  JSON.stringify({
    type: 'Polygon',
    coordinates: [
      [
        [west - margin, south - margin],
        [east + margin, south - margin],
        [east + margin, north + margin],
        [west - margin, north + margin],
        [west - margin, south - margin],
      ],
    ],
  });

/**
 * The condition that some geometry is in or very near to a box. Resource instances without such a geometry have no features in the box.
 * @returns undefined for a box that does not narrow anything, and for an empty one
 */
export function nearBoxCondition({
  west,
  south,
  east,
  north,
}: BoundingBox): RecordCondition | undefined {
  const isWorldwide = west === -180 && east === 180;
  if (isWorldwide || south > north) return undefined;
  // 180 and -180 degrees are the same.
  const geometries =
    west > east
      ? [rectangle(west, south, 180, north), rectangle(-180, south, east, north)]
      : [
          rectangle(west, south, east, north),
          ...(west === -180 ? [rectangle(180, south, 180, north)] : []),
          ...(east === 180 ? [rectangle(-180, south, -180, north)] : []),
        ];
  return {
    kind: 'place',
    place: { area: { kind: 'geometries', geometries }, metres: 0, relation: 'intersects' },
    nodes: null,
    isOutside: false,
  };
}
