import type { Access } from '../../../support/world/access.ts';
import { linkedSentinels } from '../linked-shape.ts';
import {
  rotate,
  type ChooseRequests,
  type RequestsByOperation,
  type ExpectedAnswer,
  type WalkRequest,
} from '../walk-request.ts';
import { notVisibleAnswer, visibleTiles } from './resource.ts';
import { unknownId } from '../../../support/world/sentinels.ts';
import { specificationSentinels, specificationLines } from '../specification-shape.ts';
import { findModel, type WorldResource, type World } from '../../../support/world/world.ts';

/** A form of a resource instance in RDF, and what it shows. */
type Form = Pick<WalkRequest, 'method' | 'headers'> & {
  readonly query: string;
  readonly shape: 'specification' | 'linked';
  readonly hasHidden: boolean;
  /** Whether each statement has a line of its own. */
  readonly isInLines?: boolean;
};

/** This form and those of JSON show everything that the other forms show. */
const wholeForm: Form = {
  query: '?format=turtle&profile=linked&hidden=false',
  shape: 'linked',
  hasHidden: true,
};

const otherForms: readonly Form[] = [
  {
    query: '?format=n-triples&hidden=false',
    shape: 'specification',
    hasHidden: true,
    isInLines: true,
  },
  { query: '', shape: 'specification', hasHidden: false },
  { query: '?profile=linked&hidden=false&indent=1', shape: 'linked', hasHidden: true },
  { query: '?format=xml&hidden=false', shape: 'specification', hasHidden: true },
  { query: '/?format=xml&profile=linked', shape: 'linked', hasHidden: false },
  { query: '?format=ttl&hidden=true', shape: 'specification', hasHidden: false },
  { query: '?format=nt&profile=linked', shape: 'linked', hasHidden: false },
  { query: '?format=json-ld&hidden=false', shape: 'specification', hasHidden: true },
  {
    query: '?hidden=false',
    headers: { accept: 'application/ld+json; profile="linked"' },
    shape: 'linked',
    hasHidden: true,
  },
  {
    query: '',
    headers: { accept: 'application/rdf+xml, */*;q=0.1', 'X-ARCHES-HIDDEN': 'false' },
    shape: 'specification',
    hasHidden: true,
  },
  {
    query: '',
    headers: { accept: 'application/rdf+xml; profile=linked' },
    shape: 'linked',
    hasHidden: false,
  },
  {
    query: '?profile=linked',
    headers: { accept: 'text/turtle' },
    shape: 'linked',
    hasHidden: false,
  },
  {
    query: '',
    headers: { accept: 'application/n-triples, text/turtle;q=0.5' },
    shape: 'specification',
    hasHidden: false,
    isInLines: true,
  },
  {
    query: '?profile=linked&hidden=false',
    headers: { 'X-SERVICE-FORMAT': 'n-triples' },
    shape: 'linked',
    hasHidden: true,
  },
  {
    query: '?format=xml&profile=linked',
    method: 'HEAD',
    shape: 'linked',
    hasHidden: false,
  },
];

/** GET /resources/{resource_instance_id} in the RDF formats. */
const rdfRequests: ChooseRequests = (world, turn) => [
  ...world.resources.map((resource) => buildRequest(world, resource, wholeForm)),
  ...rotate(otherForms, turn, 2).flatMap((form, formIndex) =>
    rotate(world.resources, turn + formIndex, 1).map((resource) =>
      buildRequest(world, resource, form),
    ),
  ),
];

function buildRequest(world: World, resource: WorldResource, form: Form): WalkRequest {
  const { query, method, headers } = form;
  return {
    path: `/resources/${resource.id}${query}`,
    ...(method === undefined ? {} : { method }),
    ...(headers === undefined ? {} : { headers }),
    expected: (access) => expectedDocument(world, access, resource, form),
  };
}

/** Callers who may see a resource instance learn that its model has no ontology. */
function expectedDocument(
  world: World,
  access: Access,
  resource: WorldResource,
  form: Form,
): ExpectedAnswer {
  if (!access.maySee(resource.id)) {
    return notVisibleAnswer(access, `/resources/${unknownId}${form.query}`);
  }
  const isHead = form.method === 'HEAD';
  if (findModel(world, resource).rootClass === null) {
    return {
      status: 400,
      sentinels: new Set(),
      includes: isHead ? [] : ['"code":"no_ontology"'],
    };
  }
  if (isHead) return { status: 200, sentinels: new Set([resource.id]) };
  const tiles = visibleTiles(world, access, resource, form.hasHidden);
  if (form.shape === 'linked') {
    return { status: 200, sentinels: new Set(linkedSentinels({ world, access, resource }, tiles)) };
  }
  return {
    status: 200,
    sentinels: new Set(specificationSentinels(world, resource, tiles)),
    ...(form.isInLines === true ? { includes: specificationLines(world, resource, tiles) } : {}),
  };
}

export const requests: RequestsByOperation = { 'get-resource': rdfRequests };
