import type { DocumentProblem } from '../../model/change/document-problem.ts';
import { resourceTree } from '../../model/resource-tree.ts';
import type { ResourceContent } from '../shape.ts';
import type { IncomingNode } from '../incoming.ts';
import { leftOutTiles } from './left-out.ts';
import type { Matched, MatchWorld } from './match-world.ts';
import type { Matching } from './matching.ts';
import { matchModel } from './model.ts';
import { namesOf } from './names.ts';
import { leaveOut } from './place-value.ts';
import { placeBelow } from './place.ts';
import { storedIndex } from './stored-index.ts';
import { intendedTile, tilePlans } from './tile-plans.ts';
import { survey } from './units.ts';
import { contents } from './contents.ts';
import { fits } from './fits.ts';
import { identities } from './identity.ts';
import { requiredBelow } from './required.ts';
import { rootProblems } from './root-problems.ts';
import { stepsFor, TooAmbiguousError } from './steps.ts';
import { storedTerms } from './stored-terms.ts';

/**
 * Reads a document as the tiles of a resource instance: finds for every value the node of the model and the tile that it stands for.
 */
export function matchDocument(document: IncomingNode, world: MatchWorld): Matched {
  const matching = startMatching(document, world);
  const { plans, problems, ignored, model, index, reader } = matching;
  problems.push(...rootProblems(document, model, world.graph.graphId, reader.names));
  const root = { node: model.root, plan: null, stored: index.root };
  try {
    placeBelow(matching, root, [document]);
  } catch (error) {
    if (!(error instanceof TooAmbiguousError)) throw error;
    return { kind: 'refused', problems: [tooAmbiguous(document.pointer)] };
  }
  if (problems.length > 0) return { kind: 'refused', problems };
  for (const plan of plans.all()) {
    for (const node of model.members.get(plan.nodegroupId) ?? []) {
      if (!plan.placed.has(node.nodeId)) leaveOut(matching, node, plan);
    }
  }
  const tiles = plans.all().map(intendedTile);
  return { kind: 'read', intended: { tiles, deleted: leftOutTiles(matching) }, ignored };
}

function tooAmbiguous(pointer: string): DocumentProblem {
  const message =
    'Too many of the values of this document could stand for several nodes of the model each: write the @id of tiles and nodes, as documents of this service have them.';
  return { code: 'too_ambiguous', pointer, message };
}

function startMatching(document: IncomingNode, world: MatchWorld): Matching {
  const { graph, stored, reading, validation } = world;
  const root = resourceTree(graph, stored);
  const content: ResourceContent = {
    baseUrl: world.baseUrls[0] ?? '',
    graph,
    resourceId: '',
    root,
    referenced: validation,
  };
  const model = matchModel(content);
  const names = namesOf(world.baseUrls);
  const { tiles, size } = survey(document, names);
  const reader = {
    names,
    reading,
    validation,
    prefersTexts: document.types.some((type) => names.graphId(type) !== undefined),
  };
  const { baseUrl } = content;
  const terms = storedTerms(root, model, reader, baseUrl);
  const fitWorld = {
    reader,
    baseUrl,
    unknown: world.unknown,
    storedTerms: terms,
    identity: identities(),
    required: requiredBelow(),
    steps: stepsFor(size),
  };
  return {
    world,
    model,
    resourceUri: document.id,
    index: storedIndex(root, stored, model),
    reader,
    contents: contents(reader, model, baseUrl, terms),
    fitWorld,
    fit: fits(fitWorld),
    plans: tilePlans(),
    named: world.tileIds === 'keep' ? tiles : new Set(),
    renewed: new Map(),
    problems: [],
    ignored: [],
  };
}
