import type { JsonSchema } from './json-schema.ts';

/** The meaning and schema of a path variable. */
type PathVariable = { readonly description: string; readonly schema: JsonSchema };

const uuid: JsonSchema = { type: 'string', format: 'uuid' };
const text: JsonSchema = { type: 'string', minLength: 1 };
const numberFromZero: JsonSchema = { type: 'integer', minimum: 0, maximum: 2 ** 18 - 1 };
const positiveInteger: JsonSchema = {
  type: 'integer',
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
};

const variables: Readonly<Record<string, PathVariable>> = {
  account_id: {
    description: 'The id of an account.',
    schema: { type: 'integer', minimum: 0, maximum: 2 ** 31 - 1 },
  },
  application_id: { description: 'The id of an application.', schema: uuid },
  asset_name: { description: 'The name of a file of the pages.', schema: text },
  collection_id: { description: 'The id of a collection of the thesaurus.', schema: uuid },
  collectionId: {
    description: 'The id of a collection: the slug of a spatial view.',
    schema: text,
  },
  concept_id: { description: 'The id of a concept.', schema: uuid },
  concept_instance_id: { description: 'The id of a concept.', schema: uuid },
  export_name: { description: 'The name of an export.', schema: text },
  featureId: { description: 'The id of a feature, as in the collection.', schema: text },
  file_id: { description: 'The id of a file, as tiles name it.', schema: uuid },
  graph_id: { description: 'The id of a resource model.', schema: uuid },
  graph_id_or_graph_slug: { description: 'The id or slug of a resource model.', schema: text },
  graph_id_or_slug: { description: 'The id or slug of a resource model.', schema: text },
  mobile_project_id: { description: 'The id of a mobile project.', schema: uuid },
  node_id: { description: 'The id of a node of a resource model.', schema: uuid },
  nodeid: { description: 'The id of a geometry node.', schema: uuid },
  ordinal: {
    description: 'The position of an item in the activity stream, from 1.',
    schema: positiveInteger,
  },
  page_number: { description: 'The number of a page, from 1.', schema: positiveInteger },
  resource_instance_id: { description: 'The id of a resource instance.', schema: uuid },
  subject: {
    description: 'The name of a subject, as in the tags of the OpenAPI document.',
    schema: text,
  },
  picture_size: {
    description:
      'max for the largest copy, the width and height of one of its sizes (`400,267`), or a width (`90,`).',
    schema: { type: 'string', pattern: '^(max|[0-9]+,[0-9]*)$' },
  },
  spatial_view_id: { description: 'The id of a spatial view.', schema: uuid },
  tileCol: { description: 'The column of a map tile, from west to east.', schema: numberFromZero },
  tileMatrix: { description: 'The zoom of a map tile, 0 to 18.', schema: numberFromZero },
  tileMatrixSetId: {
    description: 'The id of a tile matrix set.',
    schema: { type: 'string', enum: ['WebMercatorQuad'] },
  },
  tileRow: { description: 'The row of a map tile, from north to south.', schema: numberFromZero },
  tile_id: { description: 'The id of a tile.', schema: uuid },
  x: { description: 'The column of a map tile, from west to east.', schema: numberFromZero },
  y: {
    description: 'The row of a map tile, from north to south, with or without .pbf.',
    schema: { type: 'string', pattern: '^[0-9]+([.]pbf)?$' },
  },
  zoom: { description: 'The zoom of a map tile, 0 to 18.', schema: numberFromZero },
};

/** Describes a path variable, which has the same meaning in every path. @throws Error if it is not listed above */
export function describePathVariable(name: string): PathVariable {
  const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
  if (variable === undefined) {
    throw new Error(`Describe {${name}} in infra/generate/openapi/path-variables.ts.`);
  }
  return variable;
}
