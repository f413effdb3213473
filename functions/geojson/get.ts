import * as z from 'zod';

import { callerOf } from '../../lib/model/accounts/caller.ts';
import { run } from '../../lib/data-api/query.ts';
import { json, withHeaders } from '../../lib/http/answers/answer.ts';
import {
  flag,
  indent,
  limit,
  pageNumber,
  text,
  uuid,
  uuidList,
  wholeNumber,
} from '../../lib/http/parameters/parameter-types.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import type { Operation } from '../../lib/http/operation.ts';
import { findFeatures } from '../../lib/queries/geojson/geojson.ts';
import { featureCollection } from '../../lib/serializers/geojson/feature-collection.ts';

const operation = {
  id: 'get-geojson',
  method: 'GET',
  path: '/geojson',
  summary: 'Geometries of resource instances as a GeoJSON FeatureCollection',
  access: 'open',
  capability: 'read',
  timeout: 900,
  isStreamed: true,
  parameters: {
    resourceid: 'Only features of these resource instances: ids separated by commas.',
    nodeid: 'Only features of this node.',
    nodeids: 'Only features of these nodes: ids separated by commas.',
    tileid: 'Only features of this tile.',
    nodegroups: 'The values of these nodegroups become properties: ids separated by commas.',
    precision: 'Decimal places of the coordinates, 0 to 15.',
    field_name_length: 'The most characters of a property name; 0 for no limit.',
    use_uuid_names: 'Names properties by node id.',
    include_primary_name: 'Adds the name of the resource instance as primary_name.',
    use_display_values: 'Gives values in words rather than as they are stored.',
    include_geojson_link: 'Adds a link to the feature as geojson.',
    indent: 'Spaces of indentation, 0 to 10.',
    type: 'Only features of this geometry type, such as Point.',
    limit: 'How many tiles make a page.',
    page: 'The page, from 1; it is used together with limit.',
  },
  responses: {
    200: 'A FeatureCollection.',
    400: 'A parameter breaks its rule.',
    413: 'There are too many features for one answer: limit and page give them in pieces.',
  },
} as const satisfies Operation;

/** GET /geojson (specification). */
export const handler = endpoint({
  operation,
  parameters: z.object({
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
    indent,
    type: text,
    limit: limit(100_000),
    page: pageNumber,
  }),
  handle: async ({ parameters, principal, languages }, { data, settings }) => {
    const nodes = [
      ...(parameters.nodeids ?? []),
      ...(parameters.nodeid ? [parameters.nodeid] : []),
    ];
    const paging =
      parameters.limit === undefined
        ? null
        : { limit: parameters.limit, page: parameters.page ?? 1 };
    const found = await run(
      data.read,
      findFeatures(callerOf(principal), {
        resources: parameters.resourceid ?? null,
        nodes: nodes.length === 0 ? null : nodes,
        tile: parameters.tileid ?? null,
        geometryType: parameters.type ?? null,
        nodegroups: parameters.nodegroups ?? [],
        withLabels: parameters.use_display_values,
        withNames: parameters.include_primary_name,
        paging,
      }),
    );
    const dependsOnLanguage = parameters.use_display_values || parameters.include_primary_name;
    const answer = json(
      featureCollection(found, {
        baseUrl: settings.baseUrl,
        languages: [...languages, settings.language],
        precision: parameters.precision,
        // 0 is what existing clients send for no limit.
        fieldNameLength: parameters.field_name_length || undefined,
        useUuidNames: parameters.use_uuid_names,
        useDisplayValues: parameters.use_display_values,
        includePrimaryName: parameters.include_primary_name,
        includeGeojsonLink: parameters.include_geojson_link,
        page: paging?.page,
      }),
    );
    return dependsOnLanguage ? withHeaders(answer, { Vary: 'Accept-Language' }) : answer;
  },
});
