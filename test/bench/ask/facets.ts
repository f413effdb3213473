import type { Figure } from '../figure.ts';
import { quantile } from '../load.ts';
import type { AskCaller } from './callers.ts';
import { slugOf } from './model.ts';
import type { AskService } from './service.ts';

/** The most milliseconds of the facets of 10,000 resource instances. */
const goal = 300;

const rounds = 7;

const requested: readonly {
  readonly measure: string;
  readonly queryOf: (caller: AskCaller) => string;
}[] = [
  { measure: 'facets of all models', queryOf: () => 'facets=graph' },
  {
    measure: 'facets of a model',
    queryOf: ({ model }) => `graph=${slugOf(model)}&facets=type,built,period`,
  },
  {
    measure: 'facets of a condition',
    queryOf: ({ model }) =>
      `graph=${slugOf(model)}&node.height=1..&facets=${encodeURIComponent('type,built,period')}`,
  },
];

/** Measures facets as a caller. */
export async function measureFacets(
  subject: string,
  caller: AskCaller,
  service: AskService,
): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const { measure, queryOf } of requested) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const path = `/search/facets?${queryOf(caller)}`;
      times.push((await service.fetchPage(caller.name, path)).milliseconds);
    }
    figures.push({ subject, unit: 'ms', measure, value: quantile(times, 0.5), goal });
  }
  return figures;
}
