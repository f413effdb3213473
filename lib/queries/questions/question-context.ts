import type { Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { Place, RelationTarget } from '../../model/questions/question.ts';
import type { NumberedTests } from './numbered-tests.ts';

/** What the parts of the statement of a question need. */
export type QuestionContext = {
  readonly caller: Caller;
  readonly numberOf: NumberedTests;
  /** The table with the geometries of a place. */
  readonly areaTableOf: (place: Place) => Statement;
  /** The table of a search by name. */
  readonly searchedNameTableOf: (words: string) => Statement;
  /** The table with the other ends of relations. */
  readonly targetTableOf: (target: RelationTarget) => Statement;
};
