import { runQuery } from '../../../../lib/data-api/query.ts';
import { NotExpressibleInXml } from '../../../../lib/serializers/rdf/rdf-xml.ts';
import type { RdfFormatName } from '../../../../lib/rdf/formats.ts';
import { hasConcepts } from '../queries/export-thesaurus.ts';
import { listGraphs, type ExportedGraph } from '../queries/package-rows.ts';
import { beginCountingStep } from '../../progress.ts';
import { exportConcepts } from '../concepts/export-concepts.ts';
import { addFile, type PackageExport } from './package-export.ts';
import { writeOntologies } from './write-ontologies.ts';
import { readBusinessDataText, readGraphText } from './standard-files.ts';

/** Writes ontologies, graphs, thesaurus and business data in the forms that other platforms can read too. */
export async function writeStandardFiles(packageExport: PackageExport): Promise<void> {
  await writeOntologies(packageExport);
  const graphs = await runQuery(packageExport.snapshot.read, listGraphs(), 1);
  for (const graph of graphs) {
    const folder = graph.isResourceModel ? 'resource_models' : 'branches';
    const text = readGraphText(packageExport.snapshot, graph.graphId);
    await addFile(packageExport, 'graphs', `graphs/${folder}/${graphFileName(graph)}.json`, text);
  }
  await writeThesaurus(packageExport);
  await writeRecords(packageExport, graphs);
}

const graphFileName = ({ slug, graphId }: ExportedGraph): string => slug ?? graphId;

/** Writes the thesaurus, if there is one: as RDF/XML, or as Turtle if RDF/XML cannot name one of its properties. */
export async function writeThesaurus(packageExport: PackageExport): Promise<void> {
  if (!(await runQuery(packageExport.snapshot.read, hasConcepts(), 1))) return;
  try {
    await writeConcepts(packageExport, 'xml', 'xml');
  } catch (error) {
    if (!(error instanceof NotExpressibleInXml)) throw error;
    await writeConcepts(packageExport, 'turtle', 'ttl');
  }
}

async function writeConcepts(
  packageExport: PackageExport,
  format: RdfFormatName,
  extension: string,
): Promise<void> {
  const { snapshot, baseUrl, progress } = packageExport;
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
  await addFile(packageExport, 'concepts', file, { parts, count: () => concepts }).catch(
    (error: unknown) => {
      if (error instanceof NotExpressibleInXml) step.done('written as Turtle instead of RDF/XML');
      throw error;
    },
  );
  step.done(`${concepts} written`);
}

async function writeRecords(
  packageExport: PackageExport,
  graphs: readonly ExportedGraph[],
): Promise<void> {
  const { snapshot, language, progress } = packageExport;
  const step = beginCountingStep(progress, 'Resource instances');
  let records = 0;
  for (const graph of graphs.filter(({ isResourceModel }) => isResourceModel)) {
    const text = readBusinessDataText(snapshot, graph, language, (pageLength) =>
      step.advanceTo((records += pageLength)),
    );
    const folder = graph.isSystemSettings ? 'system_settings' : 'business_data';
    await addFile(packageExport, 'records', `${folder}/${graphFileName(graph)}.json`, text);
  }
  step.done(`${records} written`);
}
