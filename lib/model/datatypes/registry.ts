import { annotationDatatype } from './annotation.ts';
import { bngCentrePointDatatype } from './bngcentrepoint.ts';
import { booleanDatatype } from './boolean.ts';
import { conceptDatatype, conceptListDatatype } from './concept.ts';
import type { Datatype } from './datatype.ts';
import { dateDatatype } from './date.ts';
import { domainValueDatatype, domainValueListDatatype } from './domain-value.ts';
import { edtfDatatype } from './edtf.ts';
import { fileListDatatype } from './file-list.ts';
import { geojsonFeatureCollectionDatatype } from './geojson-feature-collection.ts';
import { preserveStoredValue } from './codecs/preserve-stored-value.ts';
import { nodeValueDatatype } from './node-value.ts';
import { nonLocalizedStringDatatype } from './non-localized-string.ts';
import { numberDatatype } from './number.ts';
import { jsonLinkedCodec } from './codecs/literals.ts';
import { jsonTextCodec } from './codecs/text-codecs.ts';
import { formatAsText } from './values/json-values.ts';
import { referenceDatatype } from './reference.ts';
import { resourceInstanceDatatype, resourceInstanceListDatatype } from './resource-instance.ts';
import { semanticDatatype } from './semantic.ts';
import { stringDatatype } from './string.ts';
import { urlDatatype } from './url.ts';

/** Creates a datatype for values that are stored unchanged and displayed as text or JSON. */
function createOpaqueDatatype(name: string): Datatype {
  return {
    name,
    display: formatAsText,
    validate: () => [],
    normalise: (value) => value,
    textCodec: jsonTextCodec,
    linkedCodec: jsonLinkedCodec,
  };
}

/** The datatypes of the service. */
export const builtInDatatypes: readonly Datatype[] = [
  semanticDatatype,
  stringDatatype,
  nonLocalizedStringDatatype,
  numberDatatype,
  dateDatatype,
  edtfDatatype,
  booleanDatatype,
  conceptDatatype,
  conceptListDatatype,
  domainValueDatatype,
  domainValueListDatatype,
  resourceInstanceDatatype,
  resourceInstanceListDatatype,
  geojsonFeatureCollectionDatatype,
  fileListDatatype,
  urlDatatype,
  nodeValueDatatype,
  annotationDatatype,
  referenceDatatype,
  bngCentrePointDatatype,
  createOpaqueDatatype('csv-chart-json'),
  createOpaqueDatatype('iiif-drawing'),
].map(preserveStoredValue);

const datatypesByName = new Map(builtInDatatypes.map((datatype) => [datatype.name, datatype]));

/** Whether the service defines a datatype. Values of other datatypes are stored unchanged. */
export function isBuiltInDatatype(name: string): boolean {
  return datatypesByName.has(name);
}

/**
 * Returns the datatype of a name. For a name that the service does not define, it is one that keeps values unchanged.
 * @rule Writing: What does a datatype check, store and display?
 */
export function datatypeOf(name: string): Datatype {
  return datatypesByName.get(name) ?? preserveStoredValue(createOpaqueDatatype(name));
}
