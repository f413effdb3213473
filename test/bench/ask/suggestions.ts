import type { Instrument } from '../costs/instrument.ts';
import type { RecordedStatement } from '../costs/recorder.ts';
import type { Figure } from '../figure.ts';
import { quantile } from '../load.ts';
import type { AskCaller } from './callers.ts';
import type { AskService } from './service.ts';

/** The most milliseconds of the statements of an answer. */
const goal = 50;

const rounds = 5;

/** Beginnings of words: of frequent and rare ones, of labels, and of nothing. */
const beginnings = ['c', 'chu', 'church b', 'HER 00123', 'type 4', 'genre 123', 'xqzwj'];

type Subject = {
  readonly subject: string;
  readonly caller: AskCaller;
  readonly service: AskService;
  readonly instrument: Instrument;
  readonly only: string;
  readonly print: (title: string, statements: readonly RecordedStatement[]) => Promise<void>;
};

/** Measures the statements of suggestions for beginnings of words. */
export async function measureSuggestions({
  subject,
  caller,
  service,
  instrument,
  only,
  print,
}: Subject): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const words of beginnings) {
    const measure = `suggestions for ${words}`;
    if (!`${subject}, ${measure}`.includes(only)) continue;
    const path = `/search/suggest?q=${encodeURIComponent(words)}`;
    const statements = await service.recordStatements(caller.name, path);
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      let total = 0;
      for (const statement of statements) {
        const { parse, plan, execute } = await instrument.run(statement);
        total += parse + plan + execute;
      }
      times.push(total);
    }
    await print(`${subject}, ${measure}`, statements);
    figures.push({ subject, measure, unit: 'ms', value: quantile(times, 0.5), goal });
  }
  return figures;
}
