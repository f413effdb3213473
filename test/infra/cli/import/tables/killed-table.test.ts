import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { mappingFileName } from '../../../../../infra/cli/export/tables/write-mapping.ts';
import { triesAllCases } from '../../../../support/random/take-sample.ts';
import { openCommandLineService, type CommandLineService } from '../../beside-service.ts';
import { killHdsAt } from '../../kill-hds.ts';
import { id, millModel } from '../csv/mill-model.ts';

/** Two batches are written at a time: the third and last one begins when the first is stored. */
const mills = 2100;

const mapping = `graph: ${id(1)}
tables:
  - table: mills
    key: [Ref]
    columns:
      - { column: Ref, ignore: true }
      - { column: Name, node: name }
      - { column: Remark, node: remark }
`;

describe('an import of a table whose process is killed', () => {
  let service: CommandLineService;
  let file: string;

  beforeAll(async () => {
    service = await openCommandLineService('empty', 5000);
    const graph = path.join(service.folder, 'mills.json');
    await writeFile(graph, JSON.stringify({ graph: [millModel] }));
    await service.outputOf('import', 'graphs', graph);
    file = path.join(service.folder, 'mills.csv');
    const rows = Array.from({ length: mills }, (_, number) => `M${number},Mill ${number},old`);
    await writeFile(file, ['Ref,Name,Remark', ...rows, ''].join('\n'));
    await writeFile(mappingFileName(file), mapping);
  });

  afterAll(async () => service?.close());

  const readCounts = async (): Promise<readonly number[]> => {
    const [counts = []] = await service.rows(`select
  (select count(*)::int from resource),
  (select count(*)::int from tile),
  (select count(*)::int from activity)`);
    return counts.map(Number);
  };

  it.runIf(triesAllCases)('is completed by the same command, with nothing twice', async () => {
    const command = ['import', 'table', file];
    // In the last batch of 1,000.
    expect(await killHdsAt(service, `Mill ${mills - 1}`, ...command)).toBeNull();
    const [stored] = await readCounts();
    expect(stored).toBeGreaterThan(0);
    expect(stored).toBeLessThan(mills);
    await service.outputOf(...command);
    const complete = [mills, 2 * mills, mills];
    expect(await readCounts()).toEqual(complete);
    expect(await service.outputOf(...command)).toContain('Changes: 0');
    expect(await readCounts()).toEqual(complete);
  });
});
