import { edtfDatatype, findEdtfProblem } from '../../../../lib/model/datatypes/edtf.ts';
import { findGeometryWarning } from './geometry-warning.ts';

/** Lists the warnings about a value that a write would refuse, each as a code and a message. An import stores the value unchanged. */
export function listValueWarnings(
  value: unknown,
  datatype: string,
): readonly (readonly [code: string, message: string])[] {
  const geometryMessage = findGeometryWarning(value, datatype);
  const edtfProblem = datatype === edtfDatatype.name ? findEdtfProblem(value) : undefined;
  return [
    ...(geometryMessage === undefined
      ? []
      : [['not_a_feature_collection', geometryMessage] as const]),
    ...(edtfProblem === undefined
      ? []
      : [[edtfProblem.code, `${edtfProblem.message} The value is imported unchanged.`] as const]),
  ];
}
