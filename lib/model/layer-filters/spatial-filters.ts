import type { Filter, Spatial, SpatialOperator } from '../filters/filter.ts';
import { refuseClass, UnsupportedFilter } from '../questions/filter-refusal.ts';
import { placeOfBox, placeOfGeometries } from '../questions/places.ts';
import type { Place } from '../questions/question.ts';
import { inverseRelation, relationOfOperator } from '../questions/spatial-relations.ts';
import type { LayerFilter } from './layer-filter.ts';
import { geometryName } from './queryable.ts';
import type { FilterGeometry, Position } from '../filters/geometry.ts';
import type { BoundingBox } from '../geojson/feature-query.ts';

/** How coordinates of the reference system of a filter become degrees. */
export type ToDegrees = {
  readonly position: (position: Position) => Position;
  readonly box: (box: BoundingBox) => BoundingBox;
};

/** Reads a comparison of the geometry of a feature. @throws UnsupportedFilter */
export function readSpatial(
  { operator, left, right }: Filter & { kind: 'spatial' },
  toDegrees: ToDegrees,
): LayerFilter {
  const isSwapped = left.kind !== 'property';
  const [property, literal] = isSwapped ? [right, left] : [left, right];
  if (property.kind !== 'property' || property.name !== geometryName) {
    throw new UnsupportedFilter(
      `${operator.toUpperCase()} compares the geometry of the features, such as ${operator.toUpperCase()}(${geometryName}, BBOX(-2,51,-1,52)).`,
    );
  }
  const relation = relationOfOperator[operator];
  const place: Place = {
    ...placeOf(literal, operator, toDegrees),
    relation: (isSwapped ? inverseRelation[relation] : undefined) ?? relation,
  };
  const filter: LayerFilter = {
    kind: 'place',
    place,
    ...(literal.kind === 'box' && relation === 'intersects'
      ? { box: toDegrees.box(literal.box) }
      : {}),
  };
  return operator === 's_disjoint' ? { kind: 'not', part: filter } : filter;
}

function placeOf(literal: Spatial, operator: SpatialOperator, toDegrees: ToDegrees): Place {
  switch (literal.kind) {
    case 'geometry':
      return placeOfGeometries([convertGeometry(literal.geometry, toDegrees)]);
    case 'box':
      return placeOfBox(toDegrees.box(literal.box));
    case 'property':
      return refuseClass('property-property', `${operator.toUpperCase()} of two geometries`);
    default:
      return refuseClass('functions', `${operator.toUpperCase()} of a function`);
  }
}

type Coordinates = Position | readonly Coordinates[];

const isPosition = (coordinates: Coordinates): coordinates is Position =>
  typeof coordinates[0] === 'number';

/** The geometry with its positions in degrees. */
function convertGeometry(geometry: FilterGeometry, { position }: ToDegrees): object {
  const convert = (coordinates: Coordinates): Coordinates =>
    isPosition(coordinates) ? position(coordinates) : coordinates.map(convert);
  return geometry.type === 'GeometryCollection'
    ? {
        type: geometry.type,
        geometries: geometry.geometries.map(({ type, coordinates }) => ({
          type,
          coordinates: convert(coordinates),
        })),
      }
    : { type: geometry.type, coordinates: convert(geometry.coordinates) };
}
