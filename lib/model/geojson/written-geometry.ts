import type { FeatureForm } from '../../geojson/feature-query.ts';
import { parseLossless } from '../../json/lossless-json.ts';
import { roundGeometry } from './geometry-precision.ts';

/** Placeholder until the branch of parameters lands. */
export function writtenGeometry(geometry: string, { precision }: FeatureForm): string {
  if (precision === undefined) return geometry;
  return JSON.stringify(roundGeometry(parseLossless(geometry), precision));
}
