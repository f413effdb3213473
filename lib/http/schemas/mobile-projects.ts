import * as z from 'zod';

import { anyObjectSchema } from './common.ts';

const day = z.iso.date();
const accountId = z.int32();
const groupId = z.int32();

/** A mobile project (specification, "Mobile project"). */
export const mobileProjectBody = z.strictObject({
  id: z.uuid(),
  name: z.string().min(1),
  description: z.string(),
  active: z.boolean().describe('The stored value; it does not depend on the dates.'),
  startdate: day.nullable(),
  enddate: day.nullable(),
  bounds: z.string().nullable().describe('A MULTIPOLYGON as well-known text, longitude first.'),
  cards: z.array(z.uuid()).describe('Ids of cards, in their order.'),
  createdby_id: accountId.nullable(),
  lasteditedby_id: accountId.nullable(),
  groups: z.array(groupId).describe('Ids of the groups that are invited.'),
  users: z.array(accountId).describe('Ids of the accounts that are invited.'),
  tilecache: z.string(),
  datadownloadconfig: z.strictObject({
    count: z.int32().min(0),
    custom: z.unknown(),
    download: z.boolean(),
    resources: z.array(z.unknown()),
  }),
});

export const mobileProjectsBody = z.array(mobileProjectBody);

const rows = z.array(anyObjectSchema);

/** A resource model for mobile clients: rows as in a Graph, with each text in one language. */
const fieldGraph = z
  .strictObject({
    graphid: z.uuid(),
    name: z.string(),
    color: z.string().nullable(),
    root: anyObjectSchema.nullable(),
    nodegroups: rows,
    nodes: rows,
    cards: rows,
    widgets: rows,
    functions: rows,
  })
  .meta({ id: 'FieldGraph', description: 'A resource model, as far as the caller may read it.' });

/** A project for mobile clients, which are used in the field. */
const fieldProject = mobileProjectBody
  .extend({
    bounds: z
      .strictObject({ type: z.literal('MultiPolygon'), coordinates: z.array(z.unknown()) })
      .nullable()
      .describe('A geometry of GeoJSON.'),
    graphs: z.array(fieldGraph).describe('The resource models of its cards.'),
    image_size_limits: z
      .strictObject({ full: z.int(), thumb: z.int() })
      .describe('The maximum number of bytes of a photo.'),
    mapboxkey: z.string(),
    onlinebasemaps: anyObjectSchema,
  })
  .meta({ id: 'FieldProject', description: 'A mobile project, with its resource models.' });

/** One project, in the list that mobile clients expect. */
export const fieldProjectBody = z.array(fieldProject).length(1);

/** Projects by their ids. */
export const fieldProjectsBody = z.record(z.string(), fieldProject);

/** A project for either kind of client. */
export const mobileProjectOrFieldProject = z.union([mobileProjectBody, fieldProjectBody]);

/** A list of projects for either kind of client. */
export const mobileProjectsOrFieldProjects = z.union([mobileProjectsBody, fieldProjectsBody]);
