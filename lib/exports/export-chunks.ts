import type { TileKey } from '../model/geojson/feature-query.ts';
import type { ExportRun, LeasedJob } from '../queries/exports/leased-job.ts';
import { createFeatureBufferWriter } from '../serializers/geojson/feature-buffers.ts';
import { createFeatureTableWriter } from '../serializers/geojson/feature-table.ts';
import {
  createFeatureCollectionWriter,
  createFeatureSequenceWriter,
  type FeatureWriter,
} from '../serializers/geojson/feature-writer.ts';
import { createJobReader } from './account-data-api.ts';
import type { ExportContext } from './export-context.ts';
import type { JobQuery } from './feature-columns.ts';
import { readQuads } from './read-quads.ts';

/** A piece of a file. */
export type ExportChunk = {
  readonly content: string | Uint8Array;
  /** The number of features or resource instances so far, including those of earlier processes. */
  readonly features: number;
  /** The number of resource instances so far that the format cannot express. */
  readonly leftOut: number;
  /** Where the next chunk begins; null after the last one. */
  readonly next: TileKey | null;
};

/**
 * Reads the file of a run in its format, from the checkpoint to the end.
 * @throws AccountNotActive, and errors of the Data API
 */
export async function* readExportChunks(
  context: ExportContext,
  { job, run }: { readonly job: LeasedJob; readonly run: ExportRun },
  exportQuery: JobQuery,
): AsyncGenerator<ExportChunk> {
  const source = { ...createJobReader(context, job), baseUrl: context.baseUrl };
  let { features, leftOut } = run;
  if (job.format === 'nquads') {
    for await (const { text, resources, withoutOntology, next } of readQuads(source, run.after)) {
      features += resources;
      leftOut += withoutOntology;
      yield { content: text, features, leftOut, next };
    }
    return;
  }
  if (job.format === 'flatgeobuf') {
    const writer = createFeatureBufferWriter(exportQuery.columns);
    let start = run.parts === 0 ? writer.start : new Uint8Array();
    for await (const chunk of context.readFeatures({ ...source, ...exportQuery }, run.after)) {
      const { content, count } = writer.write(chunk.features, features);
      features = count;
      yield { content: Buffer.concat([start, content]), features, leftOut, next: chunk.next };
      start = new Uint8Array();
    }
    return;
  }
  const writer = createWriter(job.format, exportQuery);
  let content = run.parts === 0 ? writer.start : '';
  for await (const chunk of context.readFeatures({ ...source, ...exportQuery }, run.after)) {
    const writtenFeatures = writer.write(chunk.features, features);
    content += writtenFeatures.text;
    features = writtenFeatures.count;
    if (chunk.next === null) break;
    yield { content, features, leftOut, next: chunk.next };
    content = '';
  }
  yield { content: content + writer.end(features), features, leftOut, next: null };
}

function createWriter(
  format: 'geojson' | 'geojsonseq' | 'csv',
  { query: { featureId }, question, columns }: JobQuery,
): FeatureWriter {
  if (format === 'csv') return createFeatureTableWriter(columns);
  return format === 'geojson'
    ? createFeatureCollectionWriter({
        featureId,
        members: {},
        statesTotal: question !== undefined,
      })
    : createFeatureSequenceWriter(featureId, '');
}
