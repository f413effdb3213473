import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import * as z from 'zod';

import { nativePackages } from './native-packages.ts';

// `npm run sbom` prints the software bill of materials (CycloneDX) of the deployed packages. `npm sbom --omit dev` cannot be used,
// because it also leaves out deployed packages that a tool needs too.

const bomSchema = z.looseObject({
  components: z.array(
    z.looseObject({
      'bom-ref': z.string(),
      name: z.string(),
      properties: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
    }),
  ),
  dependencies: z.array(z.looseObject({ ref: z.string() })),
});

const parameters = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application'];
const { stdout } = await promisify(execFile)('npm', [...parameters, '--package-lock-only'], {
  maxBuffer: 100_000_000,
});
const bom = bomSchema.parse(JSON.parse(stdout));
const toolRefs = new Set(
  bom.components
    .filter(({ properties }) =>
      properties.some(({ name }) => name === 'cdx:npm:package:development'),
    )
    .map((component) => component['bom-ref']),
);
/** sharp has native packages for each system, of which functions have those of theirs, and what one of the others needs. */
const isForOtherSystems = (name: string): boolean =>
  name === '@emnapi/runtime' || (name.startsWith('@img/sharp-') && !nativePackages.includes(name));
const leftOutRefs = new Set([
  ...toolRefs,
  ...bom.components
    .filter(({ name }) => isForOtherSystems(name))
    .map((component) => component['bom-ref']),
]);
const shippedBom = {
  ...bom,
  components: bom.components.filter((component) => !leftOutRefs.has(component['bom-ref'])),
  dependencies: bom.dependencies.filter(({ ref }) => !leftOutRefs.has(ref)),
};
console.log(JSON.stringify(shippedBom, null, 2));
