import type { DataApi } from '../data-api/client.ts';
import type { StatementReader } from '../data-api/chunks.ts';
import type { Caller } from '../model/accounts/caller.ts';
import type { FeatureQuery } from '../model/geojson/feature-query.ts';
import type { Question } from '../model/questions/question.ts';
import type { readFeatures } from '../geojson/matching-features.ts';
import type { FileStore } from '../stores/file-store.ts';

/** Which features an export writes. */
export type ExportQuery = {
  readonly query: FeatureQuery;
  /** Only features of the resource instances that it finds; undefined for those of all. */
  readonly question: Question | undefined;
};

export type ExportProgress = {
  readonly name: string;
  readonly features: number;
  /** The number of stored parts. */
  readonly parts: number;
};

/** The dependencies of the export functions, which their caller supplies. */
export type ExportContext = {
  readonly dataApi: DataApi;
  readonly store: FileStore;
  readonly baseUrl: string;
  /** The project's default language. */
  readonly language: string;
  /** Reads the query of a job under the rights of a caller. @throws InvalidInput */
  readonly readQuery: (
    text: string,
    reader: {
      readonly dataApi: StatementReader;
      readonly caller: Caller;
      readonly language: string;
    },
  ) => Promise<ExportQuery>;
  readonly readFeatures: typeof readFeatures;
  /** Whether there is time to continue. */
  readonly hasTimeLeft: () => boolean;
  readonly onProgress?: (progress: ExportProgress) => void;
  /** The minimum bytes of a part; `defaultMinPartBytes` by default. */
  readonly minPartBytes?: number;
};

/**
 * The minimum size of a part. S3 requires 5 MiB; with 8 MiB, 10,000 parts contain 80 GB. One part is kept in memory, and
 * its features are read again after a failure.
 */
export const defaultMinPartBytes = 8 * 1024 * 1024;

/** The maximum number of parts of a file in S3. */
export const maxParts = 10_000;
