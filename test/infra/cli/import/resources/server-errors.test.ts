import { afterAll, beforeAll, expect, it } from 'vitest';

import { importResources } from '../../../../../infra/cli/import/resources/import-resources.ts';
import type { DataApi } from '../../../../../lib/data-api/client.ts';
import { DatabaseError } from '../../../../../lib/data-api/errors.ts';
import { createTestContext, openWorkshop, type Workshop } from '../importing.ts';
import { monumentGraph, namedMonument } from '../monuments.ts';

let workshop: Workshop;

beforeAll(async () => {
  workshop = await openWorkshop();
  await workshop.importGraphs(monumentGraph());
});

afterAll(async () => workshop?.close());

/** The Data API of a database that cannot run transactions. */
const dataWithError = (message: string): DataApi => ({
  ...workshop.stack.dataApi,
  transaction: () => Promise.reject(new DatabaseError(message)),
});

it.each([
  [
    'a full disk',
    'ERROR: could not extend file "base/1/2": No space left on device; SQLState: 53100',
  ],
  ['a shutdown', 'FATAL: terminating connection due to administrator command; SQLState: 57P01'],
])(
  'an import ends with the error if the database has a problem of its own, and leaves no record out: %s',
  async (_, message) => {
    const file = await workshop.file('records.json', [namedMonument(1, 'Tower')]);
    const failing = createTestContext(dataWithError(message));
    await expect(importResources([file], failing)).rejects.toThrow(message.slice(0, 30));
    expect(failing.problems).toEqual([]);
  },
);

it('the same records are complete when the database works again', async () => {
  const file = await workshop.file('records.json', [namedMonument(1, 'Tower')]);
  const context = createTestContext(workshop.stack.dataApi);
  expect(await importResources([file], context)).toMatchObject({ created: 1, leftOut: 0 });
});
