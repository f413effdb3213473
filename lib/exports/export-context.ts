import type { DataApi } from '../data-api/client.ts';
import type { FeatureQuery } from '../model/geojson/feature-query.ts';
import type { readFeatures } from '../geojson/read-features.ts';
import type { ExportStore } from './export-store.ts';

/** How far a run is. */
export type ExportProgress = {
  readonly name: string;
  readonly features: number;
  /** Parts that are stored. */
  readonly parts: number;
};

/** What exports are made with. */
export type ExportContext = {
  readonly data: DataApi;
  readonly store: ExportStore;
  readonly baseUrl: string;
  /** The project's default language. */
  readonly language: string;
  /** The query that a job has as a text. @throws InvalidInput */
  readonly queryOf: (text: string) => FeatureQuery;
  readonly read: typeof readFeatures;
  /** Whether there is time for some more. */
  readonly hasTime: () => boolean;
  readonly onProgress?: (progress: ExportProgress) => void;
  /** Bytes that a part has at least, but for the last: see partBytes. */
  readonly minPartBytes?: number;
};

/**
 * Bytes that a part has at least: more than the 5 MiB that S3 asks for, so that 10,000 parts hold 80 GB. It is what is kept in memory, and what is
 * read again where a run breaks off.
 */
export const partBytes = 8 * 1024 * 1024;

/** The most parts that a file can have in S3. */
export const maxParts = 10_000;
