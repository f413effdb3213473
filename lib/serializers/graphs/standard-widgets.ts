import { datatypeOf } from '../../model/datatypes/all.ts';

/** The widget with which the Arches platform edits texts. */
const textWidget = '10000000-0000-0000-0000-000000000001';

/** The id of the widget for values of a datatype, where a model names none. */
export function standardWidget(datatype: unknown): string {
  return (typeof datatype === 'string' && datatypeOf(datatype).widget) || textWidget;
}
