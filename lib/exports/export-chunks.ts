import type { TileKey } from '../model/geojson/feature-query.ts';
import type { ExportRun, LeasedJob } from '../queries/exports/leased-job.ts';
import {
  createFeatureCollectionWriter,
  createFeatureSequenceWriter,
  type FeatureWriter,
} from '../serializers/geojson/feature-writer.ts';
import { createJobReader } from './account-data-api.ts';
import type { ExportContext, ExportQuery } from './export-context.ts';
import { readQuads } from './read-quads.ts';

/** A piece of the text of a file. */
export type ExportChunk = {
  readonly text: string;
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
  exportQuery: ExportQuery,
): AsyncGenerator<ExportChunk> {
  const source = { ...createJobReader(context, job), baseUrl: context.baseUrl };
  let { features, leftOut } = run;
  if (job.format === 'nquads') {
    for await (const { text, resources, withoutOntology, next } of readQuads(source, run.after)) {
      features += resources;
      leftOut += withoutOntology;
      yield { text, features, leftOut, next };
    }
    return;
  }
  const writer = createWriter(job.format, exportQuery);
  let text = run.parts === 0 ? writer.start : '';
  for await (const chunk of context.readFeatures({ ...source, ...exportQuery }, run.after)) {
    const writtenFeatures = writer.write(chunk.features, features);
    text += writtenFeatures.text;
    features = writtenFeatures.count;
    if (chunk.next === null) break;
    yield { text, features, leftOut, next: chunk.next };
    text = '';
  }
  yield { text: text + writer.end(features), features, leftOut, next: null };
}

function createWriter(
  format: 'geojson' | 'geojsonseq',
  { query: { featureId }, question }: ExportQuery,
): FeatureWriter {
  return format === 'geojson'
    ? createFeatureCollectionWriter({
        featureId,
        members: {},
        statesTotal: question !== undefined,
      })
    : createFeatureSequenceWriter(featureId, '');
}
