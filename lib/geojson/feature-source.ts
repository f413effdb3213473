import type { StatementReader } from '../data-api/chunks.ts';
import type { Caller } from '../model/accounts/caller.ts';
import type { FeatureQuery } from '../model/geojson/feature-query.ts';

/** What features are read from, and for whom. */
export type FeatureSource = {
  readonly data: StatementReader;
  readonly caller: Caller;
  readonly query: FeatureQuery;
  readonly baseUrl: string;
  /** Bytes that one call brings at most, where it is less than the Data API gives. */
  readonly chunkBytes?: number;
};
