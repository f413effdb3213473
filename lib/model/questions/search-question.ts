import { narrowQuestion } from './narrow-question.ts';
import type { Question, RecordCondition } from './question.ts';

/** The condition that a readable value has the words of a search. */
export const valueCondition = (words: string): RecordCondition & { kind: 'anywhere' } => ({
  kind: 'anywhere',
  test: { kind: 'words', texts: [words] },
  nodegroupIds: null,
});

const namedCondition = (words: string): RecordCondition => ({ kind: 'named', words });

/** The question for the resource instances of which a name or a value has the words of a search. */
export const searchedQuestion = (question: Question, words: string): Question =>
  narrowQuestion(question, [
    { kind: 'any', parts: [namedCondition(words), valueCondition(words)] },
  ]);

/** The question for the resource instances of which a value has the words of a search. */
export const valueQuestion = (question: Question, words: string): Question =>
  narrowQuestion(question, [valueCondition(words)]);

/** The question for the resource instances of which a value has the words of a search, and no name does. */
export const unnamedQuestion = (question: Question, words: string): Question =>
  narrowQuestion(question, [valueCondition(words), { kind: 'not', part: namedCondition(words) }]);
