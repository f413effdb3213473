import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { countPreparedStatements } from '../../../infra/schema/prepare-statements.ts';
import { rebuildStaleResults } from '../../../infra/schema/rebuild-results.ts';
import type { Schema } from '../../../infra/schema/read-schema.ts';
import { upgradeDatabase } from '../../../infra/schema/upgrade-database.ts';
import { upgradeSchema } from '../../../infra/schema/upgrade-schema.ts';
import { millId } from '../../functions/writing/crowd.ts';
import { listInconsistencies } from '../../functions/writing/books.ts';
import { openMillService, type MillService } from '../../functions/writing/mill-service.ts';
import { queryColumn } from '../../support/sample.ts';
import { readCatalogue } from './catalogue.ts';
import { writeMills, type Load } from './load.ts';
import { recordStatementsOfNextVersion, readNextSchema } from './next-version.ts';

/** Reads whose answers depend only on the data. */
const readPaths = [
  `/resources/${millId(1)}`,
  `/resources/${millId(1)}?format=service-json`,
  `/resources/${millId(1)}?format=turtle`,
  '/resources/?limit=10',
  '/geojson',
  '/graphs',
  '/history/1',
  '/rdm/concepts',
] as const;

describe('functions of this version on the schema of the next version, as after a rollback', () => {
  let mills: MillService;
  let nextSchema: Schema;
  let answersBefore: readonly string[];
  const loads: Load[] = [];

  beforeAll(async () => {
    mills = await openMillService();
    await addLoad(0);
    answersBefore = await readAnswers();
    nextSchema = await readNextSchema();
    const { owner } = mills.service.stack;
    await upgradeSchema(owner, nextSchema);
    await recordStatementsOfNextVersion(owner);
    await rebuildStaleResults(owner, nextSchema.storedResults);
  });

  afterAll(async () => mills?.service.close());

  async function addLoad(writer: number): Promise<void> {
    loads.push(await writeMills(mills, writer, (step) => step < 6));
  }

  /** The answers to all reads, with their entity tags. */
  const readAnswers = () =>
    Promise.all(
      readPaths.map(async (path) => {
        const answer = await mills.sendRequest({ method: 'GET', path });
        return [path, answer.status, answer.headers.get('etag'), await answer.text()].join('\n');
      }),
    );

  it('answer as before, with the same entity tags', async () => {
    expect(await readAnswers()).toEqual(answersBefore);
  });

  it('still find their prepared statements', async () => {
    const { service } = mills;
    expect(await countPreparedStatements(service.stack.dataApi)).toMatchObject({ missing: 0 });
    service.stack.server.counters.reset();
    await mills.sendRequest({ method: 'GET', path: readPaths[0] });
    expect(service.stack.server.counters.read().refusals).toEqual({});
  });

  it('write without an error, and no resource instance is lost', async () => {
    await addLoad(1);
    expect(loads.flatMap(({ failedRequests }) => failedRequests)).toEqual([]);
    const expected = loads.flatMap((load) => load.mills).toSorted();
    expect(await queryColumn(mills.service, 'select resource_id from resource order by 1')).toEqual(
      expected,
    );
    expect(await listInconsistencies(mills.service.stack.dataApi)).toEqual([]);
  });

  it('cannot restore the schema: `hds migrate` of this version refuses, and changes nothing', async () => {
    const { owner } = mills.service.stack;
    const before = await readCatalogue(owner);
    await expect(upgradeDatabase(owner)).rejects.toThrow(
      /999-checked-tiles\.sql was applied to this database, but there is no such file/,
    );
    expect(await readCatalogue(owner)).toEqual(before);
  });

  it('write data that need no migration when the next version is deployed again', async () => {
    expect(await upgradeSchema(mills.service.stack.owner, nextSchema)).toEqual([]);
    await addLoad(2);
    expect(await listInconsistencies(mills.service.stack.dataApi)).toEqual([]);
  });
});
