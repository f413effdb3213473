import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { importResources } from '../../../../../infra/cli/import/resources/import-resources.ts';
import { runCount } from '../../../../support/random/run-count.ts';
import { id } from '../graphs/example.ts';
import { createTestContext, openWorkshop, type Workshop } from '../importing.ts';
import { millModel } from './mill-model.ts';

type Row = {
  readonly mill: 0 | 1;
  readonly name: string;
  readonly state: string;
  readonly part: string;
};

/** A run imports several files, which have the model's name in different letter case. */
type Files = readonly (readonly Row[])[];

const row = fc.record({
  mill: fc.constantFrom<0 | 1>(0, 1),
  name: fc.constantFrom('', 'A', 'B'),
  state: fc.constantFrom('', '', 'in use', 'ruined'),
  part: fc.constantFrom('', 'sail', 'stone'),
});
const fileNames = ['mills.csv', 'MILLS.csv', 'Mills.csv'];
const files = fc.array(fc.array(row, { minLength: 1, maxLength: 6 }), {
  minLength: 1,
  maxLength: 3,
});

describe('random rows of CSV', () => {
  let workshop: Workshop;
  let lastNumber = 0;

  beforeAll(async () => {
    workshop = await openWorkshop();
    await workshop.importGraphs(millModel);
  });

  afterAll(async () => workshop.close());

  const importFiles = async (contents: Files, mills: readonly string[]) => {
    const paths = await Promise.all(
      contents.map((rows, index) => {
        const lines = rows.map(({ mill, name, state, part }) =>
          [mills[mill], name, state, part].join(),
        );
        return workshop.file(
          fileNames[index] ?? '',
          ['ResourceID,Name,State,Part Name', ...lines].join('\n'),
        );
      }),
    );
    return importResources(paths, createTestContext(workshop.stack.dataApi));
  };
  /** The tiles with values of a mill, as sorted texts. */
  const readValues = async (mill: string): Promise<readonly string[]> => {
    const rows = await workshop.rows(`select t.data::text
from tile t
join resource r on r.resource_id = t.resource_id
where r.legacy_id = '${mill}'
  and t.data <> '{}'`);
    return rows.map(([data]) => String(data)).toSorted();
  };
  const readRows = async (mills: readonly string[]) =>
    (
      await workshop.rows(
        `select to_jsonb(t)::text from tile t join resource r on r.resource_id = t.resource_id where r.legacy_id in ('${mills.join("','")}')`,
      )
    )
      .map(([text]) => String(text))
      .toSorted();
  const takeMills = (): readonly [string, string] => {
    lastNumber += 1;
    return [`random-${lastNumber}-a`, `random-${lastNumber}-b`];
  };
  const listValues = (contents: Files, mill: 0 | 1): readonly string[] => {
    const rows = contents.flat().filter((candidate) => candidate.mill === mill);
    const many = rows.flatMap(({ name, part }) => [
      ...(name === '' ? [] : [`3 ${name}`]),
      ...(part === '' ? [] : [`9 ${part}`]),
    ]);
    const states = new Set(rows.map(({ state }) => state).filter((state) => state !== ''));
    return [...many, ...Array.from(states, (state) => `7 ${state}`)].toSorted();
  };
  const nameValue = (data: string): string => {
    const [entry] = Object.entries<unknown>(JSON.parse(data));
    const text = JSON.stringify(entry?.[1]);
    const number = [3, 7, 9].find((node) => entry?.[0] === id(node));
    const name = ['in use', 'ruined', 'sail', 'stone', 'A', 'B'].find((value) =>
      text.includes(`"${value}"`),
    );
    const state = text === `"${id(201)}"` ? 'in use' : text === `"${id(202)}"` ? 'ruined' : name;
    return `${number} ${state}`;
  };
  const readNamedValues = async (mill: string): Promise<readonly string[]> =>
    (await readValues(mill)).map(nameValue).toSorted();

  it('are all stored, once for each row, and importing them again in any order and number of files changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(files, fc.infiniteStream(fc.nat()), async (contents, numbers) => {
        const mills = takeMills();
        await importFiles(contents, mills);
        for (const index of [0, 1] as const)
          expect(await readNamedValues(mills[index])).toEqual(listValues(contents, index));
        const stored = await readRows(mills);
        await importFiles(contents, mills);
        expect(await readRows(mills)).toEqual(stored);
        const shuffled = contents
          .flat()
          .map((item) => [item, numbers.next().value] as const)
          .toSorted(([, one], [, other]) => one - other)
          .map(([item]) => item);
        await importFiles([shuffled], mills);
        expect(await readRows(mills)).toEqual(stored);
        // A shorter file removes nothing.
        const shorter = shuffled.slice(1);
        if (shorter.length > 0) await importFiles([shorter], mills);
        expect(await readRows(mills)).toEqual(stored);
      }),
      runCount(100, 10),
    );
  });

  it('are found below a parent of cardinality 1 whose values differ from row to row, in any order', async () => {
    const [part, partName] = [id(8), id(9)];
    await workshop.importGraphs({
      ...millModel,
      nodegroups: millModel.nodegroups.map((nodegroup) =>
        nodegroup.nodegroupid === part ? { ...nodegroup, cardinality: '1' } : nodegroup,
      ),
    });
    const importRows = async (...rows: readonly string[]) => {
      const text = ['ResourceID,Part Kind,Part Name', ...rows].join('\n');
      const context = createTestContext(workshop.stack.dataApi);
      return importResources([await workshop.file('mills.csv', text)], context);
    };
    const rows = ['nested,sail,one', 'nested,stone,two', 'nested,stone,two', 'nested,sail,three'];
    await importRows(...rows);
    const stored = await readRows(['nested']);
    await importRows(...rows.toReversed());
    await importRows(...rows.slice(1, 2));
    expect(await readRows(['nested'])).toEqual(stored);
    expect(stored.filter((text) => text.includes(partName))).not.toEqual([]);
  });
});
