import fc from 'fast-check';

import type { Draw } from '../../support/random/draw.ts';
import { makeModels } from './models.ts';
import { makeResources } from './resources.ts';
import { idOf, makeRights, roles, type People } from './rights.ts';
import { openSentinels } from './sentinels.ts';
import type { World } from './world.ts';

/** Worlds small enough to be understood when an answer tells too much or too little of one. */
export function worlds(people: People): fc.Arbitrary<World> {
  // gen() draws from a copy of the source of chance: without the number every attempt of a filter would be the same.
  return fc.tuple(fc.nat(), fc.gen()).map(([, draw]) => makeWorld(draw, people));
}

function makeWorld(draw: Draw, people: People): World {
  const sentinels = openSentinels();
  const editors = roles.map((role) => idOf(people.accounts, role));
  const models = makeModels({ draw, sentinels });
  const data = makeResources({ draw, sentinels, editors }, models);
  return { models, ...data, ...makeRights(draw, people, models, data.resources) };
}
