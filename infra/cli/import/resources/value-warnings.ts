import { edtfDatatype, findEdtfProblem } from '../../../../lib/model/datatypes/edtf.ts';
import { findGeometryWarnings } from './geometry-warning.ts';

/** A warning about a value that a write would refuse, or that maps do not show. An import stores the value unchanged. */
export type ValueWarning = { readonly code: string; readonly message: string };

/** Lists the warnings about a value. */
export function listValueWarnings(value: unknown, datatype: string): readonly ValueWarning[] {
  const edtfProblem = datatype === edtfDatatype.name ? findEdtfProblem(value) : undefined;
  return [
    ...findGeometryWarnings(value, datatype),
    ...(edtfProblem === undefined
      ? []
      : [
          {
            code: edtfProblem.code,
            message: `${edtfProblem.message} The value is imported unchanged.`,
          },
        ]),
  ];
}
