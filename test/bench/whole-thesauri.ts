import {
  largeThesaurusConceptId,
  unescoThesaurusSize,
  tenthOfUnescoSize,
  writeLargeThesaurus,
} from '../support/large-thesaurus.ts';
import type { TestStack } from '../support/stack.ts';
import type { Figure } from './figure.ts';

const rounds = 7;
const formats = ['json', 'json-ld', 'turtle', 'xml'] as const;

type Reading = {
  /** The milliseconds until the first byte, and until the end of the answer. */
  readonly firstByte: number;
  readonly total: number;
  readonly megabytes: number;
  /** The largest heap in MB. */
  readonly heap: number;
};

/**
 * Measures the time, the first byte and the memory of reading a whole thesaurus of usual size, compared with one of a tenth of that size.
 * @param url the address of the service
 */
export async function benchWholeThesauri(
  stack: TestStack,
  kind: string,
  url: string,
): Promise<readonly Figure[]> {
  await writeLargeThesaurus(stack, unescoThesaurusSize, 7);
  await writeLargeThesaurus(stack, tenthOfUnescoSize, 8);
  const figures: Figure[] = [];
  for (const format of formats) {
    const wholeReadings: Reading[] = [];
    const tenthReadings: Reading[] = [];
    // The variants alternate, because other work on the machine slows down all of them.
    for (let round = 0; round < rounds; round += 1) {
      wholeReadings.push(
        await measureReading(
          `${url}/rdm/concepts/${largeThesaurusConceptId(7, 0)}?format=${format}`,
        ),
      );
      tenthReadings.push(
        await measureReading(
          `${url}/rdm/concepts/${largeThesaurusConceptId(8, 0)}?format=${format}`,
        ),
      );
    }
    const subject = `The whole of a thesaurus of ${unescoThesaurusSize.concepts.toLocaleString('en-US')} concepts, ${format}, ${kind}`;
    const microsecondsPerConcept = (
      readings: readonly Reading[],
      { concepts }: { readonly concepts: number },
    ) => (median(readings, 'total') / concepts) * 1000;
    figures.push(
      {
        subject,
        measure: 'time for each concept',
        value: microsecondsPerConcept(wholeReadings, unescoThesaurusSize),
        unit: 'µs',
        beside: {
          name: 'a tenth of it',
          value: microsecondsPerConcept(tenthReadings, tenthOfUnescoSize),
        },
        goal: 1.2,
      },
      {
        subject,
        measure: 'first byte',
        value: median(wholeReadings, 'firstByte'),
        unit: 'ms',
        goal: 1000,
      },
      { subject, measure: 'size', value: median(wholeReadings, 'megabytes'), unit: 'MB' },
      {
        subject,
        measure: 'heap of functions and emulator, at most',
        value: Math.max(...wholeReadings.map(({ heap }) => heap)),
        unit: 'MB',
        beside: {
          name: 'a tenth of it',
          value: Math.max(...tenthReadings.map(({ heap }) => heap)),
        },
      },
    );
  }
  return figures;
}

async function measureReading(url: string): Promise<Reading> {
  const start = performance.now();
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}.`);
  let firstByte: number | undefined;
  let bytes = 0;
  let heap = 0;
  for await (const chunk of response.body ?? []) {
    firstByte ??= performance.now() - start;
    bytes += chunk.length;
    heap = Math.max(heap, process.memoryUsage().heapUsed);
  }
  const total = performance.now() - start;
  return { firstByte: firstByte ?? total, total, megabytes: bytes / 1e6, heap: heap / 1e6 };
}

function median(readings: readonly Reading[], measure: keyof Reading): number {
  const values = readings.map((reading) => reading[measure]);
  return values.toSorted((first, second) => first - second)[Math.floor(values.length / 2)] ?? 0;
}
