import { resourceTree } from '../../model/resources/resource-tree.ts';
import type { IncomingNode } from '../incoming.ts';
import type { ResourceContent } from '../shape.ts';
import { fits } from './choice/fits.ts';
import { stepsFor } from './choice/steps.ts';
import { identities } from './document/identity.ts';
import { namesOf } from './document/names.ts';
import { survey } from './document/survey.ts';
import type { MatchWorld } from './match-world.ts';
import type { Matching } from './matching.ts';
import { matchModel } from './model/model.ts';
import { requiredBelow } from './model/required.ts';
import { spokenBelow } from './stored/spoken-below.ts';
import { storedIndex } from './stored/stored-index.ts';
import { storedLabels } from './stored/stored-labels.ts';
import { storedTerms } from './stored/stored-terms.ts';
import { tilePlans } from './tiles/tile-plans.ts';
import { contents } from './values/contents.ts';

/**
 * Prepares everything that matching one document asks for.
 * @throws Error when the graph has no nodes
 */
export function startMatching(document: IncomingNode, world: MatchWorld): Matching {
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
  const { tiles, size } = survey(document, names, model, stored);
  const { baseUrl } = content;
  const reader = {
    storedLabels: storedLabels(root, model, validation, baseUrl),
    names,
    reading,
    validation,
    prefersTexts: document.types.some((type) => names.graphId(type) !== undefined),
  };
  const below = spokenBelow(model, world.hidden, tiles);
  const terms = storedTerms(root, model, reader, baseUrl);
  const fitWorld = {
    reader,
    baseUrl,
    unknown: world.unknown,
    hidden: world.hidden,
    indistinguishable: model.indistinguishable,
    storedTerms: terms,
    identity: identities(),
    required: requiredBelow(),
    steps: stepsFor(size),
  };
  const fit = fits(fitWorld);
  return {
    world,
    model,
    resourceUri: document.id,
    index: storedIndex(root, stored, model),
    reader,
    spokenBelow: below,
    contents: contents(reader, model, baseUrl, terms, fit, below),
    fitWorld,
    fit,
    plans: tilePlans(),
    named: world.tileIds === 'keep' ? tiles : new Set(),
    renewed: new Map(),
    problems: [],
    ignored: [],
  };
}
