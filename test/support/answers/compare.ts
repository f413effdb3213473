import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import * as z from 'zod';

// `npm run compare:answers -- BEFORE AFTER [AGAIN]` compares folders that tests wrote with HDS_RECORD_ANSWERS. It prints the answers that
// are in only one of BEFORE and AFTER, by test. AGAIN is a second recording of the code of BEFORE: tests whose answers differ between these two
// recordings are ignored.

const recordedAnswerSchema = z.object({
  test: z.string(),
  request: z.string(),
  status: z.number(),
  headers: z.record(z.string(), z.string()),
  hash: z.string(),
  body: z.string(),
});

/** Headers that differ between runs. Last-Modified is sent only once the second of the last change is over. */
const varyingHeaders: ReadonlySet<string> = new Set([
  'x-request-id',
  'content-length',
  'etag',
  'last-modified',
]);

/** How often each answer occurs, by the name of its test. */
type Answers = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** The most answers that are printed for a test. */
const maxListed = 20;

function readAnswers(folder: string, file: string): Answers {
  const lines = readFileSync(path.join(folder, file), 'utf8').trimEnd().split('\n');
  const tests = new Map<string, Map<string, number>>();
  for (const line of lines) {
    const { test, headers, ...answer } = recordedAnswerSchema.parse(JSON.parse(line));
    const comparedHeaders = Object.entries(headers)
      .filter(([name]) => !varyingHeaders.has(name))
      .map((header) => header.join(': '));
    const text = JSON.stringify({ ...answer, headers: comparedHeaders.toSorted() });
    const counts = tests.get(test) ?? new Map<string, number>();
    tests.set(test, counts.set(text, (counts.get(text) ?? 0) + 1));
  }
  return tests;
}

/** The answers by test that only the first recording has. */
function findAnswersOnlyIn(
  answers: Answers,
  otherAnswers: Answers,
): ReadonlyMap<string, readonly string[]> {
  const differingTexts = [...answers].map(([test, counts]) => {
    const otherCounts = otherAnswers.get(test);
    return [test, [...counts.keys()].filter((text) => otherCounts?.has(text) !== true)] as const;
  });
  return new Map(differingTexts.filter(([, texts]) => texts.length > 0));
}

function listCommonFiles(folder: string, otherFolder: string): readonly string[] {
  const names = new Set(readdirSync(otherFolder));
  return readdirSync(folder).filter((name) => names.has(name));
}

function printDifferences(sign: string, textsByTest: ReadonlyMap<string, readonly string[]>): void {
  for (const [test, texts] of textsByTest) {
    console.log(`  ${sign} ${test === '' ? '(set up)' : test}`);
    for (const text of texts.slice(0, maxListed)) console.log(`      ${text}`);
    if (texts.length > maxListed) console.log(`      … and ${texts.length - maxListed} more`);
  }
}

const [before = '', after = '', again] = process.argv.slice(2);
let comparedCount = 0;
let differingCount = 0;
let fileCount = 0;
for (const file of listCommonFiles(before, after)) {
  const [oldAnswers, newAnswers] = [readAnswers(before, file), readAnswers(after, file)];
  const unstableTests =
    again === undefined ? new Map() : findAnswersOnlyIn(oldAnswers, readAnswers(again, file));
  const withComparableTests = (tests: ReadonlyMap<string, readonly string[]>) =>
    new Map(
      [...tests].filter(
        ([test]) => oldAnswers.has(test) && newAnswers.has(test) && !unstableTests.has(test),
      ),
    );
  const [removed, added] = [
    withComparableTests(findAnswersOnlyIn(oldAnswers, newAnswers)),
    withComparableTests(findAnswersOnlyIn(newAnswers, oldAnswers)),
  ];
  fileCount += 1;
  comparedCount += oldAnswers.size;
  differingCount += new Set([...removed.keys(), ...added.keys()]).size;
  if (removed.size + added.size === 0) continue;
  console.log(file.replaceAll('+', '/').replace(/\.jsonl$/, ''));
  printDifferences('-', removed);
  printDifferences('+', added);
}
console.log(
  `${fileCount} files, ${comparedCount} tests with answers, ${differingCount} with different answers`,
);
process.exitCode = differingCount === 0 ? 0 : 1;
