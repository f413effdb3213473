import fc from 'fast-check';

import { pickOne, repeat, type Draw } from '../../random/draw.ts';
import type { DrawEdit, WorldEdit, EditableWorld } from './edit.ts';
import { rightsEdits } from './rights.ts';
import { textEdits } from './texts.ts';
import { tileEdits } from './tiles.ts';
import { viewEdits } from './views.ts';

class RollBackEdit extends Error {}

/** Draws an edit that is rolled back. */
const rolledBackEdit: DrawEdit = (draw, world) => {
  const { title, change } = drawEdit(draw, world, [...tileEdits, ...rightsEdits, ...viewEdits]);
  return {
    title: `undone: ${title}`,
    change: async ({ service }) => {
      if (typeof change === 'function') return;
      await service.stack.dataApi
        .transaction(async (transaction) => {
          await transaction.execute(change);
          throw new RollBackEdit();
        })
        .catch((error: unknown) => {
          if (!(error instanceof RollBackEdit)) throw error;
        });
    },
  };
};

/** Draws two edits in one transaction. */
const pairOfEdits: DrawEdit = (draw, world) => {
  const kinds = [...tileEdits, ...rightsEdits, ...viewEdits];
  const edits = [drawEdit(draw, world, kinds), drawEdit(draw, world, kinds)];
  return {
    title: `together: ${edits.map(({ title }) => title).join(' and ')}`,
    change: ({ service }) =>
      service.stack.dataApi.transaction(async (transaction) => {
        for (const { change } of edits) {
          if (typeof change !== 'function') await transaction.execute(change);
        }
      }),
  };
};

type WeightedEdits = readonly (readonly [times: number, draw: DrawEdit])[];

const repeatByWeight = (kinds: WeightedEdits): readonly DrawEdit[] =>
  kinds.flatMap(([times, kind]) => repeat(times, () => kind));

function drawEdit(draw: Draw, world: EditableWorld, kinds: WeightedEdits): WorldEdit {
  return pickOne(draw, repeatByWeight(kinds))(draw, world);
}

const allEdits: WeightedEdits = [
  ...tileEdits,
  ...rightsEdits,
  ...textEdits,
  ...viewEdits,
  [3, rolledBackEdit],
  [3, pairOfEdits],
];

/** All kinds of edits in random order, each as often as its weight. */
export function shuffleEdits(draw: Draw): readonly DrawEdit[] {
  const kinds = repeatByWeight(allEdits);
  return draw(fc.shuffledSubarray<DrawEdit>, [...kinds], {
    minLength: kinds.length,
    maxLength: kinds.length,
  });
}

/**
 * Applies a random edit.
 * @param kind the kind of edit, random by default
 * @returns its title
 */
export async function applyRandomEdit(world: EditableWorld, kind?: DrawEdit): Promise<string> {
  const { title, change } = kind?.(world.draw, world) ?? drawEdit(world.draw, world, allEdits);
  if (typeof change === 'function') await change(world);
  else await world.service.stack.dataApi.write(change);
  return title;
}
