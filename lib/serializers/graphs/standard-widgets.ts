const textWidget = '10000000-0000-0000-0000-000000000001';

/** The widgets with which the Arches platform edits values, by datatype: those that graph files name most. */
const widgets: ReadonlyMap<unknown, string> = new Map([
  ['string', textWidget],
  ['non-localized-string', '46ef064b-2611-4708-9f52-60136bd8a65b'],
  ['number', '10000000-0000-0000-0000-000000000008'],
  ['boolean', '10000000-0000-0000-0000-000000000006'],
  ['date', '10000000-0000-0000-0000-000000000004'],
  ['edtf', 'adfd15ce-dbab-11e7-86d1-0fcf08612b27'],
  ['url', 'ca0c43ff-af73-4349-bafd-53ff9f22eebd'],
  ['concept', '10000000-0000-0000-0000-000000000002'],
  ['concept-list', '10000000-0000-0000-0000-000000000012'],
  ['domain-value', '10000000-0000-0000-0000-000000000015'],
  ['domain-value-list', '10000000-0000-0000-0000-000000000016'],
  ['resource-instance', '31f3728c-7613-11e7-a139-784f435179ea'],
  ['resource-instance-list', 'ff3c400a-76ec-11e7-a793-784f435179ea'],
  ['geojson-feature-collection', '10000000-0000-0000-0000-000000000007'],
  ['annotation', 'aae743b8-4c48-11ea-988b-2bc775672c81'],
  ['file-list', '10000000-0000-0000-0000-000000000019'],
  ['node-value', 'f5d6b190-bbf0-4dc9-b991-1debab8cb4a9'],
  ['bngcentrepoint', 'bcae8e90-09f7-4ae3-906b-7c7bb71a6ddf'],
]);

/** The id of the widget for values of a datatype, where a model names none. */
export function standardWidget(datatype: unknown): string {
  return widgets.get(datatype) ?? textWidget;
}
