import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { importSource } from '../../../../support/database/import-source.ts';
import { findTestData } from '../../../../support/test-data.ts';
import type { TestStack } from '../../../../support/stack.ts';
import { fingerprintOf, openPackageWorkshop } from '../../export/package/package-workshop.ts';
import { createTestContext, fingerprint } from '../importing.ts';
import { openEditHistories, renamed, type EditHistories } from './edit-histories.ts';
import { runDatabaseImport } from './importing-database.ts';
import { addSourceEdits, photos } from './source-edits.ts';

const folder = findTestData('arches76-dump');
const { resourceId, graphId } = photos;

describe.skipIf(folder === undefined)('the edit log of an imported database', () => {
  let histories: EditHistories;

  beforeAll(async () => {
    histories = await openEditHistories();
  });

  beforeEach(async () => histories.reset());

  afterAll(async () => histories?.close());

  const importAll = async (options: Parameters<typeof runDatabaseImport>[2] = {}) =>
    runDatabaseImport(histories.source.url, histories.service.stack.dataApi, {
      allowsWrites: true,
      ...options,
    });

  it('of a deleted record is for administrators alone, also if the deletion is masked or not in the log', async () => {
    const deletedId = '0d000000-0000-4000-8000-000000000001';
    const forgottenId = '0d000000-0000-4000-8000-000000000002';
    const ofDeleted = { ...renamed, resourceinstanceid: deletedId };
    await addSourceEdits(histories.source, [
      ofDeleted,
      { ...ofDeleted, resourceinstanceid: forgottenId },
      {
        ...ofDeleted,
        edittype: 'delete',
        note: 'Old House',
        oldvalue: null,
        newvalue: null,
        tileinstanceid: null,
        nodegroupid: null,
        timestamp: '2020-07-01T00:00:00Z',
      },
    ]);
    await importAll({ masksDeleted: true });
    expect(await histories.readText('administrator', deletedId)).toMatch(
      /Record deleted Old House .*Before Old House After New House/,
    );
    for (const id of [deletedId, forgottenId]) {
      expect((await histories.get(`/resources/${id}/history`, 'reviewer')).status).toBe(404);
      expect(await histories.readEdits('administrator', id)).not.toEqual([]);
      // The id is used again, after which the edits of the deleted record come once more.
      await histories.write(
        `insert into resource (resource_id, graph_id) values ('${id}', '${graphId}')`,
      );
      expect(await histories.readEdits('reviewer', id)).toEqual([]);
      expect(await histories.readText('reviewer', id)).not.toContain('House After');
      await histories.write(`delete from resource where resource_id = '${id}'`);
    }
  });

  it('is in the histories of its records, and comes once', async () => {
    await addSourceEdits(histories.source, [renamed]);
    const first = await importAll();
    expect(first.imported.history).toMatchObject({ read: 1, created: 1, leftOut: 0 });
    expect((await histories.readEdits('nobody')).at(-1)).toMatchObject({
      type: 'tile edit',
      before: renamed.oldvalue,
      after: renamed.newvalue,
    });
    const before = await fingerprint(histories.service.stack.owner);
    const { imported } = await importAll();
    expect(imported.history).toMatchObject({ read: 1, created: 0, unchanged: 1, leftOut: 0 });
    expect(await fingerprint(histories.service.stack.owner)).toEqual(before);
  });

  it('comes later, if an earlier version imported the stream without it, and changes no answer about the stream', async () => {
    await histories.importEdits([renamed]);
    const answers = async () =>
      Promise.all(
        ['/history/', '/history/1', `/resources/${resourceId}/activity`].map(async (path) =>
          (await histories.get(path, 'administrator')).text(),
        ),
      );
    const history = async () =>
      (await histories.readEdits('reviewer')).map(({ id: _id, ...edit }) => edit);
    const [expectedAnswers, expectedHistory] = [await answers(), await history()];
    await histories.write('delete from edit_log where source_edit_id is not null');
    expect(await answers()).toEqual(expectedAnswers);
    await histories.importEdits([]);
    expect(await answers()).toEqual(expectedAnswers);
    expect(await history()).toEqual(expectedHistory);
  });

  it('comes also with --no-activity, and a dry run only counts it', async () => {
    await addSourceEdits(histories.source, [renamed]);
    const { owner, dataApi } = histories.service.stack;
    const before = await fingerprint(owner);
    const options = { allowsWrites: true };
    const dryRun = createTestContext(dataApi, { dryRun: true });
    const counted = await importSource(histories.source.url, dryRun, options);
    expect(counted.history).toMatchObject({ read: 1, created: 1 });
    expect(await fingerprint(owner)).toEqual(before);
    const imported = await importSource(
      histories.source.url,
      { ...createTestContext(dataApi), omitsActivity: true },
      options,
    );
    expect(imported).toMatchObject({ edits: undefined, history: { created: 1 } });
    expect((await histories.readEdits('reviewer')).at(-1)).toMatchObject({ type: 'tile edit' });
  });

  it('is in a package of this service, and restored from it', async () => {
    await histories.importEdits([
      renamed,
      { ...renamed, oldvalue: 'a text', user_username: 'gone', userid: '99' },
      { ...renamed, resourceinstanceid: '0d000000-0000-4000-8000-000000000003' },
    ]);
    const workshop = await openPackageWorkshop();
    try {
      await workshop.exportFrom(histories.service.stack);
      const target = await workshop.openEmpty();
      expect(await workshop.restoreInto(target)).toBeDefined();
      const stored = async (stack: TestStack) =>
        stack.owner.read(
          rawSql(
            `select to_jsonb(e)::text from edit_log e where e.source_edit_id is not null order by e.source_edit_id`,
          ),
        );
      expect(await stored(target)).toEqual(await stored(histories.service.stack));
      expect(await fingerprintOf(target)).toEqual(await fingerprintOf(histories.service.stack));
    } finally {
      await workshop.close();
    }
  });
});
