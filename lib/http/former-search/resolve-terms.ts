import type { Caller } from '../../model/accounts/caller.ts';
import type { FormerSearch, SentTerm } from '../../model/former-search/search-request.ts';
import { readTermText } from '../../model/former-search/term-tests.ts';
import { isUuid, parseResourceId } from '../../model/ids.ts';
import type { RecordCondition, ValueTest } from '../../model/questions/question.ts';
import { findIdsOfLabels } from '../../queries/former-search/labelled-ids.ts';
import { findNamedConcepts } from '../../queries/questions/named-concepts.ts';
import type { QuestionReader } from '../questions/question-reader.ts';

const never: RecordCondition = { kind: 'any', parts: [] };

/** The conditions of terms: texts, labels of concepts and options, and concepts with narrower ones. */
export async function resolveTerms(
  { terms, language }: FormerSearch,
  caller: Caller,
  reader: QuestionReader,
): Promise<readonly RecordCondition[]> {
  const conditions: RecordCondition[] = [];
  for (const term of terms) {
    const part = await resolveTerm(term, language, caller, reader);
    conditions.push(term.isInverted ? { kind: 'not', part } : part);
  }
  return conditions;
}

async function resolveTerm(
  { kind, value, nodegroupId }: SentTerm,
  language: string | null,
  caller: Caller,
  reader: QuestionReader,
): Promise<RecordCondition> {
  const nodegroupIds = nodegroupId === null ? null : [nodegroupId.toLowerCase()];
  if (kind === 'concept') {
    if (!isUuid(value)) return never;
    const concepts = await reader.read(
      findNamedConcepts(caller, [{ text: value, collectionId: null }]),
    );
    const conceptIds = concepts.map(({ conceptId }) => conceptId);
    const test = { kind: 'concepts', conceptIds, ids: [], includesNarrower: true } as const;
    return { kind: 'anywhere', test, nodegroupIds };
  }
  if (kind === 'string' && isUuid(value)) return { kind: 'ids', ids: [parseResourceId(value)] };
  const tests =
    kind === 'term' ? { kind: 'all' as const, tests: readPhrase(value) } : readTermText(value);
  if (tests === undefined || tests.tests.length === 0) return never;
  // Labels belong to no language of a text, so a language leaves them out.
  const isOfLanguage = kind === 'string' && language !== null;
  const parts: RecordCondition[] = [];
  for (const test of tests.tests) {
    const ofTexts: RecordCondition = {
      kind: 'anywhere',
      test: isOfLanguage ? { kind: 'part', part: { kind: 'language', language }, test } : test,
      nodegroupIds,
    };
    const ofLabels = isOfLanguage ? undefined : await findLabels(test, caller, reader);
    parts.push(
      ofLabels === undefined
        ? ofTexts
        : {
            kind: 'any',
            parts: [ofTexts, { kind: 'anywhere', test: ofLabels, nodegroupIds }],
          },
    );
  }
  return { kind: tests.kind, parts };
}

const readPhrase = (text: string): readonly ValueTest[] =>
  /[\p{L}\p{N}]/u.test(text) ? [{ kind: 'phrase', text, endsWithPrefix: false }] : [];

async function findLabels(
  test: ValueTest,
  caller: Caller,
  { read }: QuestionReader,
): Promise<ValueTest | undefined> {
  if (test.kind !== 'phrase' && test.kind !== 'patterns') return undefined;
  const { conceptIds, optionIds } = await read(findIdsOfLabels(caller, test));
  return conceptIds.length + optionIds.length === 0
    ? undefined
    : { kind: 'concepts', conceptIds, ids: optionIds, includesNarrower: false };
}
