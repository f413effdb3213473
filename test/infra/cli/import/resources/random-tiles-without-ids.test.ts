import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { importPackage } from '../../../../../infra/cli/import/package/import-package.ts';
import { importResources } from '../../../../../infra/cli/import/resources/import-resources.ts';
import { runCount } from '../../../../support/random/run-count.ts';
import { NAME } from '../graphs/example.ts';
import { createTestContext, openWorkshop, type TestContext, type Workshop } from '../importing.ts';
import { monument, monumentGraph, NOTE, resourceId, tile, tileId } from '../monuments.ts';

type Json = Readonly<Record<string, unknown>>;

/** A text of the names of a resource instance, or of the notes below its first tile. */
type Text = { readonly kind: 'name' | 'note'; readonly text: string };

/** A record of one of two resource instances. */
type Occurrence = { readonly which: 0 | 1; readonly texts: readonly Text[] };

type Step =
  | { readonly kind: 'import'; readonly form: Form; readonly records: readonly Occurrence[] }
  /** Somebody adds a tile here, or changes or proposes one. */
  | {
      readonly kind: 'edit';
      readonly which: 0 | 1;
      readonly edit: 'add' | 'change' | 'propose';
      readonly text: string;
    };

type Form = 'document' | 'lines' | 'compressed files' | 'package';

const textChoice = fc.record({
  kind: fc.constantFrom<Text['kind']>('name', 'name', 'note'),
  text: fc.constantFrom('A', 'B', 'C'),
});
const which = fc.constantFrom<0 | 1>(0, 1);
const importStep = fc.record({
  kind: fc.constant<'import'>('import'),
  form: fc.constantFrom<Form>('document', 'lines', 'compressed files', 'package'),
  records: fc.array(fc.record({ which, texts: fc.array(textChoice, { maxLength: 5 }) }), {
    minLength: 1,
    maxLength: 4,
  }),
});
const editStep = fc.record({
  kind: fc.constant<'edit'>('edit'),
  which,
  edit: fc.constantFrom<'add' | 'change' | 'propose'>('add', 'change', 'propose'),
  text: fc.constantFrom('A', 'B', 'D'),
});
const steps: fc.Arbitrary<readonly Step[]> = fc.array(fc.oneof(importStep, importStep, editStep), {
  minLength: 2,
  maxLength: 5,
});

/** The stored tiles of a resource instance, as rows of text, by tile id. */
type Stored = ReadonlyMap<string, { readonly row: string; readonly content: string | undefined }>;

