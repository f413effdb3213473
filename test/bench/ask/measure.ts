import type { Figure } from '../figure.ts';
import { openNativeInstrument, type Instrument } from '../costs/instrument.ts';
import type { RecordedStatement } from '../costs/recorder.ts';
import { quantile } from '../load.ts';
import type { NativeBenchOptions } from '../run-native-bench.ts';
import { askCallers, closedGroup, type AskCaller } from './callers.ts';
import { measureClosedValues } from './closed-values.ts';
import { ensureAskDatabase } from './data.ts';
import { measureToLastPage } from './last-page.ts';
import { printPlans } from './plans.ts';
import { pathOf } from './paths.ts';
import { askQuestions, type AskQuestion } from './questions.ts';
import { openAskService, RefusedQuestion, type AskService } from './service.ts';

/** The resource instances of a page. */
const pageSize = 25;

/** The most milliseconds of a page. */
const pageGoal = 100;

/** The most time of the statements of a page, compared with the statement of the peer. */
const peerGoal = 1.5;

const rounds = 9;

type Subject = {
  readonly subject: string;
  readonly caller: AskCaller;
  readonly service: AskService;
  readonly instrument: Instrument;
};

/** Measures questions as callers with different rights, beside the typed tables of the peer without rights. */
export async function measureQuestions({
  server,
  features: tiles,
  only,
  plans = false,
}: NativeBenchOptions): Promise<readonly Figure[]> {
  const url = await ensureAskDatabase(server, tiles);
  const service = await openAskService(url);
  const instrument = await openNativeInstrument(url);
  const figures: Figure[] = [];
  try {
    for (const caller of askCallers) {
      const subject = `${tiles.toLocaleString('en-US')} tiles, ${caller.name}`;
      for (const question of askQuestions) {
        if (!`${subject}, ${question.name}`.includes(only)) continue;
        const measured = await measureQuestion(question, { subject, caller, service, instrument });
        if (plans) {
          await printPlans(url, `${subject}, ${question.name}`, measured.statements);
        }
        figures.push(...measured.figures);
      }
      if (`${subject}, to the end`.includes(only))
        figures.push(...(await measureToLastPage(subject, caller, service)));
      if (caller.group === closedGroup && `${subject}, a closed value`.includes(only))
        figures.push(...(await measureClosedValues(subject, caller, service)));
    }
    return figures;
  } finally {
    await instrument.close();
    await service.close();
  }
}

/** The first page by the peer, with one more id than it has. */
const peerStatement = (query: string): RecordedStatement => ({
  text: `select distinct p.resourceinstanceid::text
from (
${query}
) p
order by 1
limit ${pageSize + 1}`,
  values: [],
});

type Measurement = {
  /** Those of the service, then that of the peer. */
  readonly statements: readonly RecordedStatement[];
  readonly figures: readonly Figure[];
};

async function measureQuestion(
  question: AskQuestion,
  { subject, caller, service, instrument }: Subject,
): Promise<Measurement> {
  const path = pathOf(question, caller, pageSize);
  const statements = await service.recordStatements(caller.name, path).catch(reportRefusal);
  if (statements === undefined) return { statements: [], figures: [] };
  const peer = question.peer === null ? undefined : peerStatement(question.peer);
  const pages: number[] = [];
  const own: number[] = [];
  const ofPeer: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { ids, milliseconds } = await service.fetchPage(caller.name, path);
    pages.push(milliseconds);
    if (peer === undefined) continue;
    own.push(await runStatements(instrument, statements));
    const { rows, ...times } = await instrument.run(peer);
    ofPeer.push(times.parse + times.plan + times.execute);
    if (round === 0 && caller.readsEverything) checkIds(question, ids, rows.flat());
  }
  const figure = { subject, measure: question.name, unit: 'ms' };
  const figures = [
    { ...figure, value: quantile(pages, 0.5), goal: question.goal ?? pageGoal },
    { ...figure, measure: `${question.name}, maximum`, value: Math.max(...pages) },
  ];
  if (peer === undefined) return { statements, figures };
  const besidePeer = {
    ...figure,
    measure: `${question.name}, statements`,
    value: quantile(own, 0.5),
    beside: { name: 'typed tables', value: quantile(ofPeer, 0.5) },
    goal: peerGoal,
  };
  return { statements: [...statements, peer], figures: [...figures, besidePeer] };
}

function reportRefusal(error: unknown): undefined {
  if (!(error instanceof RefusedQuestion)) throw error;
  console.error(`refused: ${error.message}`);
}

async function runStatements(
  instrument: Instrument,
  statements: readonly RecordedStatement[],
): Promise<number> {
  let total = 0;
  for (const statement of statements) {
    const { parse, plan, execute } = await instrument.run(statement);
    total += parse + plan + execute;
  }
  return total;
}

/** Checks that the service and the peer find the same resource instances. */
function checkIds(
  { name }: AskQuestion,
  ids: readonly string[],
  peerIds: readonly (string | null)[],
): void {
  const sorted = ids.toSorted();
  const expected = peerIds.slice(0, pageSize);
  if (JSON.stringify(sorted) === JSON.stringify(expected)) return;
  throw new Error(
    `${name}: the service finds ${sorted.length} ids ${sorted.slice(0, 3).join(', ')} …, the peer ${expected.length}: ${expected.slice(0, 3).join(', ')} …`,
  );
}
