import { bilingual } from '../texts.ts';
import { labelled, referringTo } from './configurations.ts';
import { LITERAL } from './crm.ts';
import type { NodeDefinition } from './definition.ts';
import { optionConfig } from './options.ts';
import { knownDate } from './time-span.ts';

/** What was measured, how much, in which unit. */
export const dimension: NodeDefinition = {
  key: 'dimension',
  name: 'Dimension',
  property: 'P43_has_dimension',
  class: 'E54_Dimension',
  group: { cardinality: 'n', card: bilingual('Dimensions', 'Dimensions') },
  children: [
    {
      key: 'dimension_kind',
      name: 'Measured property',
      property: 'P2_has_type',
      class: 'E55_Type',
      datatype: 'domain-value',
      config: optionConfig('dimension-kind'),
    },
    {
      key: 'dimension_value',
      name: 'Dimension value',
      property: 'P90_has_value',
      class: LITERAL,
      datatype: 'number',
      fieldName: 'dimension',
    },
    {
      key: 'dimension_unit',
      name: 'Unit',
      property: 'P91_has_unit',
      class: 'E58_Measurement_Unit',
      datatype: 'domain-value',
      config: optionConfig('unit'),
    },
    {
      key: 'dimension_note',
      name: 'Note',
      property: 'P3_has_note',
      class: LITERAL,
      datatype: 'string',
    },
  ],
};

/** The entry of the World Heritage List that the place is, or is a part of. */
export const worldHeritage: NodeDefinition = {
  key: 'world_heritage',
  name: 'World Heritage inscription',
  property: 'P41i_was_classified_by',
  class: 'E17_Type_Assignment',
  group: { cardinality: '1', card: bilingual('World Heritage', 'Patrimoine mondial') },
  children: [
    {
      key: 'world_heritage_number',
      name: 'World Heritage List number',
      property: 'P48_has_preferred_identifier',
      class: 'E42_Identifier',
      datatype: 'non-localized-string',
      fieldName: 'whl_number',
    },
    knownDate(
      { key: 'world_heritage_inscribed', name: 'Inscribed', fieldName: 'inscribed' },
      'YYYY',
    ),
    {
      key: 'world_heritage_criteria',
      name: 'Criteria',
      property: 'P42_assigned',
      class: 'E55_Type',
      datatype: 'domain-value-list',
      config: optionConfig('criterion'),
    },
    {
      key: 'world_heritage_is_part',
      name: 'Part of a larger property',
      property: 'P3_has_note',
      class: LITERAL,
      datatype: 'boolean',
      config: labelled('Part of a larger property', 'The property itself'),
    },
  ],
};

/** The heritage place that this one is a part of. */
export const partOf: NodeDefinition = {
  key: 'part_of',
  name: 'Part of',
  property: 'P46i_forms_part_of',
  class: 'E18_Physical_Thing',
  datatype: 'resource-instance',
  config: referringTo({
    slug: 'heritage-place',
    name: 'Heritage Place',
    property: 'P46i_forms_part_of',
    inverse: 'P46_is_composed_of',
  }),
  group: { cardinality: '1', card: bilingual('Part of', 'Partie de') },
};

/** Pages about the place. */
export const webPage: NodeDefinition = {
  key: 'web_page',
  name: 'Web page',
  property: 'P129i_is_subject_of',
  class: 'E73_Information_Object',
  datatype: 'url',
  group: { cardinality: 'n', card: bilingual('Web pages', 'Pages web') },
};
