import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';

import oxigraph from 'oxigraph';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { importConcepts } from '../../../../../infra/cli/import/concepts/import-concepts.ts';
import { samplePackageFolder } from '../../../../../infra/local/sample/paths.ts';
import { findTestData } from '../../../../support/test-data.ts';
import { openThesaurusWorkshop, type ThesaurusWorkshop } from './thesaurus-workshop.ts';
import { takeSample, triesAllCases } from '../../../../support/random/take-sample.ts';

const withId = z.object({ id: z.string(), value: z.union([z.string(), z.number()]) });

/** The UUID at the end of a URI, which identifies a concept on any host; other URIs stay as they are. */
const shortenUri = (uri: string) => /[\da-f-]{36}$/i.exec(uri)?.[0].toLowerCase() ?? uri;

/** A statement as one text, with the language of a literal and the id of its value. */
type Statement = { readonly text: string; readonly language: string; readonly id: string };

function parseStatements(xml: string): readonly Statement[] {
  return oxigraph
    .parse(xml, { format: 'application/rdf+xml' })
    .map(({ subject, predicate, object }) => {
      const subjectAndPredicate = `${shortenUri(subject.value)} ${predicate.value}`;
      if (object.termType !== 'Literal') {
        return {
          text: `${subjectAndPredicate} ${shortenUri(object.value)}`,
          language: '',
          id: '',
        };
      }
      const { id, value } = parseValue(object.value);
      return {
        text: `${subjectAndPredicate} ${JSON.stringify(value)}`,
        language: object.language,
        id,
      };
    });
}

function parseValue(literal: string): { readonly id: string; readonly value: string } {
  try {
    const { id, value } = withId.parse(JSON.parse(literal));
    return { id, value: String(value) };
  } catch {
    return { id: '', value: literal };
  }
}

/** Each statement once. Collections repeat labels without their language: these repetitions are left out. */
function toDistinctLines(statements: readonly Statement[]): readonly string[] {
  const inLanguage = new Set(
    statements.filter(({ language }) => language !== '').map(({ text }) => text),
  );
  const lines = statements
    .filter(({ text, language }) => language !== '' || !inLanguage.has(text))
    .map(({ text, language }) => `${text} ${language}`);
  return [...new Set(lines)].toSorted();
}

/** Value ids that the files use for several texts: an import keeps only one of the texts. */
function findContradictedIds(statements: readonly Statement[]): ReadonlySet<string> {
  const byId = Map.groupBy(
    statements.filter(({ id }) => id !== ''),
    ({ id }) => id,
  );
  const contradictedIds = [...byId].filter(
    ([, all]) => new Set(all.map(({ text }) => text)).size > 1,
  );
  return new Set(contradictedIds.map(([id]) => id));
}

async function readText(file: string): Promise<string> {
  const bytes = await readFile(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
}

const folders: readonly (readonly [string, string | undefined, string])[] = [
  ['the sample', `${samplePackageFolder}/reference_data`, '*/*'],
  ['v5demo', findTestData('v5demo/pkg/reference_data'), '*/*'],
  ['her-model', findTestData('her-model/reference_data'), '*/*'],
  ['arches-fixtures', findTestData('arches-fixtures/db/schemes'), '*.rdf.gz'],
  ['afs-model', findTestData('afs-model/pkg/reference_data'), '*/*'],
];

/** The largest thesauri take minutes. Those of afs-model have the most irregularities, such as a value id with several texts. */
const testedFolders = triesAllCases
  ? folders
  : folders.filter(([name]) => name === 'the sample' || name === 'afs-model');

describe.each(testedFolders)('the thesauri of %s', (_name, folder, pattern) => {
  let workshop: ThesaurusWorkshop;
  const files =
    folder === undefined ? [] : takeSample(globSync(`${folder}/${pattern}`).toSorted(), 2);

  beforeAll(async () => {
    workshop = await openThesaurusWorkshop();
  });

  afterAll(async () => workshop.close());

  it.skipIf(files.length === 0)(
    'are exported with every statement, and importing the export changes nothing',
    async () => {
      await importConcepts(files, workshop.context());
      const exported = await workshop.exportText({ format: 'xml' });
      const texts = await Promise.all(files.map(readText));
      const imported = texts.flatMap(parseStatements);
      const ambiguousIds = findContradictedIds(imported);
      const hasOneText = ({ id }: Statement): boolean => !ambiguousIds.has(id);
      const importedLines = toDistinctLines(imported.filter(hasOneText));
      const exportedLines = toDistinctLines(parseStatements(exported).filter(hasOneText));
      const exportedLineSet = new Set(exportedLines);
      expect(importedLines.filter((line) => !exportedLineSet.has(line))).toEqual([]);
      expect(exportedLines).toHaveLength(importedLines.length);
      expect((await workshop.importText(exported, 'xml')).changes).toBe(0);
      expect((await workshop.importText(exported, 'xml', 'overwrite')).changes).toBe(0);
      const { last_change: _, ...rows } = await workshop.rows();
      await workshop.empty();
      await workshop.importText(exported, 'xml');
      expect(await workshop.rows()).toMatchObject(rows);
    },
  );
});
