import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';

import * as z from 'zod';

const feature = '"type":"Feature"';

/** Counts the features in a file of any size. */
export async function countFeaturesInFile(file: string): Promise<number> {
  let found = 0;
  let rest = '';
  for await (const chunk of createReadStream(file, { encoding: 'latin1' })) {
    const text = rest + String(chunk);
    found += text.split(feature).length - 1;
    rest = text.slice(-(feature.length - 1));
  }
  return found;
}

const collection = z.object({ features: z.array(z.unknown()) });

/** Compares the features of two files and their order. @throws Error that shows the first difference */
export async function requireEqualFeatures(one: string, other: string): Promise<void> {
  const ours = await featuresOf(one);
  const theirs = await featuresOf(other);
  if (ours.length !== theirs.length) {
    throw new Error(`${one} has ${ours.length} features, ${other} has ${theirs.length}.`);
  }
  const place = ours.findIndex((found, index) => !isDeepStrictEqual(found, theirs[index]));
  if (place < 0) return;
  const [first, second] = [ours[place], theirs[place]].map((found) =>
    JSON.stringify(found).slice(0, 1000),
  );
  throw new Error(`Feature ${place + 1} differs:\n${first}\n${second}`);
}

async function featuresOf(file: string): Promise<readonly unknown[]> {
  return collection.parse(JSON.parse(await readFile(file, 'utf8'))).features;
}
