import type { StatementReader } from '../data-api/chunks.ts';
import type { Caller } from '../model/accounts/caller.ts';
import type { FeatureQuery } from '../model/geojson/feature-query.ts';

export type FeatureSource = {
  readonly dataApi: StatementReader;
  readonly caller: Caller;
  readonly query: FeatureQuery;
  readonly baseUrl: string;
  /** Whether to also read the data that only HTML pages show. */
  readonly isForPage?: boolean;
  /** The maximum number of bytes that one call returns, if less than the limit of the Data API. */
  readonly chunkBytes?: number;
  /** The most resource instances that are found in one call, if less than the default. */
  readonly idsPerBatch?: number;
};
