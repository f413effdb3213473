import { callerOf } from '../../model/accounts/caller.ts';
import type { DataApi } from '../../data-api/client.ts';
import { run } from '../../data-api/query.ts';
import { document, json, withHeaders, type Answer } from '../../http/answers/answer.ts';
import { contentTag, validators } from '../../http/conditional/conditional.ts';
import { contentTypeOf } from '../../http/negotiation/resource-forms.ts';
import { hiddenNodegroups } from '../../model/graphs/hidden-nodegroups.ts';
import { resourceUri } from '../../model/uris.ts';
import { resourceDocument } from '../../queries/resources/resource-document.ts';
import { changeSummary } from '../../serializers/resources/change-summary.ts';
import { serviceJson } from '../../serializers/resources/service-json.ts';
import { answerDocument } from './answer-document.ts';
import type { Changed } from './change-resource.ts';
import type { DocumentRequest } from './document-request.ts';
import { orUnknown } from '../or-unknown.ts';

/** Answers with what is stored now, or with what would change. */
export async function answerOf(
  changed: Changed,
  data: DataApi,
  request: DocumentRequest,
): Promise<Answer> {
  const { baseUrl } = request.settings;
  const uri = resourceUri(baseUrl, changed.resourceId);
  if (changed.kind === 'planned' || request.isDryRun) {
    const change = changed.kind === 'unchanged' ? 'none' : changed.isNew ? 'create' : 'update';
    return json(changeSummary({ resource: uri, change, tiles: changed.written }));
  }
  const body = changed.graph.hasOntology
    ? answerDocument(
        {
          baseUrl,
          graph: changed.graph,
          resourceId: changed.resourceId,
          tiles: shownIn(changed, request),
          referenced: changed.references.referenced,
        },
        request.shape,
      )
    : await orUnknown(() => storedRecord(changed, data, request));
  const contentType = changed.graph.hasOntology
    ? contentTypeOf({ format: 'json-ld', shape: request.shape }, request.mediaType)
    : 'application/json';
  const isNew =
    changed.kind === 'created' || (changed.kind === 'repeated' && request.method === 'post');
  const headers = {
    ...validators(`${changed.version}-${contentTag(contentType, undefined, body)}`, null),
    ...(isNew ? { Location: uri } : {}),
  };
  const status = isNew ? 201 : 200;
  const named = changed.graph.hasOntology
    ? { '@id': uri }
    : { resourceinstanceid: changed.resourceId };
  return {
    ...withHeaders(
      { ...document(contentType, body), status },
      { ...headers, 'Content-Location': uri },
    ),
    shorter: withHeaders({ ...document(contentType, JSON.stringify(named)), status }, headers),
  };
}

/** The tiles that GET would show for the same parameters. */
function shownIn({ tiles, graph }: Changed, { leavesHidden }: DocumentRequest): Changed['tiles'] {
  if (!leavesHidden) return tiles;
  const hidden = hiddenNodegroups(graph);
  return tiles.filter(({ nodegroupId }) => !hidden.has(nodegroupId));
}

/** A model without an ontology has no JSON-LD: the answer is what GET gives as service-json. */
async function storedRecord(
  { resourceId }: Changed,
  data: DataApi,
  { languages, principal, leavesHidden }: DocumentRequest,
): Promise<string> {
  const found = await run(
    data.read,
    resourceDocument(callerOf(principal), resourceId, {
      leaveOutHidden: leavesHidden,
      detail: 'tiles',
      showsNames: true,
      representation: '',
      cachedPublications: [],
      knownTags: [],
      modifiedSince: null,
    }),
  );
  return found.header === undefined ? '' : serviceJson(found.header, found.tiles, languages);
}
