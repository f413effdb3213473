import { setTimeout as wait } from 'node:timers/promises';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { runDueExports } from '../../../infra/local/due-exports.ts';
import {
  openExportWorkshop,
  smallFeatures,
  type ExportWorkshop,
} from '../../lib/exports/workshop.ts';

let shop: ExportWorkshop;

beforeAll(async () => {
  shop = await openExportWorkshop();
});

beforeEach(async () => shop.execute('delete from export_job'));

afterAll(async () => shop?.close());

/** Runs the export loop of `npm start` until a line of its output matches. @returns all lines */
async function linesUntil(
  pattern: RegExp,
  work = shop.work({ readFeatures: smallFeatures }),
  onLine: () => Promise<unknown> = async () => undefined,
) {
  const lines: string[] = [];
  let isStopping = false;
  await runDueExports({
    context: work,
    owner: 'npm start',
    print: (line) => {
      lines.push(line);
      void onLine();
      isStopping ||= pattern.test(line);
    },
    isStopping: () => isStopping,
    pollInterval: 10,
  });
  return lines;
}

describe('the exports that npm start makes', () => {
  it('run for jobs that are due, at once and again as soon as others become due', async () => {
    await shop.newJob('one');
    expect(await linesUntil(/^exports made/)).toEqual(['exports made: 1']);
    expect(await shop.files('one')).toContain('latest.geojson.gz');
    const later = linesUntil(/^exports made/);
    await wait(50);
    await shop.newJob('two');
    expect(await later).toEqual(['exports made: 1']);
    expect(await shop.files('two')).toContain('latest.geojson.gz');
  });

  it('report once where to look if a job fails', async () => {
    await shop.newJob('wrong', { query: 'limit=3' });
    const lines = await linesUntil(/^exports made/, shop.work(), async () => shop.newJob('right'));
    expect(lines).toEqual([
      'exports went wrong: npm run hds -- export-job list',
      'exports made: 1',
    ]);
  });

  it('continue after the database could not be reached', async () => {
    await shop.newJob('one');
    let failures = 2;
    const work = shop.work({ readFeatures: smallFeatures });
    const write: typeof work.data.write = async (...statement) => {
      if ((failures -= 1) >= 0) throw new Error('nobody there');
      return work.data.write(...statement);
    };
    const lines = await linesUntil(/^exports made/, { ...work, data: { ...work.data, write } });
    expect(lines).toEqual([
      'Exports could not be made: nobody there',
      'Exports could not be made: nobody there',
      'exports made: 1',
    ]);
  });
});
