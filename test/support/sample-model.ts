import { readFileSync } from 'node:fs';
import path from 'node:path';

import * as z from 'zod';

import { samplePackageFolder } from '../../infra/local/sample/paths.ts';

const graphFileSchema = z.object({
  graph: z.tuple([
    z.looseObject({
      graphid: z.uuid(),
      name: z.unknown(),
      description: z.unknown(),
      color: z.unknown(),
      iconclass: z.unknown(),
      nodes: z.array(z.looseObject({ nodeid: z.uuid(), alias: z.string() })),
    }),
  ]),
});

const file = path.join(samplePackageFolder, 'graphs/resource_models/heritage-place.json');

/** The model of heritage places in the sample. */
export const [heritagePlaceModel] = graphFileSchema.parse(
  JSON.parse(readFileSync(file, 'utf8')),
).graph;

export function heritagePlaceNodeId(alias: string): string {
  const node = heritagePlaceModel.nodes.find((candidate) => candidate.alias === alias);
  if (node === undefined) throw new Error(`Heritage Place has no node ${alias}.`);
  return node.nodeid;
}
