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
  const { title, work } = drawEdit(draw, world, [...tileEdits, ...rightsEdits, ...viewEdits]);
  return {
    title: `undone: ${title}`,
    work: async ({ service }) => {
      if (typeof work === 'function') return;
      await service.stack.data
        .transaction(async (transaction) => {
          await transaction.execute(work);
          throw new RollBackEdit();
        })
        .catch((error: unknown) => {
          if (!(error instanceof RollBackEdit)) throw error;
        });
    },
  };
};

/** Draws two edits in one transaction. */
const twoEdits: DrawEdit = (draw, world) => {
  const kinds = [...tileEdits, ...rightsEdits, ...viewEdits];
  const both = [drawEdit(draw, world, kinds), drawEdit(draw, world, kinds)];
  return {
    title: `together: ${both.map(({ title }) => title).join(' and ')}`,
    work: ({ service }) =>
      service.stack.data.transaction(async (transaction) => {
        for (const { work } of both) {
          if (typeof work !== 'function') await transaction.execute(work);
        }
      }),
  };
};

type Kinds = readonly (readonly [times: number, draw: DrawEdit])[];

const asOften = (kinds: Kinds): readonly DrawEdit[] =>
  kinds.flatMap(([times, kind]) => repeat(times, () => kind));

function drawEdit(draw: Draw, world: EditableWorld, kinds: Kinds): WorldEdit {
  return pickOne(draw, asOften(kinds))(draw, world);
}

const allKinds: Kinds = [
  ...tileEdits,
  ...rightsEdits,
  ...textEdits,
  ...viewEdits,
  [3, rolledBackEdit],
  [3, twoEdits],
];

/** Every kind of edit, at least once, in random order. */
export function shuffleKinds(draw: Draw): readonly DrawEdit[] {
  const kinds = asOften(allKinds);
  return draw(fc.shuffledSubarray<DrawEdit>, [...kinds], {
    minLength: kinds.length,
    maxLength: kinds.length,
  });
}

/**
 * Applies a random edit.
 * @param kind by default, a random one
 * @returns its title
 */
export async function applyRandomEdit(world: EditableWorld, kind?: DrawEdit): Promise<string> {
  const { title, work } = kind?.(world.draw, world) ?? drawEdit(world.draw, world, allKinds);
  if (typeof work === 'function') await work(world);
  else await world.service.stack.data.write(work);
  return title;
}
