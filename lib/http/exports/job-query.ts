import * as z from 'zod';

import type { FeatureQuery } from '../../geojson/feature-query.ts';
import { mergeParameters, parseParameters } from '../parameters/parameters.ts';
import { flag, text, uuid, uuidList, wholeNumber } from '../parameters/parameter-types.ts';

const known = z.object({
  resourceid: uuidList,
  nodeid: uuid,
  nodeids: uuidList,
  tileid: uuid,
  nodegroups: uuidList,
  precision: wholeNumber(0, 15).optional(),
  field_name_length: wholeNumber(0, 10_000).optional(),
  use_uuid_names: flag,
  include_primary_name: flag,
  use_display_values: flag,
  include_geojson_link: flag,
  type: text,
});

const pages = z.never('a job has no pages.').optional();
const refused = z.object({ limit: pages, page: pages, cursor: pages });

/**
 * The query of an export job.
 * @param query as the query string of GET /geojson, without what makes pages
 * @param language of names and of values in words
 * @throws InvalidInput listing everything that is wrong
 */
export function jobQuery(query: string, language: string): FeatureQuery {
  const sent = new URLSearchParams(query);
  const values = new Map([...sent.keys()].map((name) => [name, sent.getAll(name)]));
  const merged = mergeParameters(values, new Map(), []);
  const parsed = parseParameters(merged, z.object({ ...known.shape, ...refused.shape }));
  const nodes = [...(parsed.nodeids ?? []), ...(parsed.nodeid ? [parsed.nodeid] : [])];
  return {
    resources: parsed.resourceid ?? null,
    nodes: nodes.length === 0 ? null : nodes,
    graphs: null,
    tile: parsed.tileid ?? null,
    geometryType: parsed.type ?? null,
    boundingBox: null,
    nodegroups: parsed.nodegroups ?? [],
    properties: null,
    useDisplayValues: parsed.use_display_values,
    includePrimaryName: parsed.include_primary_name,
    useUuidNames: parsed.use_uuid_names,
    fieldNameLength: parsed.field_name_length || undefined,
    includeGeojsonLink: parsed.include_geojson_link,
    languages: [language],
    precision: parsed.precision,
    featureId: 'number',
    followsRfc7946: false,
  };
}
