import type { Figure } from '../figure.ts';
import { costOverHttp } from './over-http.ts';
import { costOfReading } from './reading.ts';
import { costOfMaking, costOfRenames, costOfWrites } from './writing.ts';

/** The options of the bench. */
export type SpatialViewBenchOptions = {
  /** A native server, as a superuser. */
  readonly server: string;
  readonly features: number;
  /** A part of the names of the sections to run. */
  readonly only: string;
};

/** Measures writes with spatial views, and making and reading them. */
export async function measureSpatialViews({
  server,
  features,
  only,
}: SpatialViewBenchOptions): Promise<readonly Figure[]> {
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
