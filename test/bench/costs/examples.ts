import { readFile } from 'node:fs/promises';

import * as z from 'zod';

import { oneRow, runQuery } from '../../../lib/data-api/query.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import type { TestStack } from '../../support/stack.ts';

const examples = z
  .object({
    usual: z.string(),
    usualGraph: z.string(),
    large: z.string(),
    tile: z.string(),
    geometryTile: z.string(),
    nodegroup: z.string(),
    node: z.string(),
    repeatedTile: z.object({
      nodegroup_id: z.string(),
      resourceinstance_id: z.string(),
      data: z.record(z.string(), z.unknown()),
    }),
    graph: z.string(),
    nodegroups: z.string(),
    deepPageSize: z.number(),
    deepPage: z.number(),
    deepPageSizeOfGraph: z.number(),
    deepPageOfGraph: z.number(),
    deepId: z.string(),
    deepIdOfGraph: z.string(),
    concept: z.string(),
    collection: z.string(),
    word: z.string(),
    items: z.number(),
  })
  .readonly();

/** What the requests are about: ids of what there is in the database, and how deep its lists are. */
export type Examples = z.infer<typeof examples>;

/** Chooses the examples, always the same ones of the same data. */
export async function chooseExamples({ owner }: Pick<TestStack, 'owner'>): Promise<Examples> {
  const text = await readFile(new URL('./examples.sql', import.meta.url), 'utf8');
  return runQuery(owner.read, oneRow(rawSql(text), examples));
}
