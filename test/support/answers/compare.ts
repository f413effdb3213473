import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import * as z from 'zod';

// `npm run compare:answers -- BEFORE AFTER [AGAIN]` compares folders that tests wrote with HDS_RECORD_ANSWERS. It prints the answers that
// only BEFORE or only AFTER has, by test. AGAIN is a second recording of the code of BEFORE: tests whose answers differ between these two
// recordings are ignored.

const recordedAnswer = z.object({
  test: z.string(),
  request: z.string(),
  status: z.number(),
  headers: z.record(z.string(), z.string()),
  hash: z.string(),
  body: z.string(),
});

/** Headers that differ between runs. Last-Modified is absent in the second of a change. */
const ofEachAnswer: ReadonlySet<string> = new Set([
  'x-request-id',
  'content-length',
  'etag',
  'last-modified',
]);

/** The number of each answer, by the name of the test. */
type Answers = ReadonlyMap<string, ReadonlyMap<string, number>>;

const most = 20;

function answersOf(folder: string, file: string): Answers {
  const lines = readFileSync(path.join(folder, file), 'utf8').trimEnd().split('\n');
  const tests = new Map<string, Map<string, number>>();
  for (const line of lines) {
    const { test, headers, ...answer } = recordedAnswer.parse(JSON.parse(line));
    const kept = Object.entries(headers)
      .filter(([name]) => !ofEachAnswer.has(name))
      .map((header) => header.join(': '));
    const text = JSON.stringify({ ...answer, headers: kept.toSorted() });
    const counts = tests.get(test) ?? new Map<string, number>();
    tests.set(test, counts.set(text, (counts.get(text) ?? 0) + 1));
  }
  return tests;
}

/** The answers by test that only the first recording has. */
function onlyIn(one: Answers, other: Answers): ReadonlyMap<string, readonly string[]> {
  const differing = [...one].map(([test, counts]) => {
    const others = other.get(test);
    return [test, [...counts.keys()].filter((text) => others?.has(text) !== true)] as const;
  });
  return new Map(differing.filter(([, texts]) => texts.length > 0));
}

function inBoth(one: string, other: string): readonly string[] {
  const names = new Set(readdirSync(other));
  return readdirSync(one).filter((name) => names.has(name));
}

function report(mark: string, differing: ReadonlyMap<string, readonly string[]>): void {
  for (const [test, texts] of differing) {
    console.log(`  ${mark} ${test === '' ? '(set up)' : test}`);
    for (const text of texts.slice(0, most)) console.log(`      ${text}`);
    if (texts.length > most) console.log(`      … and ${texts.length - most} more`);
  }
}

const [before = '', after = '', again] = process.argv.slice(2);
let compared = 0;
let differing = 0;
let files = 0;
for (const file of inBoth(before, after)) {
  const [old, now] = [answersOf(before, file), answersOf(after, file)];
  const drawn = again === undefined ? new Map() : onlyIn(old, answersOf(again, file));
  const kept = (tests: ReadonlyMap<string, readonly string[]>) =>
    new Map([...tests].filter(([test]) => old.has(test) && now.has(test) && !drawn.has(test)));
  const [gone, come] = [kept(onlyIn(old, now)), kept(onlyIn(now, old))];
  files += 1;
  compared += old.size;
  differing += new Set([...gone.keys(), ...come.keys()]).size;
  if (gone.size + come.size === 0) continue;
  console.log(file.replaceAll('+', '/').replace(/\.jsonl$/, ''));
  report('-', gone);
  report('+', come);
}
console.log(`${files} files, ${compared} tests with answers, ${differing} with different answers`);
process.exitCode = differing === 0 ? 0 : 1;
