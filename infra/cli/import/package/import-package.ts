import type { Problem } from '../../../../lib/model/problem.ts';
import { pluralize } from '../../text.ts';
import type { ImportContext } from '../import-context.ts';
import { importConcepts, type ConceptsImported } from '../concepts/import-concepts.ts';
import type { ImportMode } from '../concepts/plan-thesaurus.ts';
import { importGraphs, type GraphsImported } from '../graphs/import-graphs.ts';
import { importOntologies, type OntologiesImported } from '../ontologies/import-ontologies.ts';
import { findPackageFiles, type PackageFiles } from './find-package-files.ts';
import {
  importRelations,
  readRelationCounts,
  type RelationsImported,
} from '../relations/import-relations.ts';
import { importResources, type ResourcesImported } from '../resources/import-resources.ts';

/** What an import of a package met and changed. */
export type PackageImported = {
  readonly ontologies: OntologiesImported;
  readonly graphs: GraphsImported;
  readonly concepts: ConceptsImported;
  readonly resources: ResourcesImported;
  readonly relations: RelationsImported & { readonly pending: number };
  readonly notRead: PackageFiles['notRead'];
};

/**
 * Imports a package folder: ontologies, graphs, reference data, business data, relations, in this order.
 * Running it again changes nothing.
 * @param mode what is done with what is stored of its thesauri and not in the package
 * @throws NotAPackage, ImportStopped, FileFormatError for a file that cannot be read at all
 */
export async function importPackage(
  directory: string,
  context: ImportContext,
  mode: ImportMode = 'merge',
): Promise<PackageImported> {
  const files = await findPackageFiles(directory);
  const ontologies = await importOntologies(files.ontologies, context);
  const graphs = await importGraphs(files.graphs, context);
  const concepts = await importConcepts(files.concepts, context, mode);
  const resources = await importResources(
    files.resources,
    context,
    context.dryRun ? graphs.graphs : [],
  );
  const relations = await importRelations(files.relations, context);
  const { pending } = await readRelationCounts(context);
  const unread = files.notRead.filter(({ isBusinessData }) => isBusinessData);
  if (unread.length > 0 && resources.resources + resources.skipped === 0) {
    // All that can be read went in: there is nothing to stop.
    context.report.add(directory, [noneRead(unread.length)]);
  }
  return {
    ontologies,
    graphs,
    concepts,
    resources,
    relations: { ...relations, pending },
    notRead: files.notRead,
  };
}

function noneRead(files: number): Problem {
  const message = `The package has ${pluralize(files, 'file')} of business data, and none was read. Export the resource instances as JSON, and import that.`;
  return { severity: 'error', code: 'business_data_not_read', pointer: '', message };
}
