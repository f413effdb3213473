import { importConcepts } from '../../infra/cli/import/concepts/import-concepts.ts';
import { importGraphs } from '../../infra/cli/import/graphs/import-graphs.ts';
import { importResources } from '../../infra/cli/import/resources/import-resources.ts';
import { refreshNames } from '../../lib/writing/dependent-names/refresh-names.ts';
import { houseGraph, houseRecord, houseTypes } from '../functions/names/house-model.ts';
import { placeCopies } from '../functions/names/many-houses.ts';
import { createImportContext } from '../support/import-context.ts';
import type { TestStack } from '../support/stack.ts';
import { withJsonFile, withTextFile } from '../support/temporary-file.ts';
import type { Figure } from './figure.ts';
import { quantile } from './load.ts';

const houseCount = 10_000;
const runs = 20;

/**
 * Measures the renaming of a concept that 10,000 names contain, compared with that of a concept in a single name. Also measures how many
 * names per second are updated afterwards.
 */
export async function benchNames(stack: TestStack, kind: string): Promise<readonly Figure[]> {
  const imports = createImportContext(stack.dataApi);
  const rename = async (concept: number, label: string): Promise<number> => {
    const start = performance.now();
    await withTextFile('concepts.xml', houseTypes({ [concept]: { 'en-US': label } }), (file) =>
      importConcepts([file], imports),
    );
    return performance.now() - start;
  };
  await withJsonFile(houseGraph(), (file) => importGraphs([file], imports));
  await rename(1, 'mill');
  await rename(2, 'barn');
  const resources = [
    houseRecord(1, { title: 'Old', type: 1 }),
    houseRecord(2, { title: 'New', type: 2 }),
  ];
  await withJsonFile({ business_data: { resources } }, (file) => importResources([file], imports));
  await placeCopies({ service: { stack } }, 1, 10, houseCount - 1);
  const times: Readonly<Record<1 | 2, number[]>> = { 1: [], 2: [] };
  for (let run = 0; run < runs; run += 1) {
    times[2].push(await rename(2, `barn ${run}`));
    times[1].push(await rename(1, `mill ${run}`));
  }
  const start = performance.now();
  const { computed } = await refreshNames(stack.dataApi, { language: imports.language });
  const seconds = (performance.now() - start) / 1000;
  return [
    {
      subject: `rename of a concept in ${houseCount.toLocaleString('en-US')} names, ${kind}`,
      measure: 'median of the import',
      value: quantile(times[1], 0.5),
      unit: 'ms',
      beside: { name: 'one in a single name', value: quantile(times[2], 0.5) },
    },
    {
      subject: `names that follow, ${kind}`,
      measure: 'resource instances a second',
      value: computed / seconds,
      unit: '/s',
    },
  ];
}
