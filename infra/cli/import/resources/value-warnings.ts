import { edtfDatatype, findEdtfProblem } from '../../../../lib/model/datatypes/edtf.ts';
import { findGeometryWarnings, type ValueWarning } from './geometry-warning.ts';

/** Lists the warnings about a value: what a write would refuse, and what maps do not show. */
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
