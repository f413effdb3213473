import type { Command } from 'commander';

import type { DataApi } from '../../../lib/data-api/client.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import {
  countByDatatype,
  countByGraph,
  countByNodegroup,
  readDatabaseFacts,
  type DatabaseFacts,
  countByConceptScheme,
  countByLanguage,
  countThesaurus,
  type GraphCounts,
  type NodegroupCounts,
} from '../instance/queries/information.ts';
import { countPendingMarks } from '../../../lib/queries/descriptors/name-marks.ts';
import { countUnfilledViews } from '../../../lib/queries/spatial-views/fill-views.ts';
import { countPreparedStatements } from '../../schema/prepare-statements.ts';
import { listLanguages } from '../import/graphs/queries/models.ts';
import { pickText } from '../../../lib/model/pick-language.ts';
import { settings } from '../../../lib/settings.ts';
import { readRelationCounts } from '../import/relations/import-relations.ts';
import { describeReaders } from '../import/import-summary.ts';
import { defineCommand, withDatabaseAction } from '../run-command.ts';
import { indentLines, pluralize } from '../text.ts';

/** `hds info`: shows what is in the database. */
export function infoCommand(): Command {
  return withDatabaseAction(
    defineCommand(
      'info',
      'counts per graph, nodegroup and datatype; relations, languages, thesauri, database',
    ),
    ({ service }) => describeDatabase(service, settings().language),
  );
}

/**
 * Reads what is in the database, as the lines of `hds info`.
 * @param language the preferred language of names
 */
export async function describeDatabase(
  dataApi: DataApi,
  language: string,
): Promise<readonly string[]> {
  const graphs = await runQuery(dataApi.read, countByGraph());
  const nodegroups = await runQuery(dataApi.read, countByNodegroup());
  const datatypes = await runQuery(dataApi.read, countByDatatype());
  const relations = await readRelationCounts({ dataApi });
  const facts = await runQuery(dataApi.read, readDatabaseFacts());
  return [
    ...formatSection(
      'Graphs',
      graphs.flatMap((graph) => formatGraph(graph, nodegroups, language)),
    ),
    ...formatSection(
      'Datatypes',
      datatypes.map(
        (row) =>
          `${row.datatype}: ${pluralize(row.nodes, 'node')}, ${pluralize(row.values, 'value')}`,
      ),
    ),
    ...formatSection('Relations', [`${relations.all} in all, ${relations.pending} pending`]),
    ...formatSection('Languages of texts', await runQuery(dataApi.read, listLanguages())),
    ...formatSection('Thesaurus', await describeThesaurus(dataApi, language)),
    ...formatSection('Names to refresh', await describeMarks(dataApi)),
    ...formatSection('Access', await describeReaders(dataApi)),
    ...formatSection('Database', [
      `PostgreSQL ${facts.postgresql}, PostGIS ${facts.postgis}, ${(facts.bytes / 1_000_000).toFixed(1)} MB`,
      ...describeLocaleProblem(facts),
      await describePreparedStatements(dataApi),
      ...describeUnfilledViews(await runQuery(dataApi.read, countUnfilledViews())),
    ]),
  ];
}

/** Returns a warning if the locale of the database keeps searches from finding similar words with other letters than a to z. */
export function describeLocaleProblem({
  characterType,
  hasTrigramsOfAllLetters,
}: Pick<DatabaseFacts, 'characterType' | 'hasTrigramsOfAllLetters'>): readonly string[] {
  return hasTrigramsOfAllLetters
    ? []
    : [
        `warning: with LC_CTYPE ${characterType}, searches find no similar words with letters other than a to z. ` +
          'Restore the data into a database with LC_CTYPE C.UTF-8 or another locale with UTF-8.',
      ];
}

function formatSection(title: string, lines: readonly string[]): readonly string[] {
  return [title, ...indentLines(lines.length === 0 ? ['none'] : lines)];
}

function formatGraph(
  graph: GraphCounts,
  nodegroups: readonly NodegroupCounts[],
  language: string,
): readonly string[] {
  const { graphId, resources, tiles, features } = graph;
  const title = pickText(graph.name, [language]) ?? '';
  const kind = graph.isResourceModel ? 'resource model' : 'branch';
  return [
    `${title} (${kind}, ${graphId}): ${pluralize(resources, 'resource instance')}, ${pluralize(tiles, 'tile')}, ${pluralize(features, 'feature')}`,
    ...nodegroups
      .filter((nodegroup) => nodegroup.graphId === graphId)
      .map(
        ({ name, nodegroupId, tiles }) => `  ${name} (${nodegroupId}): ${pluralize(tiles, 'tile')}`,
      ),
  ];
}

async function describePreparedStatements(dataApi: DataApi): Promise<string> {
  const { all, missing } = await countPreparedStatements(dataApi);
  if (missing === 0) return `has all ${pluralize(all, 'prepared statement')} of this version`;
  return `lacks ${missing} of ${pluralize(all, 'prepared statement')} of this version: run hds migrate`;
}

function describeUnfilledViews(count: number): readonly string[] {
  if (count === 0) return [];
  return [`has ${pluralize(count, 'spatial view')} to fill: run hds spatial-views fill`];
}

const markCauses: Readonly<Record<string, string>> = {
  concept: 'concepts whose labels changed',
  graph: 'graphs whose templates or nodes changed',
  languages: 'new languages',
  name: 'resource instances that were written while a name in them changed',
  resource: 'resource instances whose names changed',
};

async function describeMarks(dataApi: DataApi): Promise<readonly string[]> {
  const marks = Object.entries(await runQuery(dataApi.read, countPendingMarks()));
  return marks
    .map(
      ([kind, count]) =>
        `${pluralize(count, 'mark')} ${count === 1 ? 'waits' : 'wait'}: ${markCauses[kind] ?? kind}`,
    )
    .toSorted();
}

async function describeThesaurus(dataApi: DataApi, language: string): Promise<readonly string[]> {
  const totals = await runQuery(dataApi.read, countThesaurus());
  const { labelled, unlabelled, schemes, collections } = totals;
  const languages = await runQuery(dataApi.read, countByLanguage());
  const conceptSchemes = await runQuery(dataApi.read, countByConceptScheme());
  return [
    `${pluralize(labelled, 'labelled concept')}, ${unlabelled} without a label, ${pluralize(schemes, 'scheme')}, ${pluralize(collections, 'collection')}`,
    `languages: ${languages.map(({ tag, values }) => `${tag} (${pluralize(values, 'value')})`).join(', ') || 'none'}`,
    ...conceptSchemes
      .map(({ labels, conceptId, concepts }) => {
        const label = pickText(labels, [language]) ?? '';
        return `${label} (${conceptId}): ${pluralize(concepts, 'concept')}`;
      })
      .toSorted(),
  ];
}
