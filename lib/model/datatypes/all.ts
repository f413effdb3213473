import { boolean } from './boolean.ts';
import { concept, conceptList } from './concept.ts';
import type { Datatype } from './datatype.ts';
import { domainValue, domainValueList } from './domain-value.ts';
import { fileList } from './file-list.ts';
import { plainDatatype } from './plain.ts';
import { reference } from './reference.ts';
import { resourceInstance, resourceInstanceList } from './resource-instance.ts';
import { string } from './string.ts';
import { url } from './url.ts';

const all: readonly Datatype[] = [
  string,
  boolean,
  concept,
  conceptList,
  domainValue,
  domainValueList,
  resourceInstance,
  resourceInstanceList,
  fileList,
  url,
  reference,
  plainDatatype('non-localized-string'),
  plainDatatype('number'),
  plainDatatype('date'),
  plainDatatype('edtf'),
  plainDatatype('geojson-feature-collection'),
  plainDatatype('annotation'),
  plainDatatype('node-value'),
  plainDatatype('bngcentrepoint'),
  plainDatatype('semantic'),
  plainDatatype('csv-chart-json'),
  plainDatatype('iiif-drawing'),
];

const byName = new Map(all.map((datatype) => [datatype.name, datatype]));

/** Whether values of a datatype are understood, not only kept. */
export function isKnownDatatype(name: string): boolean {
  return byName.has(name);
}

/**
 * The datatype of a name. One that is not known is carried through as it is and shown as it is written.
 * @param name as graphs write it, such as `concept-list`
 */
export function datatypeOf(name: string): Datatype {
  return byName.get(name) ?? plainDatatype(name);
}
