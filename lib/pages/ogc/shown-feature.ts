import * as z from 'zod';

import { parseLossless } from '../../json/lossless-json.ts';

const featureSchema = z.object({
  id: z.number(),
  geometry: z.looseObject({ type: z.string() }).nullable(),
  properties: z.record(z.string(), z.unknown()),
});

/** A feature as a page shows it. */
export type ShownFeature = {
  readonly gid: number;
  /** Null without a valid geometry. */
  readonly geometry: { readonly type: string; readonly geoJson: string } | null;
  /** Names and texts in order; null for a missing value. */
  readonly properties: readonly (readonly [name: string, value: string | null])[];
};

/** Parses a feature of a layer. @param text as written by `writeFeatures` */
export function parseShownFeature(text: string): ShownFeature {
  const { id, geometry, properties } = featureSchema.parse(
    parseLossless(`{"type":"Feature"${text}`),
  );
  return {
    gid: id,
    geometry: geometry && { type: geometry.type, geoJson: JSON.stringify(geometry) },
    properties: Object.entries(properties).map(([name, value]) => [name, valueText(value)]),
  };
}

function valueText(value: unknown): string | null {
  if (value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const idNames: ReadonlySet<string> = new Set(['resourceinstanceid', 'tileid', 'nodeid']);

/** The heading of a feature: its first value, or its number. */
export function featureHeading({ gid, properties }: ShownFeature): string {
  const first = properties.find(([name, value]) => !idNames.has(name) && value !== null);
  return first?.[1] || `Feature ${gid}`;
}
