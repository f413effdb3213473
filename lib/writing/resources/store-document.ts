import type { DataApi } from '../../data-api/client.ts';
import { InvalidInput } from '../../errors.ts';
import { isUuid, nilUuid } from '../../model/ids.ts';
import { graphUri, resourceUri } from '../../model/uris.ts';
import type { ChangeRequest } from './change-request.ts';
import { changeResource } from './change-resource.ts';
import type { Changed } from './changed.ts';
import { intendedByDocument, type DocumentReading } from './intended-by-document.ts';
import { readSentDocument, type DocumentForm, type SentDocument } from './parsed-document.ts';

/** A document of a resource instance, and how it is to be stored. */
export type DocumentToStore = DocumentReading &
  Pick<ChangeRequest, 'principal' | 'settings' | 'resourceId' | 'expected' | 'isDryRun' | 'key'> & {
    /** Id or slug of the model, where the request names it. */
    readonly graph: string | undefined;
    readonly text: string | undefined;
    readonly form: DocumentForm;
  };

/**
 * Stores a document of a resource instance: what was sent is read, gets its place in the model, and becomes a change.
 * @throws what changeResource throws, MalformedDocument and InvalidInput
 */
export async function storeDocument(data: DataApi, sent: DocumentToStore): Promise<Changed> {
  const { baseUrl, formerBaseUrls } = sent.settings;
  const addresses = [baseUrl, ...formerBaseUrls];
  const document = documentOf(sent, addresses);
  return changeResource(data, {
    ...sent,
    mentioned: {
      graph: sent.graph ?? graphNamedBy(document, addresses) ?? null,
      nodegroupId: null,
      nodeId: null,
      rootClasses: document.kind === 'json-ld' ? document.document.types : [],
      uuids: document.uuids,
      iris: document.iris,
    },
    intend: (basis) => {
      checkGraphOf(document, basis.graph.graphId);
      return intendedByDocument(document, basis, sent);
    },
  });
}

function documentOf(
  { text, form, resourceId, graph, ids }: DocumentToStore,
  addresses: readonly string[],
): SentDocument {
  const graphId = isUuid(graph) ? graph : undefined;
  const document = readSentDocument(text, form, addresses, { resourceId, graphId });
  if (ids === 'renew') return document;
  const isRecord = document.kind === 'record';
  // Beside a model, an id in a document of a former address does not have to be that of the path (ADR 028).
  const compared = graph === undefined ? addresses : addresses.slice(0, 1);
  const other = isRecord ? document.resourceId : namedResource(document.document.id, compared);
  if (other === undefined || other === resourceId) return document;
  const detail = `The document is of resource instance ${other}, and the path names ${resourceId}: make the two the same.`;
  const pointer = isRecord ? '/resourceinstanceid' : '/@id';
  throw new InvalidInput([{ in: 'body', pointer, code: 'invalid', detail }]);
}

/** The id in the URI of a resource instance of this service. */
function namedResource(uri: string, addresses: readonly string[]): string | undefined {
  const start = addresses.map((base) => resourceUri(base, '')).find((one) => uri.startsWith(one));
  const id = start === undefined ? undefined : uri.slice(start.length).replace(/\/$/, '');
  return isUuid(id) ? id.toLowerCase() : undefined;
}

/** The model that a document names itself. */
function graphNamedBy(document: SentDocument, addresses: readonly string[]): string | undefined {
  if (document.kind === 'record') return document.graphId;
  const starts = addresses.map((base) => graphUri(base, ''));
  return document.document.types.flatMap((type) =>
    starts.filter((start) => type.startsWith(start)).map((start) => type.slice(start.length)),
  )[0];
}

function checkGraphOf(document: SentDocument, graphId: string): void {
  const own = document.kind === 'record' ? document.graphId : undefined;
  if (own === undefined || own === graphId || own === nilUuid) return;
  const detail = `The document is of model ${own}, and the resource instance of ${graphId}: make the two the same.`;
  throw new InvalidInput([{ in: 'body', pointer: '/graph_id', code: 'invalid', detail }]);
}
