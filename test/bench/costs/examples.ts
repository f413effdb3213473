import { readFile } from 'node:fs/promises';

import * as z from 'zod';

import { oneRow, runQuery } from '../../../lib/data-api/query.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import type { TestStack } from '../../support/stack.ts';

const examplesSchema = z
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

/** Examples of the data: ids, and numbers and sizes of pages. */
export type CostExamples = z.infer<typeof examplesSchema>;

/** Chooses examples, always the same for the same data. */
export async function chooseExamples({ owner }: Pick<TestStack, 'owner'>): Promise<CostExamples> {
  const text = await readFile(new URL('./examples.sql', import.meta.url), 'utf8');
  return runQuery(owner.read, oneRow(rawSql(text), examplesSchema));
}
