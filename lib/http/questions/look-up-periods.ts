import { InvalidInput } from '../../errors.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { DateRange } from '../../model/datatypes/values/extended-date-ranges.ts';
import type { RecordCondition, ValueTest } from '../../model/questions/question.ts';
import { isDate, rangesOfDates } from '../../model/questions/dates.ts';
import type { WrittenTest } from '../../model/questions/value-syntax.ts';
import {
  listWrittenPeriods,
  type WrittenPeriod,
  type WrittenQuestion,
} from '../../model/questions/written-question.ts';
import { findNamedPeriods, findPeriodConcepts } from '../../queries/questions/period-concepts.ts';
import { parameterError } from '../parameters/parse-parameters.ts';
import { lookUpDatingNodes } from './look-up-dating-nodes.ts';
import type { ConditionReader, QuestionReader } from './question-reader.ts';

/** The conditions of the periods of a question in a model. */
export type PeriodLookup = {
  readonly graphIds: readonly string[];
  readonly find: (
    period: WrittenPeriod,
    graphId: string | undefined,
  ) => RecordCondition | undefined;
};

/**
 * Looks up the nodes that date resource instances, and the concepts with years.
 * @param graph the id or slug of the requested model; undefined for all
 * @throws InvalidInput for a value that is neither a date nor a concept with years
 */
export async function lookUpPeriods(
  written: WrittenQuestion,
  caller: Caller,
  graph: string | undefined,
  reader: ConditionReader,
): Promise<PeriodLookup> {
  const periods = listWrittenPeriods(written);
  if (periods.length === 0) return { graphIds: [], find: () => undefined };
  const datingNodes = await lookUpDatingNodes(caller, graph, reader);
  const tests = new Map<WrittenPeriod, readonly ValueTest[]>();
  for (const period of periods) {
    const ranges = await readRanges(period, caller, reader);
    const conceptIds = await reader.read(findPeriodConcepts(caller, ranges));
    tests.set(period, [
      { kind: 'days', ranges, relation: 'overlaps' },
      { kind: 'concepts', conceptIds, ids: [], includesNarrower: false },
    ]);
  }
  return {
    graphIds: [...datingNodes.keys()],
    find: (period, graphId) => {
      const [days, concepts] = tests.get(period) ?? [];
      if (days === undefined || concepts === undefined) return undefined;
      const { ofDays = [], conceptNodeIds = null } = datingNodes.get(graphId ?? '') ?? {};
      const ofConcepts: RecordCondition = {
        kind: 'anywhere',
        test: concepts,
        nodegroupIds: null,
        ...(conceptNodeIds !== null && { nodeIds: conceptNodeIds }),
      };
      return {
        kind: 'any',
        parts: [
          ...ofDays.map((node): RecordCondition => ({
            kind: 'tiles',
            condition: { kind: 'value', node, test: days, isOther: false },
          })),
          ...(conceptNodeIds?.length === 0 ? [] : [ofConcepts]),
        ],
      };
    },
  };
}

const listTexts = (test: WrittenTest): readonly string[] => {
  switch (test.kind) {
    case 'values':
      return test.values.map(({ text }) => text);
    case 'range':
      return [test.from, test.to].filter((text) => text !== null);
    case 'dates':
      return test.dates;
    default:
      return [];
  }
};

/** The days of a period. The name of a concept stands for its years. */
async function readRanges(
  { parameter, test }: WrittenPeriod,
  caller: Caller,
  { read }: QuestionReader,
): Promise<readonly DateRange[]> {
  const names = listTexts(test).filter((text) => !isDate(text));
  const periods = names.length === 0 ? [] : await read(findNamedPeriods(caller, names));
  const unknown = names.filter((text) => !periods.some(({ name }) => name === text));
  if (unknown.length > 0) {
    const message = `${unknown.map((text) => JSON.stringify(text)).join(', ')} must be a date, such as 1850, -0500, 185X or 1850/1900, or a concept with a first and a last year.`;
    throw new InvalidInput([parameterError(parameter, 'invalid', message)]);
  }
  return rangesOfDates(test, (text) =>
    periods
      .filter(({ name }) => name === text)
      .map(({ firstYear, lastYear }) => ({
        lower: BigInt(firstYear) * 10_000n + 101n,
        upper: BigInt(lastYear) * 10_000n + 1231n,
      })),
  );
}
