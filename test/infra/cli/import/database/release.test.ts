import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  detectRelease,
  readSourceIdentity,
  type Release,
} from '../../../../../infra/cli/import/database/release.ts';
import { openSource } from '../../../../../infra/cli/import/database/source.ts';
import { openSourceDatabase, type SourceDatabase } from '../../../../support/source-database.ts';
import { findTestData } from '../../../../support/test-data.ts';

const folder = findTestData('arches76-dump');

describe.skipIf(folder === undefined)('the release of a database', () => {
  let source: SourceDatabase;

  beforeAll(async () => {
    source = await openSourceDatabase();
  });

  afterAll(async () => source.drop());

  const detect = async (): Promise<Release> => {
    const opened = await openSource(source.url);
    try {
      return await detectRelease(opened);
    } finally {
      await opened.close();
    }
  };

  /** Changes the columns, detects the release, and undoes the change. */
  const detectWith = async (change: string, undo: string): Promise<Release> => {
    await source.run(change);
    try {
      return await detect();
    } finally {
      await source.run(undo);
    }
  };

  it('is 7.6 if resource instances have owners', async () => {
    expect(await detect()).toBe('7.6');
  });

  it('is 7.0 to 7.5 without them', async () => {
    const release = await detectWith(
      'alter table resource_instances drop column principaluser_id cascade',
      'alter table resource_instances add column principaluser_id integer',
    );
    expect(release).toBe('7.0–7.5');
  });

  it('is 8.0 to 8.2 if resource instances have states', async () => {
    const release = await detectWith(
      'alter table resource_instances add column resource_instance_lifecycle_state_id uuid',
      'alter table resource_instances drop column resource_instance_lifecycle_state_id',
    );
    expect(release).toBe('8.0–8.2 without identifiers');
  });

  it.each([
    [
      'release 6.2',
      'alter table graphs rename column publicationid to former',
      'alter table graphs rename column former to publicationid',
    ],
    [
      'These columns would be lost: tiles.weight',
      'alter table tiles add column weight integer',
      'alter table tiles drop column weight',
    ],
    [
      'it has no column edges.rangenodeid',
      'alter table edges rename column rangenodeid to former',
      'alter table edges rename column former to rangenodeid',
    ],
    [
      'not one of the Arches platform',
      'alter table tiles rename to former_tiles',
      'alter table former_tiles rename to tiles',
    ],
  ])('is refused by name: %s', async (text, change, undo) => {
    await expect(detectWith(change, undo)).rejects.toMatchObject({
      code: 'unsupported_release',
      message: expect.stringContaining(text),
    });
  });

  it('has an identity that a dump keeps', async () => {
    const opened = await openSource(source.url);
    expect(await readSourceIdentity(opened)).toMatch(/^\d{16}$/);
    await opened.close();
  });
});
