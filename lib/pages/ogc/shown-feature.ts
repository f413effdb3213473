import * as z from 'zod';

import { parseLossless } from '../../json/lossless-json.ts';
import type { Words } from '../words/words.ts';

const featureSchema = z.object({
  id: z.number(),
  geometry: z.looseObject({ type: z.string() }).nullable(),
  properties: z.record(z.string(), z.unknown()),
});

/** A feature as a page shows it. */
export type ShownFeature = {
  readonly gid: number;
  /** Null if the feature has no valid geometry. */
  readonly geometry: {
    readonly type: string;
    readonly geoJson: string;
    readonly value: unknown;
  } | null;
  /** Names and values as texts, in order. A missing value is null. */
  readonly properties: readonly (readonly [name: string, value: string | null])[];
};

/** Parses a feature of a layer. @param text the JSON string that `writeFeatures` wrote */
export function parseShownFeature(text: string): ShownFeature {
  const { id, geometry, properties } = featureSchema.parse(
    parseLossless(`{"type":"Feature"${text}`),
  );
  return {
    gid: id,
    geometry: geometry && {
      type: geometry.type,
      geoJson: JSON.stringify(geometry),
      value: geometry,
    },
    properties: Object.entries(properties).map(([name, value]) => [name, valueText(value)]),
  };
}

function valueText(value: unknown): string | null {
  if (value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const idNames: ReadonlySet<string> = new Set(['resourceinstanceid', 'tileid', 'nodeid']);

/** Returns the heading of a feature: its first value that is no id, or its number. */
export function featureHeading({ gid, properties }: ShownFeature, words: Words): string {
  const headingProperty = properties.find(([name, value]) => !idNames.has(name) && value !== null);
  return headingProperty?.[1] || words.text('feature.title', { gid: String(gid) });
}
