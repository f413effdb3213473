import type { StatementReader } from '../data-api/chunks.ts';
import type { Caller } from '../model/accounts/caller.ts';
import type { FeatureQuery } from '../model/geojson/feature-query.ts';

export type FeatureSource = {
  readonly dataApi: StatementReader;
  readonly caller: Caller;
  readonly query: FeatureQuery;
  readonly baseUrl: string;
  /** Whether to read what only a page shows. */
  readonly isForPage?: boolean;
  /** The maximum bytes of one call, if less than the limit of the Data API. */
  readonly chunkBytes?: number;
};
