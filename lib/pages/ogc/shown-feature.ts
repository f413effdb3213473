import * as z from 'zod';

import { primaryName, type IdName } from '../../model/layer-filters/queryable.ts';
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
  /** The resource instance of the feature. */
  readonly resourceId: string;
  /** The name of the resource instance; null without one that the reader may read. */
  readonly name: string | null;
  /** Null if the feature has no valid geometry. */
  readonly geometry: {
    readonly type: string;
    readonly geoJson: string;
    readonly value: unknown;
  } | null;
  /** Names and values, in order, without names and ids. */
  readonly properties: readonly ShownProperty[];
  readonly ids: readonly ShownProperty[];
};

type ShownProperty = {
  readonly name: string;
  /** A missing value is null. */
  readonly value: string | null;
  readonly isDate: boolean;
};

/**
 * Parses a feature of a layer.
 * @param text the JSON string that `writeFeatures` wrote
 * @param dates the names of the properties that are dates
 */
export function parseShownFeature(text: string, dates: readonly string[]): ShownFeature {
  const { id, geometry, properties } = featureSchema.parse(
    parseLossless(`{"type":"Feature"${text}`),
  );
  const { [primaryName]: name, resourceinstanceid, ...others } = properties;
  const shown = Object.entries(others).map(([property, value]) => ({
    name: property,
    value: valueText(value),
    isDate: dates.includes(property),
  }));
  return {
    gid: id,
    resourceId: valueText(resourceinstanceid) ?? '',
    name: valueText(name),
    geometry: geometry && {
      type: geometry.type,
      geoJson: JSON.stringify(geometry),
      value: geometry,
    },
    properties: shown.filter((property) => !technicalNames.has(property.name)),
    ids: shown.filter((property) => technicalNames.has(property.name)),
  };
}

function valueText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const technicalNames: ReadonlySet<string> = new Set<IdName>(['tileid', 'nodeid']);

/** Returns the heading of a feature: the name of its resource instance, its first value, or its number. */
export function featureHeading({ gid, name, properties }: ShownFeature, words: Words): string {
  const text = name || properties.find(({ value }) => value)?.value;
  return text || words.text('feature.title', { gid: String(gid) });
}
