import * as z from 'zod';

const day = z.iso.date();
const accountId = z.int32();

/** A mobile project (specification, "Mobile project"). */
export const mobileProjectBody = z.strictObject({
  id: z.uuid(),
  name: z.string().min(1),
  description: z.string(),
  active: z.boolean().describe('As it was set; the dates decide nothing about it.'),
  startdate: day.nullable(),
  enddate: day.nullable(),
  bounds: z.string().nullable().describe('A MULTIPOLYGON as well-known text, longitude first.'),
  cards: z.array(z.uuid()).describe('Ids of cards, in their order.'),
  createdby_id: accountId.nullable(),
  lasteditedby_id: accountId.nullable(),
  groups: z.array(accountId).describe('Ids of the groups that are invited.'),
  users: z.array(accountId).describe('Ids of the accounts that are invited.'),
  tilecache: z.string(),
  datadownloadconfig: z.strictObject({
    count: z.int32().min(0),
    custom: z.unknown(),
    download: z.boolean(),
    resources: z.array(z.unknown()),
  }),
});

/** Those to which the caller is invited. */
export const mobileProjectsBody = z.array(mobileProjectBody);
