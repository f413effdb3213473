import { runQuery } from '../data-api/query.ts';
import type { MatchPosition } from '../model/descriptors/name-match.ts';
import { parseResourceId } from '../model/ids.ts';
import { narrowQuestion } from '../model/questions/narrow-question.ts';
import type { Question } from '../model/questions/question.ts';
import type { SortPosition } from '../model/questions/sort.ts';
import type { FirstPicture } from '../queries/files/first-pictures.ts';
import {
  searchResources,
  type ResourceMatch,
  type ResourceMatches,
} from '../queries/resources/search-resources.ts';
import { IndexFilling, TooManyGrants } from './errors.ts';
import { readMatchingPage } from './read-matching-page.ts';
import type { SortedPage, SortedStart } from './read-sorted-page.ts';
import { readValueMatches } from './read-value-matches.ts';
import type { MatchReader } from './run-question.ts';

/** The most names that are compared with the conditions in one call, and the most calls for one page. */
const namesPerCall = 250;
const maxCalls = 4;

/** A search for words. */
export type WordSearch = {
  readonly words: string;
  /** The id or slug of the requested model; undefined for all. */
  readonly graph: string | undefined;
  /** The conditions; undefined without conditions. */
  readonly conditions: Question | undefined;
  /** All resource instances that are searched; undefined if the caller may not know the model. */
  readonly readSearched: () => Promise<Question | undefined>;
};

/** Where a page of a search begins: after a name, or among what is found by values. */
export type SearchStart =
  | { readonly part: 'names'; readonly after: MatchPosition | undefined }
  | ({ readonly part: 'values' } & SortedStart);

/** A page of a search. */
export type SearchPage = {
  readonly names: readonly ResourceMatch[];
  /** The first pictures of `names`, and of others. */
  readonly pictures: readonly FirstPicture[];
  /** What is found by values, after all names. */
  readonly values: readonly SortPosition[];
  /** Where the next page begins; null if there is none. */
  readonly next: SearchStart | null;
  /** The models and the name of the caller, if names were searched. */
  readonly context: SearchContext | undefined;
};

type SearchContext = Omit<ResourceMatches, 'matches' | 'pictures'>;

const startOfValues = { part: 'values', after: null, isWalk: false } as const;

/**
 * Reads a page of a search: the resource instances whose names match, then those of which a value has the words. With conditions, it can be
 * shorter than its limit and have a next one, because the work of a call is bounded.
 * @rule Searching by values: What does a search for words find besides names?
 * @throws InvalidInput for a question that is too large; with conditions also IndexFilling, TooManyGrants
 */
export async function readSearchPage(
  reader: MatchReader,
  search: WordSearch,
  start: SearchStart,
  limit: number,
): Promise<SearchPage> {
  if (start.part === 'values') {
    const { items, next } = await readValues(reader, search, start, limit);
    return {
      names: [],
      pictures: [],
      values: items,
      next: next && { part: 'values', ...next },
      context: undefined,
    };
  }
  const { names, pictures, next, context } = await readNames(reader, search, start.after, limit);
  if (next !== undefined || !context.mayReadGraph) {
    return {
      names,
      pictures,
      values: [],
      next: next ? { part: 'names', after: next } : null,
      context,
    };
  }
  const rest = limit - names.length;
  // After a full page, one value tells whether there is a next one.
  const values = await readFirstValues(reader, search, Math.max(rest, 1));
  if (rest === 0) {
    const hasValues = values.items.length > 0 || values.next !== null;
    return { names, pictures, values: [], next: hasValues ? startOfValues : null, context };
  }
  return {
    names,
    pictures,
    values: values.items,
    next: values.next && { part: 'values', ...values.next },
    context,
  };
}

type NamePage = {
  readonly names: readonly ResourceMatch[];
  /** The last match that was compared, if there may be more. */
  readonly next: MatchPosition | undefined;
  readonly pictures: readonly FirstPicture[];
  readonly context: SearchContext;
};

async function readNames(
  reader: MatchReader,
  { words, graph, conditions }: WordSearch,
  start: MatchPosition | undefined,
  limit: number,
): Promise<NamePage> {
  const { dataApi, caller } = reader;
  const names: ResourceMatch[] = [];
  const pictures: FirstPicture[] = [];
  const length = conditions === undefined ? limit : namesPerCall;
  for (let calls = 1, after = start; ; calls += 1) {
    const {
      matches,
      pictures: ofMatches,
      ...context
    } = await runQuery(
      dataApi.read,
      searchResources(caller, { words, graph, after, limit: length }),
    );
    pictures.push(...ofMatches);
    const compared = matches.slice(0, length);
    names.push(
      ...(conditions === undefined ? compared : await keepMet(reader, compared, conditions)),
    );
    const lastCompared = matches.length > length ? compared.at(-1) : undefined;
    const last = names.length > limit ? names[limit - 1] : lastCompared;
    if (last === undefined || names.length >= limit || calls === maxCalls) {
      return { names: names.slice(0, limit), pictures, next: last && toPosition(last), context };
    }
    after = toPosition(last);
  }
}

const toPosition = ({ kind, distance, entry, resourceId }: ResourceMatch): MatchPosition => ({
  kind,
  distance,
  entry,
  resourceId: parseResourceId(resourceId),
});

/** The matches that meet the conditions. */
async function keepMet(
  reader: MatchReader,
  matches: readonly ResourceMatch[],
  conditions: Question,
): Promise<readonly ResourceMatch[]> {
  if (matches.length === 0) return [];
  const ids = matches.map(({ resourceId }) => parseResourceId(resourceId));
  const question = narrowQuestion(conditions, [{ kind: 'ids', ids }]);
  const met = new Set<string>((await readMatchingPage(reader, question, null, ids.length)).ids);
  return matches.filter(({ resourceId }) => met.has(resourceId));
}

async function readValues(
  reader: MatchReader,
  { words, conditions, readSearched }: WordSearch,
  start: SortedStart,
  limit: number,
): Promise<SortedPage> {
  const question = conditions ?? (await readSearched()) ?? [];
  return readValueMatches(reader, question, words, start, limit);
}

/** Reads the first values. Names alone are found without the entries of values, so they are complete without them. */
async function readFirstValues(
  reader: MatchReader,
  search: WordSearch,
  limit: number,
): Promise<SortedPage> {
  try {
    return await readValues(reader, search, startOfValues, limit);
  } catch (error) {
    const isUnavailable = error instanceof IndexFilling || error instanceof TooManyGrants;
    if (isUnavailable && search.conditions === undefined) return { items: [], next: null };
    throw error;
  }
}
