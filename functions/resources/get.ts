import * as z from 'zod';

import { callerOf } from '../../lib/auth/caller.ts';
import { readParts } from '../../lib/data-api/chunks.ts';
import { document, withHeaders, type Answer } from '../../lib/http/answer.ts';
import { indent, trueOrFalse } from '../../lib/http/common-parameters.ts';
import { knownOf, validators } from '../../lib/http/conditional.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { NoOntology } from '../../lib/http/errors.ts';
import type { FormatName } from '../../lib/http/formats.ts';
import { askedId, notVisible } from '../../lib/http/not-visible.ts';
import type { Operation } from '../../lib/http/operation.ts';
import { alternateLinks, chosenShape, profile } from '../../lib/http/resource-forms.ts';
import { keptGraph, keptPublications } from '../../lib/kept-graphs.ts';
import { parseResourceId } from '../../lib/model/ids.ts';
import { resourceTree } from '../../lib/model/resource-tree.ts';
import { pickText } from '../../lib/model/text.ts';
import { resourceDocument } from '../../lib/queries/resource-document.ts';
import { businessData } from '../../lib/serializers/business-data.ts';
import { writeResource, type Shape } from '../../lib/serializers/resource-forms.ts';
import type { ResourceHeader } from '../../lib/serializers/resource-header.ts';
import {
  readReferenced,
  readResourceSource,
  readTiles,
  type ResourceSource,
} from '../../lib/serializers/resource-source.ts';
import { serviceJson } from '../../lib/serializers/service-json.ts';

const operation = {
  id: 'get-resource',
  method: 'GET',
  path: '/resources/{resource_instance_id}',
  summary: 'One resource instance',
  access: 'secured',
  formats: ['json-ld', 'json', 'service-json', 'xml', 'turtle', 'n-triples'],
  parameters: {
    format:
      'The serialisation: json-ld, json (business data), service-json, xml (RDF/XML), turtle or n-triples.',
    profile:
      'linked gives the RDF formats as linked data: literals with their types, concepts and resource instances as URIs.',
    hidden: 'true leaves out nodegroups whose card is hidden.',
    indent: 'Spaces of indentation, 0 to 10.',
  },
  whenTooLarge:
    'Leave out indent and hidden=false, or read the values of some nodegroups through /geojson with resourceid and nodegroups.',
  responses: {
    200: 'The resource instance.',
    304: 'It is what the caller has already.',
    400: 'A parameter breaks its rule, or the model has no ontology, which the RDF formats need.',
    404: 'There is none with this id that the caller may see.',
    406: 'The format is not one of this operation.',
    413: 'The resource instance is too large for one answer.',
  },
} as const satisfies Operation;

const unknown = 'There is no resource instance with this id that you may see.';

/** The form in which the resource instance is wanted. */
type Form = {
  readonly format: FormatName;
  readonly shape: Shape;
  readonly languages: readonly string[];
  readonly baseUrl: string;
};

/** GET /resources/{resource_instance_id} (specification): one resource instance in the format asked for. */
export const handler = endpoint({
  operation,
  parameters: z.object({ profile, hidden: trueOrFalse(true), indent }),
  handle: async ({ parameters, path, principal, header, ...request }, { data, settings }) => {
    const resourceId = parseResourceId(askedId(path.resource_instance_id));
    const shape = chosenShape(parameters.profile, request.profiles);
    const form: Form = {
      format: request.format,
      shape,
      languages: [...request.languages, settings.language],
      baseUrl: settings.baseUrl,
    };
    const known = knownOf(header);
    const source = readResourceSource(
      await readParts(
        data,
        resourceDocument(callerOf(principal), resourceId, {
          leaveOutHidden: parameters.hidden,
          ...needsOf(form),
          representation: JSON.stringify([withoutUnused(form), request.mediaType, parameters]),
          knownPublications: keptPublications(),
          knownTags: known.tags,
          knownSince: known.since,
        }),
      ),
    );
    if (source.header === undefined) throw notVisible(principal, source.mayReadAnything, unknown);
    const headers = {
      ...validators(source.header.etag, source.header.last_modified),
      Link: alternateLinks(
        `${settings.baseUrl}/resources/${resourceId}`,
        operation.formats,
        form,
        parameters.hidden,
      ),
      ...(form.format === 'service-json' ? { Vary: 'Accept-Language' } : {}),
    };
    const answer: Answer = source.header.is_known
      ? { status: 304 }
      : document(mediaTypeOf(request.mediaType, form), write(source, source.header, form));
    return withHeaders(answer, headers);
  },
});

/** Names are shown in the language of the reader in one form only. */
function withoutUnused(form: Form): Form {
  return form.format === 'service-json' ? form : { ...form, languages: [] };
}

function needsOf({ format, shape }: Form) {
  if (format === 'json' || format === 'service-json') {
    return { needed: 'tiles', showsNames: format === 'service-json' } as const;
  }
  return shape === 'linked'
    ? ({ needed: 'names', showsNames: true } as const)
    : ({ needed: 'concepts', showsNames: false } as const);
}

function mediaTypeOf(mediaType: string, { format, shape }: Form): string {
  return format === 'json-ld' && shape === 'linked' ? `${mediaType}; profile=linked` : mediaType;
}

/** @throws NoOntology */
function write(source: ResourceSource, header: ResourceHeader, form: Form): string {
  if (form.format === 'json') return businessData(header, source.tiles);
  if (form.format === 'service-json') return serviceJson(header, source.tiles, form.languages);
  const graph = keptGraph(header.publication_id, source.graph);
  if (!graph.hasOntology)
    throw new NoOntology(pickText(graph.name, form.languages) ?? graph.graphId);
  const content = {
    baseUrl: form.baseUrl,
    graph,
    resourceId: header.resourceinstanceid,
    root: resourceTree(graph, readTiles(source)),
    referenced: readReferenced(source, form.baseUrl),
  };
  return writeResource(content, form.shape, form.format);
}
