import type { Caller } from '../../model/accounts/caller.ts';
import { labelLanguages } from '../../model/concepts/label-languages.ts';
import { pickText } from '../../model/pick-language.ts';
import { findValueSuggestions } from '../../questions/find-suggestions.ts';
import type { DataHandlerContext } from '../data-handler.ts';
import { jsonResponse, withHeaders, type HttpResponse } from '../responses/response.ts';
import { requestedLanguages } from './requested-languages.ts';

/** The most suggestions of each kind. */
const maxSuggestions = 100;

type TermsRequest = {
  readonly parameters: { readonly q?: string | undefined; readonly lang?: string | undefined };
  readonly caller: Caller;
  readonly languages: readonly string[];
};

/** Suggests the texts and concepts of `GET /search/suggest` in the layout of the reference platform. */
export async function suggestedTermsResponse(
  { parameters: { q: words = '', lang }, caller, languages: accepted }: TermsRequest,
  { dataApi, settings }: Pick<DataHandlerContext, 'dataApi' | 'settings'>,
): Promise<HttpResponse> {
  const languages = requestedLanguages(lang, accepted);
  const { texts, concepts } = await findValueSuggestions({ dataApi, caller }, words, {
    ...labelLanguages(languages, settings.language),
    graphIds: null,
    maxTexts: maxSuggestions,
    maxConcepts: maxSuggestions,
  });
  const terms = texts.map(({ text, nodegroupId, node, modelName }) => ({
    type: 'term',
    context: '',
    context_label: `${pickText(modelName, languages) ?? ''} - ${pickText(node.name, languages) ?? ''}`,
    id: 0,
    text,
    value: text,
    nodegroupid: nodegroupId,
  }));
  const byId = new Map(concepts.map((concept) => [concept.conceptId, concept]));
  const conceptTerms = [...byId.values()].map(({ conceptId, labels, topId, topLabels }) => ({
    type: 'concept',
    context: topId,
    context_label: pickText(topLabels, languages) ?? '',
    id: conceptId,
    text: pickText(labels, languages) ?? conceptId,
    value: conceptId,
  }));
  return withHeaders(jsonResponse({ terms, concepts: conceptTerms }), { Vary: 'Accept-Language' });
}
