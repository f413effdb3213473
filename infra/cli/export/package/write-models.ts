import { runQuery } from '../../../../lib/data-api/query.ts';
import { NotExpressibleInXml } from '../../../../lib/serializers/rdf/rdf-xml.ts';
import type { RdfFormatName } from '../../../../lib/rdf/formats.ts';
import { hasConcepts } from '../../../queries/export-thesaurus.ts';
import { listGraphs, type ExportedGraph } from '../../../queries/package-rows.ts';
import { beginCountingStep } from '../../progress.ts';
import { exportConcepts } from '../concepts/export-concepts.ts';
import { addFile, type PackageExport } from './package-export.ts';
import { writeOntologies } from './write-ontologies.ts';
import { writeBusinessData, writeGraphFile } from './standard-files.ts';

/** Writes ontologies, graphs, thesaurus and business data as other platforms read them. */
export async function writeStandardFiles(work: PackageExport): Promise<void> {
  await writeOntologies(work);
  const graphs = await runQuery(work.snapshot.read, listGraphs(), 1);
  for (const graph of graphs) {
    const folder = graph.isResourceModel ? 'resource_models' : 'branches';
    const text = writeGraphFile(work.snapshot, graph.graphId);
    await addFile(work, 'graphs', `graphs/${folder}/${nameGraph(graph)}.json`, text);
  }
  await writeThesaurus(work);
  await writeRecords(work, graphs);
}

const nameGraph = ({ slug, graphId }: ExportedGraph): string => slug ?? graphId;

/** Writes the whole thesaurus, if there is one, as Turtle if RDF/XML has no name for one of its properties. */
export async function writeThesaurus(work: PackageExport): Promise<void> {
  if (!(await runQuery(work.snapshot.read, hasConcepts(), 1))) return;
  try {
    await writeConcepts(work, 'xml', 'xml');
  } catch (error) {
    if (!(error instanceof NotExpressibleInXml)) throw error;
    await writeConcepts(work, 'turtle', 'ttl');
  }
}

async function writeConcepts(
  work: PackageExport,
  format: RdfFormatName,
  extension: string,
): Promise<void> {
  const { snapshot, baseUrl, progress } = work;
  const step = beginCountingStep(progress, 'Concepts');
  let concepts = 0;
  const parts = exportConcepts(snapshot, {
    roots: null,
    format,
    literals: 'with-ids',
    baseUrl,
    onPage: (pageLength) => step.advanceTo((concepts += pageLength)),
  });
  const file = `reference_data/concepts/thesaurus.${extension}`;
  await addFile(work, 'concepts', file, { parts, count: () => concepts }).catch(
    (error: unknown) => {
      if (error instanceof NotExpressibleInXml) step.done('written as Turtle instead of RDF/XML');
      throw error;
    },
  );
  step.done(`${concepts} written`);
}

async function writeRecords(work: PackageExport, graphs: readonly ExportedGraph[]): Promise<void> {
  const { snapshot, language, progress } = work;
  const step = beginCountingStep(progress, 'Resource instances');
  let records = 0;
  for (const graph of graphs.filter(({ isResourceModel }) => isResourceModel)) {
    const text = writeBusinessData(snapshot, graph, language, (pageLength) =>
      step.advanceTo((records += pageLength)),
    );
    const folder = graph.isSystemSettings ? 'system_settings' : 'business_data';
    await addFile(work, 'records', `${folder}/${nameGraph(graph)}.json`, text);
  }
  step.done(`${records} written`);
}
