import { setTimeout as wait } from 'node:timers/promises';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { runDueExports } from '../../../infra/local/due-exports.ts';
import {
  openExportWorkshop,
  smallFeatures,
  type ExportWorkshop,
} from '../../lib/exports/workshop.ts';

let workshop: ExportWorkshop;

beforeAll(async () => {
  workshop = await openExportWorkshop();
});

beforeEach(async () => workshop.execute('delete from export_job'));

afterAll(async () => workshop?.close());

/** Runs the export loop of `npm start` until a line of its output matches. @returns all lines */
async function runExportsUntil(
  pattern: RegExp,
  exportContext = workshop.createContext({ readFeatures: smallFeatures }),
  onLine: () => Promise<unknown> = async () => undefined,
) {
  const lines: string[] = [];
  const callbacks: Promise<unknown>[] = [];
  let isStopping = false;
  await runDueExports({
    context: exportContext,
    owner: 'npm start',
    print: (line) => {
      lines.push(line);
      callbacks.push(onLine());
      isStopping ||= pattern.test(line);
    },
    isStopping: () => isStopping,
    pollInterval: 10,
  });
  await Promise.all(callbacks);
  return lines;
}

describe('the exports of npm start', () => {
  it('run for due jobs at once, and for later jobs as soon as they are due', async () => {
    await workshop.createJob('one');
    expect(await runExportsUntil(/^exports written/)).toEqual(['exports written: 1']);
    expect(await workshop.listFiles('one')).toContain('latest.geojson.gz');
    const laterLines = runExportsUntil(/^exports written/);
    await wait(50);
    await workshop.createJob('two');
    expect(await laterLines).toEqual(['exports written: 1']);
    expect(await workshop.listFiles('two')).toContain('latest.geojson.gz');
  });

  it('print the command that lists failed jobs, a single time, if a job fails', async () => {
    await workshop.createJob('wrong', { query: 'limit=3' });
    const lines = await runExportsUntil(/^exports written/, workshop.createContext(), async () =>
      workshop.createJob('right'),
    );
    expect(lines).toEqual([
      'exports failed; to see the errors: npm run hds -- export-job list',
      'exports written: 1',
    ]);
  });

  it('continue as soon as the database can be reached again', async () => {
    await workshop.createJob('one');
    let failures = 2;
    const exportContext = workshop.createContext({ readFeatures: smallFeatures });
    const write: typeof exportContext.dataApi.write = async (...statement) => {
      if ((failures -= 1) >= 0) throw new Error('nobody there');
      return exportContext.dataApi.write(...statement);
    };
    const lines = await runExportsUntil(/^exports written/, {
      ...exportContext,
      dataApi: { ...exportContext.dataApi, write },
    });
    expect(lines).toEqual([
      'Exports could not be written: nobody there',
      'Exports could not be written: nobody there',
      'exports written: 1',
    ]);
  });
});
