import fc from 'fast-check';

import type { Draw } from '../random/draw.ts';
import { drawModels } from './draw-models.ts';
import { drawResources } from './draw-resources.ts';
import { findPrincipalId, drawRights, worldAccounts, type WorldPrincipals } from './draw-rights.ts';
import { openSentinels } from './sentinels.ts';
import type { World } from './world.ts';

/** Random worlds, small enough to be understood when an answer contains too much or too little. */
export function randomWorlds(principals: WorldPrincipals): fc.Arbitrary<World> {
  // gen() draws from a copy of the random source. Without the number, each attempt of a filter would draw the same world.
  return fc.tuple(fc.nat(), fc.gen()).map(([, draw]) => drawWorld(draw, principals));
}

function drawWorld(draw: Draw, principals: WorldPrincipals): World {
  const sentinels = openSentinels();
  const editors = worldAccounts.map((name) => findPrincipalId(principals.accounts, name));
  const models = drawModels({ draw, sentinels });
  const data = drawResources({ draw, sentinels, editors }, models);
  return { models, ...data, rights: drawRights(draw, principals, models, data.resources) };
}
