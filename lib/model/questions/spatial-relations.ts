import type { SpatialOperator } from '../filters/filter.ts';
import type { PlaceRelation } from './question.ts';

/** The relation that an operator of CQL2 requires; S_DISJOINT requires that it does not hold. */
export const relationOfOperator: Readonly<Record<SpatialOperator, PlaceRelation>> = {
  s_intersects: 'intersects',
  s_disjoint: 'intersects',
  s_within: 'within',
  s_contains: 'contains',
  s_equals: 'equals',
  s_touches: 'touches',
  s_crosses: 'crosses',
  s_overlaps: 'overlaps',
};

/** The relation seen from the other geometry. */
export const inverseRelation: Partial<Record<PlaceRelation, PlaceRelation>> = {
  within: 'contains',
  contains: 'within',
};
