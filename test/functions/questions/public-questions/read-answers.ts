import * as z from 'zod';

import type { TestWriter } from '../../writing/writers.ts';
import { toQuery, type Parameters } from '../former-searches.ts';

const featuresSchema = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(
    z.object({
      geometry: z.looseObject({ type: z.string(), coordinates: z.array(z.unknown()) }),
      properties: z.record(z.string(), z.string().nullable()),
    }),
  ),
});

export type ReadFeature = z.output<typeof featuresSchema>['features'][number];

/** Reads an export of features. @throws Error if it is refused */
export async function readFeatures(
  caller: TestWriter,
  path: string,
  parameters: Parameters,
): Promise<readonly ReadFeature[]> {
  const query = toQuery(parameters);
  return featuresSchema.parse(await caller.read(query === '' ? path : `${path}?${query}`)).features;
}

/** The ids of the records of features, each once and sorted. */
export async function readFeatureIds(
  caller: TestWriter,
  path: string,
  parameters: Parameters,
): Promise<readonly string[]> {
  const features = await readFeatures(caller, path, parameters);
  return [...new Set(features.map(({ properties }) => properties['resourceid'] ?? ''))].toSorted();
}

/** Sends a request as scripts do: with headers of its own, and to where it is redirected. */
export async function follow(
  { sendRequest }: Pick<TestWriter, 'sendRequest'>,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const response = await sendRequest('GET', path, undefined, headers);
  const location = response.headers.get('location');
  return location === null
    ? response
    : follow({ sendRequest }, location.replace(/^https?:\/\/[^/]+/, ''), headers);
}
