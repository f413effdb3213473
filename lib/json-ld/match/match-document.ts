import type { DocumentProblem } from '../../model/change/document-problem.ts';
import type { IncomingNode } from '../incoming.ts';
import { TooAmbiguousError } from './choice/steps.ts';
import type { Matched, MatchWorld } from './match-world.ts';
import { leaveOut } from './place-value.ts';
import { placeBelow } from './place.ts';
import { rootProblems } from './root-problems.ts';
import { startMatching } from './start-matching.ts';
import { leftOutTiles } from './tiles/left-out.ts';
import { intendedTile } from './tiles/tile-plans.ts';

/**
 * Reads a document as the tiles of a resource instance: finds for every value the node of the model and the tile that it stands
 * for. It accepts the shape of the specification ("Resource instance (JSON-LD shape)") and the linked shape, and both in one
 * document. A document that has one reading is read; otherwise everything that stands against it is told at once.
 * @throws Error when the graph has no nodes
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
