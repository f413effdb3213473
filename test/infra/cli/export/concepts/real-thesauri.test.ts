import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';

import oxigraph from 'oxigraph';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { importConcepts } from '../../../../../infra/cli/import/concepts/import-concepts.ts';
import { samplePackageFolder } from '../../../../../infra/local/sample/paths.ts';
import { testDataPath } from '../../../../support/test-data.ts';
import { openThesaurusWorkshop, type ThesaurusWorkshop } from './thesaurus-workshop.ts';
import { triesAllCases } from '../../../../support/random/take-sample.ts';

const withId = z.object({ id: z.string(), value: z.union([z.string(), z.number()]) });

/** The UUID at the end of a URI, which names a concept whatever the host; any other URI as it is. */
const named = (uri: string) => /[\da-f-]{36}$/i.exec(uri)?.[0].toLowerCase() ?? uri;

/** A statement in the simplest terms; a literal as its text, with the id of its value beside it. */
type Said = { readonly said: string; readonly language: string; readonly id: string };

function statementsOf(xml: string): readonly Said[] {
  return oxigraph
    .parse(xml, { format: 'application/rdf+xml' })
    .map(({ subject, predicate, object }) => {
      const about = `${named(subject.value)} ${predicate.value}`;
      if (object.termType !== 'Literal') {
        return { said: `${about} ${named(object.value)}`, language: '', id: '' };
      }
      const { id, value } = idAndText(object.value);
      return { said: `${about} ${JSON.stringify(value)}`, language: object.language, id };
    });
}

function idAndText(literal: string): { readonly id: string; readonly value: string } {
  try {
    const { id, value } = withId.parse(JSON.parse(literal));
    return { id, value: String(value) };
  } catch {
    return { id: '', value: literal };
  }
}

/** Each statement once. Collections repeat labels without their language: these count as those with it. */
function distinct(statements: readonly Said[]): readonly string[] {
  const inLanguage = new Set(
    statements.filter(({ language }) => language !== '').map(({ said }) => said),
  );
  const lines = statements
    .filter(({ said, language }) => language !== '' || !inLanguage.has(said))
    .map(({ said, language }) => `${said} ${language}`);
  return [...new Set(lines)].toSorted();
}

/** Ids that files give to several texts, of which one can be kept. */
function contradicted(statements: readonly Said[]): ReadonlySet<string> {
  const byId = Map.groupBy(
    statements.filter(({ id }) => id !== ''),
    ({ id }) => id,
  );
  const several = [...byId].filter(([, all]) => new Set(all.map(({ said }) => said)).size > 1);
  return new Set(several.map(([id]) => id));
}

async function textOf(file: string): Promise<string> {
  const bytes = await readFile(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
}

const folders: readonly (readonly [string, string | undefined, string])[] = [
  ['the sample', `${samplePackageFolder}/reference_data`, '*/*'],
  ['v5demo', testDataPath('v5demo/pkg/reference_data'), '*/*'],
  ['her-model', testDataPath('her-model/reference_data'), '*/*'],
  ['arches-fixtures', testDataPath('arches-fixtures/db/schemes'), '*.rdf.gz'],
  ['afs-model', testDataPath('afs-model/pkg/reference_data'), '*/*'],
];

/** The largest ones take minutes. */
const tried = triesAllCases
  ? folders
  : folders.filter(([name]) => name !== 'her-model' && name !== 'arches-fixtures');

describe.each(tried)('the thesauri of %s', (_name, folder, pattern) => {
  let workshop: ThesaurusWorkshop;
  const files = folder === undefined ? [] : globSync(`${folder}/${pattern}`).toSorted();

  beforeAll(async () => {
    workshop = await openThesaurusWorkshop();
  });

  afterAll(async () => workshop.close());

  it.skipIf(files.length === 0)('go out statement for statement, and in again', async () => {
    await importConcepts(files, workshop.context());
    const exported = await workshop.exported({ format: 'xml' });
    const texts = await Promise.all(files.map(textOf));
    const told = texts.flatMap(statementsOf);
    const unsure = contradicted(told);
    const isSure = ({ id }: Said): boolean => !unsure.has(id);
    const before = distinct(told.filter(isSure));
    const after = distinct(statementsOf(exported).filter(isSure));
    const known = new Set(after);
    expect(before.filter((line) => !known.has(line))).toEqual([]);
    expect(after).toHaveLength(before.length);
    expect((await workshop.take(exported, 'xml')).changes).toBe(0);
    expect((await workshop.take(exported, 'xml', 'overwrite')).changes).toBe(0);
    const { last_change: _, ...rows } = await workshop.rows();
    await workshop.empty();
    await workshop.take(exported, 'xml');
    expect(await workshop.rows()).toMatchObject(rows);
  });
});
