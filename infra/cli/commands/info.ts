import { Command } from 'commander';

import type { DataApi } from '../../../lib/data-api/client.ts';
import { run } from '../../../lib/data-api/query.ts';
import {
  countsByDatatype,
  countsByGraph,
  countsByNodegroup,
  databaseFacts,
  thesauri,
  thesaurusLanguages,
  thesaurusTotals,
  type GraphCounts,
  type NodegroupCounts,
} from '../../queries/information.ts';
import { waitingMarks } from '../../../lib/queries/descriptors/name-marks.ts';
import { countFillingViews } from '../../../lib/queries/spatial-views/fill-views.ts';
import { countKeptStatements } from '../../schema/keep-statements.ts';
import { knownLanguages } from '../../queries/models.ts';
import { pickText } from '../../../lib/model/pick-language.ts';
import { settings } from '../../../lib/settings.ts';
import { relationCounts } from '../import/relations/import-relations.ts';
import { readersSummary } from '../import/summary.ts';
import { print, withConnection, type GlobalOptions } from '../run.ts';
import { counted } from '../words.ts';

/** `hds info`: what is in the database. */
export function infoCommand(): Command {
  return new Command('info')
    .description(
      'counts per graph, nodegroup and datatype; relations, languages, thesauri, database',
    )
    .action(async (_own: unknown, command: Command) => {
      await withConnection(command.optsWithGlobals<GlobalOptions>(), async ({ service }) => {
        print(await information(service, settings().language));
      });
    });
}

/**
 * The lines of `hds info`.
 * @param language of names, where there are several
 */
export async function information(data: DataApi, language: string): Promise<readonly string[]> {
  const graphs = await run(data.read, countsByGraph());
  const nodegroups = await run(data.read, countsByNodegroup());
  const datatypes = await run(data.read, countsByDatatype());
  const relations = await relationCounts({ data });
  const { postgresql, postgis, bytes } = await run(data.read, databaseFacts());
  return [
    ...section(
      'Graphs',
      graphs.flatMap((graph) => graphLines(graph, nodegroups, language)),
    ),
    ...section(
      'Datatypes',
      datatypes.map(
        (one) => `${one.datatype}: ${counted(one.nodes, 'node')}, ${counted(one.values, 'value')}`,
      ),
    ),
    ...section('Relations', [`${relations.all} in all, ${relations.pending} pending`]),
    ...section('Languages of texts', await run(data.read, knownLanguages())),
    ...section('Thesaurus', await thesaurusLines(data, language)),
    ...section('Names that are to follow', await markLines(data)),
    ...section('Access', await readersSummary(data)),
    ...section('Database', [
      `PostgreSQL ${postgresql}, PostGIS ${postgis}, ${(bytes / 1_000_000).toFixed(1)} MB`,
      await keptLine(data),
      ...fillingLines(await run(data.read, countFillingViews())),
    ]),
  ];
}

function section(title: string, lines: readonly string[]): readonly string[] {
  const shown = lines.length === 0 ? ['none'] : lines;
  return [title, ...shown.map((line) => `  ${line}`)];
}

function graphLines(
  graph: GraphCounts,
  nodegroups: readonly NodegroupCounts[],
  language: string,
): readonly string[] {
  const { graphId, resources, tiles, features } = graph;
  const title = pickText(graph.name, [language]) ?? '';
  const kind = graph.isResourceModel ? 'resource model' : 'branch';
  return [
    `${title} (${kind}, ${graphId}): ${counted(resources, 'resource instance')}, ${counted(tiles, 'tile')}, ${counted(features, 'feature')}`,
    ...nodegroups
      .filter((nodegroup) => nodegroup.graphId === graphId)
      .map(
        ({ name, nodegroupId, tiles }) => `  ${name} (${nodegroupId}): ${counted(tiles, 'tile')}`,
      ),
  ];
}

async function keptLine(data: DataApi): Promise<string> {
  const { all, missing } = await countKeptStatements(data);
  if (missing === 0) return `keeps all ${counted(all, 'statement')} of this version`;
  return `lacks ${missing} of ${counted(all, 'statement')} of this version: run hds migrate`;
}

function fillingLines(count: number): readonly string[] {
  if (count === 0) return [];
  return [`has ${counted(count, 'spatial view')} to fill: run hds spatial-views fill`];
}

const causes: Readonly<Record<string, string>> = {
  concept: 'concepts whose labels changed',
  graph: 'graphs whose templates or nodes changed',
  languages: 'new languages',
  name: 'resource instances that were written while something they name changed',
  resource: 'resource instances whose names changed',
};

async function markLines(data: DataApi): Promise<readonly string[]> {
  const marks = Object.entries(await run(data.read, waitingMarks()));
  return marks
    .map(
      ([kind, count]) =>
        `${counted(count, 'mark')} ${count === 1 ? 'waits' : 'wait'}: ${causes[kind] ?? kind}`,
    )
    .toSorted();
}

async function thesaurusLines(data: DataApi, language: string): Promise<readonly string[]> {
  const totals = await run(data.read, thesaurusTotals());
  const { labelled, unlabelled, schemes, collections } = totals;
  const languages = await run(data.read, thesaurusLanguages());
  const found = await run(data.read, thesauri());
  return [
    `${counted(labelled, 'labelled concept')}, ${unlabelled} without a label, ${counted(schemes, 'scheme')}, ${counted(collections, 'collection')}`,
    `languages: ${languages.map(({ tag, values }) => `${tag} (${counted(values, 'value')})`).join(', ') || 'none'}`,
    ...found
      .map(({ labels, conceptId, concepts }) => {
        const label = pickText(labels, [language]) ?? '';
        return `${label} (${conceptId}): ${counted(concepts, 'concept')}`;
      })
      .toSorted(),
  ];
}
