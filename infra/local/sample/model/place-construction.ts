import { bilingual } from '../texts.ts';
import { fromCollection, referringTo } from './configurations.ts';
import { LITERAL } from './crm.ts';
import type { NodeDefinition } from './definition.ts';
import { uncertainDate } from './time-span.ts';

const source: NodeDefinition = {
  key: 'contribution_source',
  name: 'Contribution source',
  property: 'P70i_is_documented_in',
  class: 'E31_Document',
  group: { cardinality: 'n', card: bilingual('Sources', 'Sources') },
  children: [
    {
      key: 'source_title',
      name: 'Source title',
      property: 'P3_has_note',
      class: LITERAL,
      datatype: 'string',
    },
  ],
};

const contribution: NodeDefinition = {
  key: 'contribution',
  name: 'Contribution',
  property: 'P9_consists_of',
  class: 'E7_Activity',
  group: { cardinality: 'n', card: bilingual('Contributions', 'Contributions') },
  children: [
    {
      key: 'contributor',
      name: 'Contributor',
      property: 'P14_carried_out_by',
      class: 'E39_Actor',
      datatype: 'resource-instance',
      config: referringTo({
        slug: 'person-or-organisation',
        name: 'Person or Organisation',
        property: 'P14_carried_out_by',
        inverse: 'P14i_performed',
      }),
      fieldName: 'contributor',
    },
    {
      key: 'contribution_role',
      name: 'Role',
      property: 'P2_has_type',
      class: 'E55_Type',
      datatype: 'concept',
      config: fromCollection('functions-collection'),
    },
    source,
  ],
};

/** How a place came to be, a tile for each phase, with who did what and how that is known. */
export const construction: NodeDefinition = {
  key: 'construction',
  name: 'Construction',
  property: 'P92i_was_brought_into_existence_by',
  class: 'E12_Production',
  group: { cardinality: 'n', card: bilingual('Construction', 'Construction') },
  children: [
    uncertainDate({ key: 'construction_date', name: 'Construction date', fieldName: 'built' }),
    {
      key: 'construction_period',
      name: 'Period',
      property: 'P10_falls_within',
      class: 'E4_Period',
      datatype: 'concept',
      config: fromCollection('periods-collection'),
    },
    {
      // Named like the note of a dimension: exports join the values of both.
      key: 'construction_note',
      name: 'Note',
      property: 'P3_has_note',
      class: LITERAL,
      datatype: 'string',
    },
    contribution,
  ],
};
