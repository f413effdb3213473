import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';

import * as z from 'zod';

const featureStart = '"type":"Feature"';

/** Counts the features in a file of any size. */
export async function countFeaturesInFile(file: string): Promise<number> {
  let count = 0;
  let lastCharacters = '';
  for await (const chunk of createReadStream(file, { encoding: 'latin1' })) {
    const text = lastCharacters + String(chunk);
    count += text.split(featureStart).length - 1;
    lastCharacters = text.slice(-(featureStart.length - 1));
  }
  return count;
}

const collectionSchema = z.object({ features: z.array(z.unknown()) });

/** Compares the features of two files and their order. @throws Error with the first difference */
export async function requireEqualFeatures(file: string, peerFile: string): Promise<void> {
  const features = await readFeatures(file);
  const peerFeatures = await readFeatures(peerFile);
  if (features.length !== peerFeatures.length) {
    throw new Error(
      `${file} has ${features.length} features, ${peerFile} has ${peerFeatures.length}.`,
    );
  }
  const differentIndex = features.findIndex(
    (feature, index) => !isDeepStrictEqual(feature, peerFeatures[index]),
  );
  if (differentIndex < 0) return;
  const [first, second] = [features[differentIndex], peerFeatures[differentIndex]].map((feature) =>
    JSON.stringify(feature).slice(0, 1000),
  );
  throw new Error(`Feature ${differentIndex + 1} differs:\n${first}\n${second}`);
}

async function readFeatures(file: string): Promise<readonly unknown[]> {
  return collectionSchema.parse(JSON.parse(await readFile(file, 'utf8'))).features;
}
