import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { rawSql } from '../../../../lib/data-api/sql.ts';
import { house, houseGraph, houseRecord } from '../../../functions/names/house-model.ts';
import { withJsonFile } from '../../../support/temporary-file.ts';
import { openCommandLineService, type CommandLineService } from '../beside-service.ts';

let service: CommandLineService;

beforeAll(async () => {
  service = await openCommandLineService();
  await withJsonFile(houseGraph(), (file) => service.outputOf('import', 'graphs', file));
  const resources = [1, 2, 3].map((number) => houseRecord(number, { title: `Yard ${number}` }));
  await withJsonFile({ business_data: { resources } }, (file) =>
    service.outputOf('import', 'resources', file),
  );
});

beforeEach(async () => {
  await service.outputOf('index', '--all');
});

afterAll(async () => service?.close());

const change = async (statement: string): Promise<unknown> =>
  service.stack.owner.write(rawSql(statement));

const readProgress = async (): Promise<unknown> => {
  const [row] = await service.rows('select filling_value_entries_progress()::text');
  return row?.[0];
};

describe('hds index', () => {
  it('computes all entries again, and then says that they are complete', async () => {
    await change('truncate id_entry, number_entry, date_entry, word_entry');
    expect(await service.outputOf('index', '--all')).toContain('computed for 3 resource instances');
    expect(await service.outputOf('index')).toBe('The entries of values are complete.\n');
    expect(await service.outputOf('index', '--check')).toContain(
      '3 resource instances compared, 0',
    );
  });

  it('continues where an upgrade was interrupted', async () => {
    await change(
      `insert into stale_result (name, done_to) values ('entries of values', '${house(1)}')`,
    );
    expect(await service.outputOf('index')).toContain('computed for 2 resource instances');
    expect(await readProgress()).toBeNull();
  });

  it('does not compare entries before they are complete, and the database tells how many are', async () => {
    await change(
      `insert into stale_result (name, done_to) values ('entries of values', '40000000-0000-4000-8000-000000000000')`,
    );
    expect(await readProgress()).toBe('0.250');
    const { code, error } = await service.run('index', '--check');
    expect([code, error]).toEqual([1, expect.stringContaining('run hds index first')]);
  });
});

describe('hds index --check', () => {
  it.each([
    ['missing', `delete from word_entry where resource_id = '${house(2)}'`, house(2)],
    [
      'outdated',
      `insert into number_entry (entry_node_id, grant_set_number, resource_id, entry_value) values (1, 0, '${house(3)}', 7)`,
      house(3),
    ],
    [
      'left by a resource instance that is gone',
      `insert into word_entry (grant_set_number, resource_id, folded) values (0, '${house(9)}', 'gone')`,
      house(9),
    ],
  ])('reports entries that are %s, and replaces them with --repair', async (_, damage, wrongId) => {
    await change(damage);
    const { code, error } = await service.run('index', '--check');
    expect([code, error]).toEqual([1, expect.stringContaining(`1 with wrong entries: ${wrongId}`)]);
    expect(await service.outputOf('index', '--repair')).toContain(
      `which were replaced: ${wrongId}`,
    );
    expect(await service.outputOf('index', '--check')).toContain(', 0 with wrong entries');
  });

  it('compares only a sample', async () => {
    expect(await service.outputOf('index', '--sample', '2')).toContain(
      '2 resource instances compared',
    );
  });
});
