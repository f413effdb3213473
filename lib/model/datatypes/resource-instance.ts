import type { Datatype } from './datatype.ts';
import { resourceTextCodec } from './codecs/read-resource-references.ts';
import {
  resourceLinkedCodec,
  displayResourceNames,
  displayResourceColumn,
  findResourceReferenceProblems,
  collectResourceReferences,
} from './codecs/resource-references.ts';
import { emptyAsNull } from './values/validate-list.ts';
import { restrictToNonEmptyStrings } from './values/json-values.ts';

/**
 * A reference to another resource instance, displayed by its name: `[{"resourceId", "ontologyProperty",
 * "inverseOntologyProperty", "resourceXresourceId"}]`; only an id in older data.
 */
export const resourceInstanceDatatype: Datatype = {
  name: 'resource-instance',
  searchedBy: 'ids',
  holds: 'resource instances',
  columnText: { as: 'resource instance', each: '$[*]' },
  comparisonPaths: restrictToNonEmptyStrings('$[*].resourceId', '$[*]'),
  widget: '31f3728c-7613-11e7-a139-784f435179ea',
  display: displayResourceNames,
  columnDisplay: displayResourceColumn,
  references: collectResourceReferences,
  validate: findResourceReferenceProblems,
  normalise: emptyAsNull,
  textCodec: resourceTextCodec,
  linkedCodec: resourceLinkedCodec,
};

/** Several references, in the same form. */
export const resourceInstanceListDatatype: Datatype = {
  ...resourceInstanceDatatype,
  name: 'resource-instance-list',
  searchedBy: 'ids',
  widget: 'ff3c400a-76ec-11e7-a793-784f435179ea',
};
