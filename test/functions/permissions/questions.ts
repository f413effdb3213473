import { glob } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import * as z from 'zod';

import type { Asking, Questions } from './question.ts';

const questionsModule = z.object({
  questions: z.record(
    z.string(),
    z.custom<Asking>((value) => typeof value === 'function'),
  ),
});

/** Gathers what the files of this folder ask; several may ask the same operation. */
async function gathered(): Promise<Questions> {
  const all = new Map<string, Asking>();
  const files = await Array.fromAsync(glob('*-questions.ts', { cwd: import.meta.dirname }));
  for (const file of files.toSorted()) {
    const url = pathToFileURL(path.join(import.meta.dirname, file)).href;
    const { questions } = questionsModule.parse({ ...Object(await import(url)) });
    for (const [id, asking] of Object.entries(questions)) {
      const others = all.get(id) ?? (() => []);
      all.set(id, (world, turn) => [...others(world, turn), ...asking(world, turn)]);
    }
  }
  return Object.fromEntries(all);
}

/** What is asked of each reading route, by the id of its operation. */
export const questions = await gathered();
