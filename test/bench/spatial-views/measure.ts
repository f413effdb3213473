import type { NativeBenchOptions } from '../run-native-bench.ts';
import type { Figure } from '../figure.ts';
import { costOverHttp } from './over-http.ts';
import { costOfReading } from './reading.ts';
import { costOfMaking, costOfRenames, costOfWrites } from './writing.ts';

/** Measures writes with spatial views, and the creation and reading of spatial views. */
export async function measureSpatialViews({
  server,
  features,
  only,
}: NativeBenchOptions): Promise<readonly Figure[]> {
  const sections = {
    writes: costOfWrites,
    making: costOfMaking,
    reading: costOfReading,
    renames: costOfRenames,
    http: costOverHttp,
  };
  const figures: Figure[] = [];
  for (const [name, section] of Object.entries(sections)) {
    if (name.includes(only)) figures.push(...(await section(server, features)));
  }
  return figures;
}
