type Coordinates = number | readonly Coordinates[];
type Shiftable = { readonly coordinates?: unknown; readonly geometries?: readonly Shiftable[] };

/** Lists the longitudes of a geometry. */
function listLongitudes({ coordinates, geometries }: Shiftable): readonly number[] {
  if (geometries !== undefined) return geometries.flatMap(listLongitudes);
  return listOf(coordinates);
}

function listOf(coordinates: unknown): readonly number[] {
  if (!Array.isArray(coordinates)) return [];
  const [first]: readonly unknown[] = coordinates;
  return typeof first === 'number' ? [first] : coordinates.flatMap(listOf);
}

function shift(geometry: Shiftable, degrees: number): Shiftable {
  return geometry.geometries === undefined
    ? { ...geometry, coordinates: shiftCoordinates(geometry.coordinates, degrees) }
    : { ...geometry, geometries: geometry.geometries.map((part) => shift(part, degrees)) };
}

function shiftCoordinates(coordinates: unknown, degrees: number): Coordinates {
  if (!Array.isArray(coordinates)) return [];
  const [first, ...others]: readonly unknown[] = coordinates;
  return typeof first === 'number'
    ? [first + degrees, ...others.map(Number)]
    : coordinates.map((part) => shiftCoordinates(part, degrees));
}

/** The geometries that a geometry beyond ±180 degrees means: itself, and as it lies on the other side of the antimeridian. */
export function geometriesAcrossAntimeridian(geometry: Shiftable): readonly object[] {
  const longitudes = listLongitudes(geometry);
  return [
    geometry,
    ...(longitudes.some((longitude) => longitude > 180) ? [shift(geometry, -360)] : []),
    ...(longitudes.some((longitude) => longitude < -180) ? [shift(geometry, 360)] : []),
  ];
}
