import type { DataHandlerContext } from '../../http/data-handler.ts';
import {
  conceptNotFoundMessage,
  notVisibleError,
  uuidOrNilUuid,
} from '../../http/errors/not-visible.ts';
import type { OperationRequest } from '../../http/operation-handler.ts';
import type { Operation } from '../../http/operation.ts';
import type { HttpResponse } from '../../http/responses/response.ts';
import { parseConceptId } from '../../model/ids.ts';
import { conceptUri } from '../../model/uris.ts';
import { findConceptPageContent } from '../../queries/concepts/concept-page-content.ts';
import { dataPageResponse } from '../html-page.ts';
import { createSite } from '../layout/site.ts';
import { describeReader } from '../page-reader.ts';
import { conceptPage } from './concept-page.ts';

type ConceptPageRequest = Pick<
  OperationRequest<Operation & { readonly path: '/rdm/concepts/{concept_instance_id}' }>,
  'caller' | 'languages' | 'path' | 'header' | 'resource' | 'query'
>;

/**
 * Creates the response with the page of a concept.
 * @throws NotFound, AuthenticationRequired
 */
export async function conceptPageResponse(
  request: ConceptPageRequest,
  { read, settings }: Pick<DataHandlerContext, 'read' | 'settings'>,
): Promise<HttpResponse> {
  const conceptId = parseConceptId(uuidOrNilUuid(request.path.concept_instance_id));
  const { mayReadThesaurus, nodeType, pageReader, ...data } = await read(
    findConceptPageContent(request.caller, conceptId),
  );
  if (nodeType === undefined)
    throw notVisibleError(request.caller, mayReadThesaurus, conceptNotFoundMessage);
  const paths = createSite(settings, request.languages);
  const page = conceptPage(
    {
      ...data,
      conceptId,
      nodeType,
      uri: conceptUri(settings.baseUrl, conceptId),
      languages: request.languages,
      reader: describeReader(request, pageReader, paths),
    },
    paths,
  );
  return dataPageResponse(page, paths.words);
}
