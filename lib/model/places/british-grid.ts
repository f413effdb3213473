import {
  eccentricityOf,
  unproject,
  wgs84,
  type Ellipsoid,
  type GeographicPosition,
  type TransverseMercator,
} from './transverse-mercator.ts';

/** The ellipsoid of OSGB36: Airy 1830. */
const airy: Ellipsoid = { equatorialRadius: 6_377_563.396, polarRadius: 6_356_256.909 };

const nationalGrid: TransverseMercator = {
  ellipsoid: airy,
  scale: 0.999_601_271_7,
  latitude: 49,
  longitude: -2,
  east: 400_000,
  north: -100_000,
};

/**
 * Converts metres of the British National Grid into WGS 84, by the Helmert transformation of the Ordnance Survey ("A guide to coordinate
 * systems in Great Britain", section 6.6), within five metres.
 */
export function convertBritishGrid(east: number, north: number): GeographicPosition {
  return toDegrees(transform(toCartesian(unproject(east, north, nationalGrid), airy)), wgs84);
}

/** Metres from the centre of the Earth. */
type Cartesian = { readonly x: number; readonly y: number; readonly z: number };

const radians = Math.PI / 180;

function toCartesian({ longitude, latitude }: GeographicPosition, ellipsoid: Ellipsoid): Cartesian {
  const [lambda, phi] = [longitude * radians, latitude * radians];
  const eccentricity = eccentricityOf(ellipsoid);
  const radius = ellipsoid.equatorialRadius / Math.sqrt(1 - eccentricity * Math.sin(phi) ** 2);
  return {
    x: radius * Math.cos(phi) * Math.cos(lambda),
    y: radius * Math.cos(phi) * Math.sin(lambda),
    z: radius * (1 - eccentricity) * Math.sin(phi),
  };
}

const arcSecond = radians / 3600;
const helmert = {
  translation: { x: 446.448, y: -125.157, z: 542.06 },
  scale: 1 - 20.4894e-6,
  rotation: { x: 0.1502 * arcSecond, y: 0.247 * arcSecond, z: 0.8421 * arcSecond },
};

/** From OSGB36 to WGS 84. */
function transform({ x, y, z }: Cartesian): Cartesian {
  const { translation, scale, rotation } = helmert;
  return {
    x: translation.x + scale * x - rotation.z * y + rotation.y * z,
    y: translation.y + rotation.z * x + scale * y - rotation.x * z,
    z: translation.z - rotation.y * x + rotation.x * y + scale * z,
  };
}

function toDegrees({ x, y, z }: Cartesian, ellipsoid: Ellipsoid): GeographicPosition {
  const eccentricity = eccentricityOf(ellipsoid);
  const axisDistance = Math.hypot(x, y);
  let latitude = Math.atan2(z, axisDistance * (1 - eccentricity));
  // Each round divides the rest by about 200.
  for (let round = 0; round < 6; round += 1) {
    const sine = Math.sin(latitude);
    const radius = ellipsoid.equatorialRadius / Math.sqrt(1 - eccentricity * sine ** 2);
    latitude = Math.atan2(z + eccentricity * radius * sine, axisDistance);
  }
  return { longitude: Math.atan2(y, x) / radians, latitude: latitude / radians };
}
