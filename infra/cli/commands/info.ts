import { Command } from 'commander';

import type { DataApi, Row } from '../../../lib/data-api/client.ts';
import {
  countsByDatatype,
  countsByGraph,
  countsByNodegroup,
  databaseFacts,
  thesauri,
  thesaurusLanguages,
  thesaurusTotals,
} from '../../queries/information.ts';
import { knownLanguages } from '../../queries/models.ts';
import { pickText, type Text } from '../../../lib/model/text.ts';
import { settings } from '../../../lib/settings.ts';
import { relationCounts } from '../import/relations/import-relations.ts';
import { readersSummary } from '../import/summary.ts';
import { print, withConnection, type GlobalOptions } from '../run.ts';

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
  const graphs = await data.read(countsByGraph());
  const nodegroups = await data.read(countsByNodegroup());
  const relations = await relationCounts({ data });
  const [facts] = await data.read(databaseFacts());
  return [
    ...section(
      'Graphs',
      graphs.flatMap((row) => graphLines(row, nodegroups, language)),
    ),
    ...section('Datatypes', (await data.read(countsByDatatype())).map(datatypeLine)),
    ...section('Relations', [`${relations.all} in all, ${relations.pending} pending`]),
    ...section(
      'Languages of texts',
      (await data.read(knownLanguages())).map(([tag]) => String(tag)),
    ),
    ...section('Thesaurus', await thesaurusLines(data, language)),
    ...section('Access', await readersSummary(data)),
    ...section('Database', [
      `PostgreSQL ${String(facts?.[0])}, PostGIS ${String(facts?.[1])}, ${megabytes(facts?.[2])} MB`,
    ]),
  ];
}

function section(title: string, lines: readonly string[]): readonly string[] {
  const shown = lines.length === 0 ? ['none'] : lines;
  return [title, ...shown.map((line) => `  ${line}`)];
}

function graphLines(
  [name, id, isModel, resources, tiles, features]: Row,
  nodegroups: readonly Row[],
  language: string,
): readonly string[] {
  const title = textIn(name, language);
  const kind = isModel === true ? 'resource model' : 'branch';
  const counts = `${String(resources)} resource instances, ${String(tiles)} tiles, ${String(features)} features`;
  return [
    `${title} (${kind}, ${String(id)}): ${counts}`,
    ...nodegroups
      .filter(([graphId]) => graphId === id)
      .map(
        ([, nodegroupId, property, count]) =>
          `  ${String(property)} (${String(nodegroupId)}): ${String(count)} tiles`,
      ),
  ];
}

function datatypeLine([datatype, nodes, values]: Row): string {
  return `${String(datatype)}: ${String(nodes)} nodes, ${String(values)} values`;
}

async function thesaurusLines(data: DataApi, language: string): Promise<readonly string[]> {
  const [totals] = await data.read(thesaurusTotals());
  const [labelled, unlabelled, schemes, collections] = (totals ?? []).map(String);
  const languages = await data.read(thesaurusLanguages());
  return [
    `${labelled} labelled concepts, ${unlabelled} without a label, ${schemes} schemes, ${collections} collections`,
    `languages: ${languages.map(([tag, count]) => `${String(tag)} (${String(count)} values)`).join(', ') || 'none'}`,
    ...(await data.read(thesauri()))
      .map(
        ([id, labels, below]) =>
          `${textIn(labels, language)} (${String(id)}): ${String(below)} concepts`,
      )
      .toSorted(),
  ];
}

/** @param json a text, or texts by language */
function textIn(json: unknown, language: string): string {
  const written: Text = JSON.parse(String(json));
  return pickText(written, [language]) ?? '';
}

function megabytes(bytes: unknown): string {
  return (Number(bytes) / 1_000_000).toFixed(1);
}
