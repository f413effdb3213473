import { edtfDatatype, findEdtfProblem } from '../../../../lib/model/datatypes/edtf.ts';
import type { ValueProblem } from '../../../../lib/model/datatypes/datatype.ts';
import { findRepeatedLanguages, stringDatatype } from '../../../../lib/model/datatypes/string.ts';
import { findGeometryWarnings, type ValueWarning } from './geometry-warning.ts';

/**
 * Lists the warnings about a value: what a write would refuse, and what maps do not show.
 * @rule Writing: Which values that no write accepts does an import store with a warning?
 */
export function listValueWarnings(value: unknown, datatype: string): readonly ValueWarning[] {
  return [
    ...findGeometryWarnings(value, datatype),
    ...findValueProblems(value, datatype).map(({ code, message }) => ({
      code,
      message: `${message} The value is imported unchanged.`,
    })),
  ];
}

/** Finds what a write would refuse. */
function findValueProblems(value: unknown, datatype: string): readonly ValueProblem[] {
  if (datatype === stringDatatype.name) return findRepeatedLanguages(value);
  const problem = datatype === edtfDatatype.name ? findEdtfProblem(value) : undefined;
  return problem === undefined ? [] : [problem];
}
