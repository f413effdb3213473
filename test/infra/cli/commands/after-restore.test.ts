import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openCommandLineService, type CommandLineService } from '../beside-service.ts';

describe('hds after-restore', () => {
  let service: CommandLineService;

  beforeAll(async () => {
    service = await openCommandLineService();
  });

  afterAll(async () => service?.close());

  it('reports what it corrected, and which ordinals harvesters must fetch again', async () => {
    expect(await service.outputOf('after-restore', '--published-ordinal', '40001')).toBe(
      [
        'Ended: 0 sign-ins with tokens, 0 browser sessions.',
        'New versions: 0 resource instances. No entity tag or time from before the loss is current.',
        'Activity stream: 40001 masked items, 1 to 40001. Harvesters must fetch again what these items named.',
        '',
      ].join('\n'),
    );
    expect(await service.rows('select count(*), min(ordinal), max(ordinal) from activity')).toEqual(
      [['40001', '1', '40001']],
    );
  });

  it('adds no masked item if the stream already has the published ordinal', async () => {
    expect(await service.outputOf('after-restore', '--published-ordinal', '7')).toContain(
      'Activity stream: no ordinal was lost after 40001.\n',
    );
  });

  it('marks every export run, so that the next run writes its file again', async () => {
    await service.stack.owner.write({
      text: `with job as (
  insert into export_job (name, query, format, every_hours)
  values ('places', '', 'geojson', 24)
  returning export_job_id
)
insert into export_run (export_job_id, file_name, upload_id, fingerprint, versions)
select j.export_job_id, 'a.json', 'an upload', 'a hash', '{}'
from job j`,
      parameters: [],
    });
    await service.outputOf('after-restore', '--published-ordinal', '0');
    expect(await service.rows('select fingerprint from export_run')).toEqual([
      ['before a restore'],
    ]);
  });

  it('requires --published-ordinal with a number', async () => {
    const missing = await service.run('after-restore');
    expect([missing.code, missing.error]).toEqual([
      1,
      expect.stringContaining("required option '--published-ordinal <number>' not specified"),
    ]);
    const { code, error } = await service.run('after-restore', '--published-ordinal', 'many');
    expect([code, error]).toEqual([1, expect.stringContaining('Use the number of an item')]);
  });
});
