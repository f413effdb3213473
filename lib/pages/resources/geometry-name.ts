import { geometryTypes } from '../../model/geojson/geometry-types.ts';
import type { Words } from '../words/words.ts';

/** The name of a type of geometries (RFC 7946, section 1.4); of any other, the type. */
export function geometryName(type: string, words: Words): string {
  const known = geometryTypes.find((name) => name === type);
  return known === undefined ? type : words.text(`geometry.${known}`);
}
