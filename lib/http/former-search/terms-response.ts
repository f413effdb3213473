import type { Caller } from '../../model/accounts/caller.ts';
import { pickText } from '../../model/pick-language.ts';
import type { ValueTest } from '../../model/questions/question.ts';
import { readMatchingPage } from '../../questions/read-matching-page.ts';
import { findLabelledIds } from '../../queries/former-search/labelled-ids.ts';
import { findSuggestedTerms } from '../../queries/former-search/suggested-terms.ts';
import type { DataHandlerContext } from '../data-handler.ts';
import { jsonResponse, withHeaders, type HttpResponse } from '../responses/response.ts';

/** The most resource instances whose values are suggested. */
const maxRecords = 300;

type TermsRequest = {
  readonly parameters: { readonly q?: string | undefined; readonly lang?: string | undefined };
  readonly caller: Caller;
  readonly languages: readonly string[];
};

/**
 * Suggests texts and concepts, each of them in a readable value of a visible resource instance.
 * @rule Searching by values: What do the reference platform's suggestions have?
 */
export async function suggestedTermsResponse(
  { parameters: { q: words = '', lang }, caller, languages: accepted }: TermsRequest,
  { dataApi, read }: Pick<DataHandlerContext, 'dataApi' | 'read'>,
): Promise<HttpResponse> {
  const vary = { Vary: 'Accept-Language' };
  if (!/[\p{L}\p{N}]/u.test(words))
    return withHeaders(jsonResponse({ terms: [], concepts: [] }), vary);
  const languages = lang === undefined || lang === '*' ? accepted : [lang, ...accepted];
  const findRecords = async (test: ValueTest): Promise<readonly string[]> => {
    const question = [
      { graphIds: null, condition: { kind: 'anywhere' as const, test, nodegroupIds: null } },
    ];
    return (await readMatchingPage({ dataApi, caller }, question, null, maxRecords)).ids;
  };
  const { conceptIds } = await read(findLabelledIds(caller, words, true));
  const wordIds = await findRecords({ kind: 'words', texts: [words] });
  const conceptRecordIds =
    conceptIds.length === 0
      ? []
      : await findRecords({ kind: 'concepts', conceptIds, ids: [], includesNarrower: false });
  const { terms, concepts } = await read(
    findSuggestedTerms(caller, { words, wordIds, conceptRecordIds, conceptIds }),
  );
  const document = {
    terms: terms.map(({ text, nodegroupId, nodeName, modelName }) => ({
      type: 'term',
      context: '',
      context_label: `${pickText(modelName, languages) ?? ''} - ${pickText(nodeName, languages) ?? ''}`,
      id: 0,
      text,
      value: text,
      nodegroupid: nodegroupId,
    })),
    concepts: concepts.map(({ conceptId, labels, topId, topLabels }) => ({
      type: 'concept',
      context: topId,
      context_label: pickText(topLabels, languages) ?? '',
      id: conceptId,
      text: pickText(labels, languages) ?? conceptId,
      value: conceptId,
    })),
  };
  return withHeaders(jsonResponse(document), vary);
}
