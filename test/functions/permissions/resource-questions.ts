import { inTurn, type Asking, type Questions, type Expected, type Question } from './question.ts';
import { mayKnowModel, mayReadAnything, maySee, maySeeEdit, readableTiles } from './rules.ts';
import { sentinelsOf, unknownId } from './sentinels.ts';
import { readableText } from './texts.ts';
import {
  languages,
  nodegroupsOf,
  textKinds,
  theOne,
  withThoseAbove,
  type Caller,
  type Resource,
  type Tile,
  type World,
} from './world.ts';

/** One way to ask for a resource instance, and what its answer has. */
type Form = Pick<Question, 'method' | 'headers'> & {
  readonly query: string;
  readonly hasTexts: boolean;
  readonly hasHidden: boolean;
};

/** Nothing is in another form that is not in this one. */
const wholeForm: Form = {
  query: '?format=service-json&hidden=false',
  hasTexts: true,
  hasHidden: true,
};

const otherForms: readonly Form[] = [
  { query: '?format=json', hasTexts: false, hasHidden: false },
  { query: '?format=json&hidden=false', hasTexts: false, hasHidden: true },
  { query: '?format=service-json', hasTexts: true, hasHidden: false },
  { query: '?format=arches-json&hidden=false&indent=2', hasTexts: true, hasHidden: true },
  { query: '/?hidden=true&format=json&indent=0', hasTexts: false, hasHidden: false },
  {
    query: '',
    headers: { 'X-SERVICE-FORMAT': 'service-json', 'X-ARCHES-HIDDEN': 'false' },
    hasTexts: true,
    hasHidden: true,
  },
  { ...wholeForm, method: 'HEAD' },
];

/** GET /resources/{resource_instance_id} in the JSON formats. */
const resourceQuestions: Asking = (world, turn) => [
  ...world.resources.map((resource) => question(world, resource, wholeForm)),
  ...inTurn(otherForms, turn, 1).flatMap((form) =>
    inTurn(world.resources, turn, 1).map((resource) => question(world, resource, form)),
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

function expected(world: World, caller: Caller, resource: Resource, form: Form): Expected {
  if (!maySee(world, caller, resource)) {
    return notVisible(world, caller, `/resources/${unknownId}${form.query}`);
  }
  if (form.method === 'HEAD') return { status: 200, sentinels: new Set([resource.id]) };
  return { status: 200, sentinels: new Set(inDocument(world, caller, resource, form)) };
}

/**
 * What a caller is answered who may not see what was asked for.
 * @param like a path of something that there is none of
 */
export function notVisible(world: World, caller: Caller, like: string): Expected {
  const status = caller === null && !mayReadAnything(world, caller) ? 401 : 404;
  return { status, sentinels: new Set(), like };
}

function inDocument(
  world: World,
  caller: Caller,
  resource: Resource,
  { hasTexts, hasHidden }: Form,
): readonly string[] {
  const texts = hasTexts ? readableTexts(world, caller, resource) : [];
  return [
    ...sentinelsOf([resource.id, resource.graphId, resource.legacyId]),
    ...inTiles(world, caller, resource, hasHidden),
    ...texts,
  ];
}

/** GET /resources of one model, as an array of whole resource instances with texts in one language. */
const arrayQuestions: Asking = (world, turn) =>
  inTurn(world.models, turn, 1).map(({ graphId }): Question => ({
    path: `/resources?graph_uuid=${graphId}&format=arches-json&limit=1000`,
    expected: (caller) => ({
      status: mayKnowModel(world, caller, graphId) ? 200 : 400,
      sentinels: new Set([
        ...sentinelsOf(graphId),
        ...world.resources
          .filter((resource) => resource.graphId === graphId && maySee(world, caller, resource))
          .flatMap((resource) => inArray(world, caller, resource)),
      ]),
    }),
  }));

function inArray(world: World, caller: Caller, resource: Resource): readonly string[] {
  const texts = textKinds.flatMap((kind) => {
    const inEach = languages.map((language) =>
      readableText(world, caller, resource, kind, language),
    );
    return inEach.find((text) => text.length > 0) ?? [];
  });
  return [
    ...sentinelsOf([resource.id, resource.legacyId]),
    ...inTiles(world, caller, resource, false),
    ...texts,
  ];
}

function readableTexts(world: World, caller: Caller, resource: Resource): readonly string[] {
  return textKinds.flatMap((kind) =>
    languages.flatMap((language) => readableText(world, caller, resource, kind, language)),
  );
}

function inTiles(
  world: World,
  caller: Caller,
  resource: Resource,
  hasHidden: boolean,
): readonly string[] {
  const parents = new Set(readableTiles(world, caller, resource).map(({ id }) => id));
  return shownTiles(world, caller, resource, hasHidden).flatMap((tile) =>
    inTile(world, caller, tile, parents),
  );
}

/** The tiles that a caller is shown who may see the resource instance. */
export function shownTiles(
  world: World,
  caller: Caller,
  resource: Resource,
  hasHidden: boolean,
): readonly Tile[] {
  return readableTiles(world, caller, resource).filter(
    (tile) => hasHidden || !isHidden(world, tile.nodegroupId),
  );
}

/**
 * What stands in the record of a tile that a caller may read, but for its resource instance.
 * @param readable the tiles of the resource instance that the caller may read
 */
export function inTile(
  world: World,
  caller: Caller,
  tile: Tile,
  readable: ReadonlySet<string>,
): readonly string[] {
  const parent = tile.parentId !== null && readable.has(tile.parentId) ? [tile.parentId] : [];
  const edits = tile.edits.filter((edit) => maySeeEdit(world, caller, edit));
  return [
    tile.id,
    tile.nodegroupId,
    ...parent,
    ...inValues(tile.values),
    ...edits.map(({ proposed }) => proposed),
  ];
}

/** What stands in the data of a tile. */
export function inValues(values: Tile['values']): readonly string[] {
  return Object.entries(values).flatMap(([nodeId, { stored }]) => [nodeId, ...sentinelsOf(stored)]);
}

/** A card that is not visible hides its nodegroup and those below. */
function isHidden(world: World, nodegroupId: string): boolean {
  const nodegroups = nodegroupsOf(world);
  return withThoseAbove(nodegroups, theOne(nodegroups, nodegroupId)).some((one) => one.isHidden);
}

export const questions: Questions = {
  'get-resource': resourceQuestions,
  'list-resources': arrayQuestions,
};
