import type { NativeBenchOptions } from '../run-native-bench.ts';
import type { Figure } from '../figure.ts';
import { measureBesideFeatureServer } from './beside-feature-server.ts';
import { measureOverHttp } from './over-http.ts';
import { measureReading } from './reading.ts';
import { measureCreation, measureRenames, measureWrites } from './writing.ts';

/** Measures writes with spatial views, and the creation and reading of spatial views. */
export async function measureSpatialViews({
  server,
  features,
  only,
}: NativeBenchOptions): Promise<readonly Figure[]> {
  const sections = {
    writes: measureWrites,
    making: measureCreation,
    reading: measureReading,
    renames: measureRenames,
    http: measureOverHttp,
    'feature server': measureBesideFeatureServer,
  };
  const figures: Figure[] = [];
  for (const [name, section] of Object.entries(sections)) {
    if (name.includes(only)) figures.push(...(await section(server, features)));
  }
  return figures;
}
