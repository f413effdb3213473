import { datatypeOf } from '../../../../lib/model/datatypes/registry.ts';
import type { ConceptLookup } from './concept-lookup.ts';
import { MissingConcepts } from './missing-concepts.ts';
import type { NamedResources } from './named-resources.ts';
import type { CsvColumn, CsvNode } from './plan-columns.ts';
import { listConceptTexts, listMissingLabels, listResourceTexts } from './read-cell.ts';
import type { CsvRow } from './read-csv.ts';

/** Where the concepts and resource instances of cells are found. */
export type CellSources = {
  readonly concepts: ConceptLookup;
  readonly resources: NamedResources;
  /** The labels that no concept has, or for which concepts were created. */
  readonly missingConcepts: MissingConcepts;
  /** Creates concepts in the thesaurus; undefined if labels without a concept are errors. */
  readonly createConcepts: ((turtle: string) => Promise<void>) | undefined;
  /** The project's default language. */
  readonly language: string;
  /** Whether this is a dry run, in which labels of collections that are not stored are not checked. */
  readonly dryRun: boolean;
};

/**
 * Loads the concepts and resource instances that the cells of rows name, so that `readCell` finds them, and creates missing concepts.
 * @returns the number of columns whose labels cannot be checked in a dry run
 */
export async function loadCells(
  rows: readonly CsvRow[],
  columns: readonly CsvColumn[],
  sources: CellSources,
): Promise<number> {
  const { concepts, resources, dryRun } = sources;
  const listCells = ({ position }: CsvColumn): readonly string[] =>
    rows.map(({ texts }) => texts[position]?.trim() ?? '').filter((cell) => cell !== '');
  const ofKind = (kind: 'concept values' | 'resource instances'): readonly CsvColumn[] =>
    columns.filter(({ node }) => datatypeOf(node.datatype).holds === kind);
  await concepts.loadCollections(columns.map(({ node }) => node));
  await resources.load(ofKind('resource instances').flatMap(listCells).flatMap(listResourceTexts));
  let uncheckedColumns = 0;
  for (const column of ofKind('concept values')) {
    const cells = listCells(column);
    await concepts.loadOtherConcepts(cells.flatMap(listConceptTexts), column.node);
    if (dryRun && concepts.hasEmptyCollection(column.node)) uncheckedColumns += 1;
    else await handleMissingConcepts(cells, column.node, sources);
  }
  return uncheckedColumns;
}

/** Creates the concepts of labels that no concept has, or collects these labels. */
async function handleMissingConcepts(
  cells: readonly string[],
  node: CsvNode,
  { concepts, missingConcepts, createConcepts, language, dryRun }: CellSources,
): Promise<void> {
  const labels = cells.flatMap((cell) => listMissingLabels(cell, node, concepts));
  if (labels.length === 0) return;
  for (const label of labels) missingConcepts.add(label, node);
  if (createConcepts === undefined) return;
  const created = new MissingConcepts();
  const conceptIds = new Set(labels.flatMap((label) => created.add(label, node) ?? []));
  if (dryRun) concepts.addLabels(created.listLabels(language));
  else {
    await createConcepts(created.toTurtle(language));
    await concepts.loadCreatedConcepts([...conceptIds], node);
  }
}
