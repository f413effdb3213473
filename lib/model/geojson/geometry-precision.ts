import { isLosslessNumber } from '../../json/lossless-json.ts';

/**
 * A GeoJSON geometry with every coordinate rounded, those of a collection's members too (RFC 7946, section 3.1).
 * @param geometry as parseLossless reads it; what is not a coordinate stays as it is
 * @param decimals number of decimal places
 */
export function roundGeometry(geometry: unknown, decimals: number): unknown {
  if (typeof geometry !== 'object' || geometry === null || isLosslessNumber(geometry))
    return geometry;
  return Object.fromEntries(
    Object.entries(geometry).map(([key, value]) => {
      if (key === 'coordinates') return [key, rounded(value, decimals)];
      if (key === 'geometries' && Array.isArray(value)) {
        return [key, value.map((member) => roundGeometry(member, decimals))];
      }
      return [key, value];
    }),
  );
}

function rounded(value: unknown, decimals: number): unknown {
  if (Array.isArray(value)) return value.map((member) => rounded(member, decimals));
  const number = isLosslessNumber(value) ? Number(value.rawJSON) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return value;
  // Adding zero makes -0 a plain 0.
  return Number(number.toFixed(decimals)) + 0;
}
