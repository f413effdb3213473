import { annotation } from './annotation.ts';
import { bngCentrePoint } from './bngcentrepoint.ts';
import { boolean } from './boolean.ts';
import { concept, conceptList } from './concept.ts';
import type { Datatype } from './datatype.ts';
import { date } from './date.ts';
import { domainValue, domainValueList } from './domain-value.ts';
import { edtf } from './edtf.ts';
import { fileList } from './file-list.ts';
import { geojsonFeatureCollection } from './geojson-feature-collection.ts';
import { keepingStored } from './parts/keeping-stored.ts';
import { nodeValue } from './node-value.ts';
import { nonLocalizedString } from './non-localized-string.ts';
import { number } from './number.ts';
import { plainDatatype } from './plain.ts';
import { reference } from './reference.ts';
import { resourceInstance, resourceInstanceList } from './resource-instance.ts';
import { semantic } from './semantic.ts';
import { string } from './string.ts';
import { url } from './url.ts';

/** The datatypes that the service brings along. */
export const stockDatatypes: readonly Datatype[] = [
  semantic,
  string,
  nonLocalizedString,
  number,
  date,
  edtf,
  boolean,
  concept,
  conceptList,
  domainValue,
  domainValueList,
  resourceInstance,
  resourceInstanceList,
  geojsonFeatureCollection,
  fileList,
  url,
  nodeValue,
  annotation,
  reference,
  bngCentrePoint,
  plainDatatype('csv-chart-json'),
  plainDatatype('iiif-drawing'),
].map(keepingStored);

const byName = new Map(stockDatatypes.map((datatype) => [datatype.name, datatype]));

/** Whether values of a datatype are understood, not only kept. */
export function isKnownDatatype(name: string): boolean {
  return byName.has(name);
}

/**
 * The datatype of a name. One that is not known is carried through as it is and shown as it is written.
 * @param name as graphs write it, such as `concept-list`
 */
export function datatypeOf(name: string): Datatype {
  return byName.get(name) ?? keepingStored(plainDatatype(name));
}