describe('random imports of tiles without ids', () => {
  let workshop: Workshop;
  let lastNumber = 0;

  beforeAll(async () => {
    workshop = await openWorkshop();
    await workshop.importGraphs(monumentGraph());
  });

  afterAll(async () => workshop.close());

  /** Two resource instances of one case. The first tile has an id, because notes are below it. */
  const takeNumbers = (): readonly [number, number] => {
    lastNumber += 2;
    return [lastNumber - 1, lastNumber];
  };
  const firstTile = (number: number): Json => tile(number, NAME, { [NAME]: 'First' });
  const toRecord = (number: number, texts: readonly Text[]): Json =>
    monument(number, [
      firstTile(number),
      ...texts.map(({ kind, text }) => ({
        tileid: null,
        nodegroup_id: kind === 'name' ? NAME : NOTE,
        parenttile_id: kind === 'name' ? null : tileId(number),
        data: kind === 'name' ? { [NAME]: text } : { [NOTE]: text },
      })),
    ]);

  const runForm = async (
    form: Form,
    records: readonly Json[],
    context: TestContext,
  ): Promise<void> => {
    if (form === 'package') {
      const folder = path.join(workshop.folder, 'package');
      await mkdir(path.join(folder, 'business_data'), { recursive: true });
      await writeFile(
        path.join(folder, 'business_data', 'records.json'),
        JSON.stringify({ business_data: { resources: records } }),
      );
      await importPackage(folder, context, 'merge', 'auto');
      return;
    }
    const lines = records.map((record) => JSON.stringify(record));
    const files =
      form === 'document'
        ? [await workshop.file('records.json', `[${lines.join()}]`)]
        : form === 'lines'
          ? [await workshop.file('records.jsonl', lines.join('\n'))]
          : await Promise.all(
              lines.map((line, index) => workshop.file(`${index}.json.gz`, gzipSync(`[${line}]`))),
            );
    await importResources(files, context);
  };

  const readStored = async (number: number): Promise<Stored> => {
    const rows = await workshop.rows(`select
  t.tile_id::text,
  to_jsonb(t)::text,
  case when not t.is_proposed then t.nodegroup_id::text || ' ' || t.data::text end
from tile t
where t.resource_id = '${resourceId(number)}'`);
    return new Map(
      rows.map(([id, row, content]) => [
        String(id),
        { row: String(row), content: content === null ? undefined : String(content) },
      ]),
    );
  };
  const contentOf = ({ kind, text }: Text): string => {
    const node = kind === 'name' ? NAME : NOTE;
    return `${node} {"${node}": "${text}"}`;
  };
  const countContents = (contents: readonly (string | undefined)[]): ReadonlyMap<string, number> =>
    new Map(
      [
        ...Map.groupBy(
          contents.filter((content) => content !== undefined),
          (content) => content,
        ),
      ].map(([content, group]) => [content, group.length]),
    );

  /** Equal records are one record. All texts of the others count together. */
  const countTexts = (records: readonly Occurrence[], of: 0 | 1): ReadonlyMap<string, number> => {
    const distinct = new Map(
      records
        .filter((record) => record.which === of)
        .map((record) => [JSON.stringify(record), record]),
    );
    const texts = [...distinct.values()].flatMap((record) => record.texts.map(contentOf));
    return countContents([
      ...texts,
      ...(distinct.size > 0 ? [contentOf({ kind: 'name', text: 'First' })] : []),
    ]);
  };

  it('keep all stored tiles, store each value as often as the run has it, and do nothing when repeated', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (allSteps) => {
        const numbers = takeNumbers();
        let edits = 0;
        for (const step of allSteps) {
          if (step.kind === 'edit') {
            edits += 1;
            const number = numbers[step.which];
            await runEdit(step, number, numbers[0] * 100 + edits);
            continue;
          }
          const before = await Promise.all(numbers.map(readStored));
          const records = step.records.map(({ which: index, texts }) =>
            toRecord(numbers[index], texts),
          );
          const dry = createTestContext(workshop.stack.dataApi, { dryRun: true });
          await runForm(step.form, records, dry);
          expect(await Promise.all(numbers.map(readStored))).toEqual(before);
          const first = createTestContext(workshop.stack.dataApi);
          await runForm(step.form, records, first);
          expect(describeProblems(first)).toEqual(describeProblems(dry));
          const after = await Promise.all(numbers.map(readStored));
          for (const index of [0, 1] as const)
            expectTiles(before[index], after[index], countTexts(step.records, index));
          await runForm(step.form, records, createTestContext(workshop.stack.dataApi));
          expect(await Promise.all(numbers.map(readStored))).toEqual(after);
        }
      }),
      runCount(150, 15),
    );
  });

  const describeProblems = ({ problems }: TestContext) =>
    problems.map(({ code, pointer, record }) => [code, pointer, record]);

  const runEdit = async (
    { edit, text }: Extract<Step, { kind: 'edit' }>,
    number: number,
    newNumber: number,
  ): Promise<void> => {
    const storedId = [...(await readStored(number)).keys()].find((id) => id !== tileId(number));
    const edits = { 7: { value: { [NAME]: text }, status: 'review', action: 'create' } };
    const changed =
      edit === 'add' || storedId === undefined
        ? tile(newNumber, NAME, { [NAME]: text })
        : tile(0, NAME, { [NAME]: text }, { tileid: storedId });
    const edited =
      edit === 'propose' ? tile(newNumber, NAME, {}, { provisionaledits: edits }) : changed;
    await workshop.importRecords([monument(number, [firstTile(number), edited])]);
  };

  const expectTiles = (
    before: Stored | undefined,
    after: Stored | undefined,
    inRun: ReadonlyMap<string, number>,
  ): void => {
    for (const [id, stored] of before ?? []) expect(after?.get(id)).toEqual(stored);
    const toCounts = (stored: Stored | undefined) =>
      countContents([...(stored?.values() ?? [])].map(({ content }) => content));
    const [countsBefore, countsAfter] = [toCounts(before), toCounts(after)];
    const contents = new Set([...countsBefore.keys(), ...inRun.keys(), ...countsAfter.keys()]);
    for (const content of contents) {
      const expected = Math.max(countsBefore.get(content) ?? 0, inRun.get(content) ?? 0);
      expect([content, countsAfter.get(content) ?? 0]).toEqual([content, expected]);
    }
  };
});
