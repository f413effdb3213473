import { inLinkedShape } from './linked-shape.ts';
import { inTurn, type Asking, type Questions, type Expected, type Question } from './question.ts';
import { notVisible, shownTiles } from './resource-questions.ts';
import { maySee } from './rules.ts';
import { unknownId } from './sentinels.ts';
import { inSpecificationShape, linesOfSpecificationShape } from './specification-shape.ts';
import { modelOf, type Caller, type Resource, type World } from './world.ts';

/** One way to ask for a resource instance in RDF, and what its answer has. */
type Form = Pick<Question, 'method' | 'headers'> & {
  readonly query: string;
  readonly shape: 'specification' | 'linked';
  readonly hasHidden: boolean;
  /** Whether each statement stands on a line of its own. */
  readonly isInLines?: boolean;
};

/** Nothing that is closed could be in another form, and not in this one or in those of JSON. */
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
const rdfQuestions: Asking = (world, turn) => [
  ...world.resources.map((resource) => question(world, resource, wholeForm)),
  ...inTurn(otherForms, turn, 2).flatMap((form, place) =>
    inTurn(world.resources, turn + place, 1).map((resource) => question(world, resource, form)),
  ),
];

function question(world: World, resource: Resource, form: Form): Question {
  const { query, method, headers } = form;
  return {
    path: `/resources/${resource.id}${query}`,
    ...(method === undefined ? {} : { method }),
    ...(headers === undefined ? {} : { headers }),
    expected: (caller) => expected(world, caller, resource, form),
  };
}

/** Whoever may see a resource instance is told that its model has no ontology; others are told what they always are. */
function expected(world: World, caller: Caller, resource: Resource, form: Form): Expected {
  if (!maySee(world, caller, resource)) {
    return notVisible(world, caller, `/resources/${unknownId}${form.query}`);
  }
  const isHead = form.method === 'HEAD';
  if (modelOf(world, resource).rootClass === null) {
    return {
      status: 400,
      sentinels: new Set(),
      says: isHead ? [] : ['"code":"no_ontology"'],
    };
  }
  if (isHead) return { status: 200, sentinels: new Set([resource.id]) };
  const tiles = shownTiles(world, caller, resource, form.hasHidden);
  if (form.shape === 'linked') {
    return { status: 200, sentinels: new Set(inLinkedShape({ world, caller, resource }, tiles)) };
  }
  return {
    status: 200,
    sentinels: new Set(inSpecificationShape(world, resource, tiles)),
    ...(form.isInLines === true ? { says: linesOfSpecificationShape(world, resource, tiles) } : {}),
  };
}

export const questions: Questions = { 'get-resource': rdfQuestions };
