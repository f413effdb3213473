/** An ellipsoid of revolution, in metres. */
export type Ellipsoid = { readonly equatorialRadius: number; readonly polarRadius: number };

/** The ellipsoid of WGS 84. */
export const wgs84: Ellipsoid = {
  equatorialRadius: 6_378_137,
  polarRadius: 6_356_752.314_245,
};

/** A transverse Mercator projection: its ellipsoid, its origin in degrees, and the coordinates of that origin in metres. */
export type TransverseMercator = {
  readonly ellipsoid: Ellipsoid;
  readonly scale: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly east: number;
  readonly north: number;
};

/** A position in degrees. */
export type GeographicPosition = { readonly longitude: number; readonly latitude: number };

const degrees = 180 / Math.PI;

/** The square of the eccentricity. */
export const eccentricityOf = ({ equatorialRadius, polarRadius }: Ellipsoid): number =>
  1 - (polarRadius / equatorialRadius) ** 2;

/**
 * Converts metres of a transverse Mercator projection into degrees on its ellipsoid, within a millimetre up to 500 km from its central
 * meridian. The series is in "A guide to coordinate systems in Great Britain" (Ordnance Survey, annex C.2).
 */
export function unproject(
  east: number,
  north: number,
  projection: TransverseMercator,
): GeographicPosition {
  const { ellipsoid, scale } = projection;
  const latitude = latitudeOfArc(north - projection.north, projection);
  const eccentricity = eccentricityOf(ellipsoid);
  const [sine, tangent] = [Math.sin(latitude), Math.tan(latitude)];
  const denominator = 1 - eccentricity * sine ** 2;
  const transverseRadius = (ellipsoid.equatorialRadius * scale) / Math.sqrt(denominator);
  const meridianRadius =
    (ellipsoid.equatorialRadius * scale * (1 - eccentricity)) / denominator ** 1.5;
  const ratio = transverseRadius / meridianRadius;
  const [t2, t4, t6] = [tangent ** 2, tangent ** 4, tangent ** 6];
  const x = (east - projection.east) / transverseRadius;
  const latitudeChange =
    tangent *
    ratio *
    (x ** 2 / 2 -
      (x ** 4 / 24) * (5 + 3 * t2 + (ratio - 1) * (1 - 9 * t2)) +
      (x ** 6 / 720) * (61 + 90 * t2 + 45 * t4));
  const longitudeChange =
    (x -
      (x ** 3 / 6) * (ratio + 2 * t2) +
      (x ** 5 / 120) * (5 + 28 * t2 + 24 * t4) -
      (x ** 7 / 5040) * (61 + 662 * t2 + 1320 * t4 + 720 * t6)) /
    Math.cos(latitude);
  return {
    longitude: projection.longitude + longitudeChange * degrees,
    latitude: (latitude - latitudeChange) * degrees,
  };
}

/** The latitude in radians at the end of an arc of the meridian, in metres from the origin. */
function latitudeOfArc(arc: number, { ellipsoid, scale, latitude }: TransverseMercator): number {
  const origin = latitude / degrees;
  let end = origin;
  // Each round divides the rest by about 500.
  for (let round = 0; round < 10; round += 1) {
    const rest = arc - scale * arcBetween(origin, end, ellipsoid);
    end += rest / (scale * ellipsoid.equatorialRadius);
    if (Math.abs(rest) < 0.000_01) break;
  }
  return end;
}

/** The length of an arc of the meridian in metres, between latitudes in radians. */
function arcBetween(
  from: number,
  to: number,
  { equatorialRadius, polarRadius }: Ellipsoid,
): number {
  const n = (equatorialRadius - polarRadius) / (equatorialRadius + polarRadius);
  const [difference, sum] = [to - from, to + from];
  return (
    polarRadius *
    ((1 + n + (5 / 4) * n ** 2 + (5 / 4) * n ** 3) * difference -
      (3 * n + 3 * n ** 2 + (21 / 8) * n ** 3) * Math.sin(difference) * Math.cos(sum) +
      ((15 / 8) * n ** 2 + (15 / 8) * n ** 3) * Math.sin(2 * difference) * Math.cos(2 * sum) -
      (35 / 24) * n ** 3 * Math.sin(3 * difference) * Math.cos(3 * sum))
  );
}
