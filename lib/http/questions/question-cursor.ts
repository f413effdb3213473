import { createHash } from 'node:crypto';

import { InvalidInput } from '../../errors.ts';
import { isUuid } from '../../model/ids.ts';
import { compareCodeUnits } from '../../model/pick-language.ts';
import type { Sort, SortPosition } from '../../model/questions/sort.ts';
import type { SearchStart } from '../../questions/read-search-page.ts';
import type { SortedStart } from '../../questions/read-sorted-page.ts';
import { parameterError } from '../parameters/parse-parameters.ts';
import {
  readRequestedModel,
  searchedWords,
  type ListRequest,
} from '../resources/list-parameters.ts';
import { toMatchKey, toQuestionKey, toSearchKey } from '../resources/resource-cursor.ts';
import { pickConditions } from './sent-conditions.ts';

/** What a cursor belongs to, as a short text: the question with its words, its order, the caller, and the languages if names decide the order. */
function bindingOf(request: ListRequest, sort: Sort | null): string {
  const { caller, languages, parameters, query } = request;
  const conditions = Object.entries(pickConditions(query)).toSorted(([left], [right]) =>
    compareCodeUnits(left, right),
  );
  const parts = [
    conditions,
    readRequestedModel(parameters) ?? null,
    sort,
    caller,
    sort?.key === 'name' ? languages : [],
    searchedWords(parameters),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 12);
}

const isTime = (key: string): boolean =>
  /^\d{4,6}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}$/.test(key) &&
  !Number.isNaN(Date.parse(`${key}Z`));

function isKeyOf({ key: sortKey }: Sort, { key }: SortPosition): boolean {
  switch (sortKey) {
    case 'name':
      return true;
    case 'id':
      return isUuid(key);
    default:
      return isTime(key);
  }
}

/**
 * Where the page of a question begins.
 * @rule Searching by values: For which requests is a cursor valid?
 * @throws InvalidInput for a cursor of another list
 */
export function readStart(request: ListRequest, sort: Sort): SortedStart {
  const { cursor } = request.parameters;
  if (cursor === undefined) return { after: null, isWalk: false };
  if (
    cursor.kind === 'question' &&
    cursor.binding === bindingOf(request, sort) &&
    isKeyOf(sort, cursor.after)
  ) {
    return cursor;
  }
  throw otherListError();
}

function otherListError(): InvalidInput {
  const message =
    'is the cursor of a list with other conditions or another order, caller or language. Leave it out to begin this list.';
  return new InvalidInput([parameterError('cursor', 'invalid', message)]);
}

/** Where the page of a search begins. @throws InvalidInput for a cursor of another list */
export function readSearchStart(request: ListRequest): SearchStart {
  const { cursor } = request.parameters;
  if (cursor === undefined) return { part: 'names', after: undefined };
  // A position among names alone is one for every caller.
  const isPlain = Object.keys(pickConditions(request.query)).length === 0;
  if (cursor.kind === 'match' && isPlain) return { part: 'names', after: cursor.after };
  if (cursor.kind === 'search' && cursor.binding === bindingOf(request, null)) return cursor.start;
  throw otherListError();
}

/** The key of the cursor of the next page of a search; undefined if there is none. */
export function nextSearchKey(request: ListRequest, next: SearchStart | null): string | undefined {
  if (next === null) return undefined;
  const isPlain = Object.keys(pickConditions(request.query)).length === 0;
  return next.part === 'names' && next.after !== undefined && isPlain
    ? toMatchKey(next.after)
    : toSearchKey({ binding: bindingOf(request, null), start: next });
}

/** The key of the cursor of the next page; undefined if there is none. */
export function nextKey(
  request: ListRequest,
  sort: Sort,
  next: SortedStart | null,
): string | undefined {
  return next?.after
    ? toQuestionKey({
        binding: bindingOf(request, sort),
        isWalk: next.isWalk,
        after: next.after,
      })
    : undefined;
}
