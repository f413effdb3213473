import type { ConformanceClass } from '../filters/conformance.ts';

/** Why a filter cannot be followed. The message says what to do. */
export class UnsupportedFilter extends Error {}

/** Refuses a construct of a conformance class that is not supported. */
export function refuseClass(conformanceClass: ConformanceClass, construct: string): never {
  throw new UnsupportedFilter(
    `${construct} needs the conformance class ${conformanceClass} of CQL2, which is not supported here.`,
  );
}
