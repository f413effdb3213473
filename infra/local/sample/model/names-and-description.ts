import { bilingual } from '../texts.ts';
import { fromCollection } from './configurations.ts';
import { LITERAL } from './crm.ts';
import type { NodeDefinition } from './definition.ts';

/**
 * The names of a thing, one a tile, with what kind of name it is.
 * @param fieldName what the name is called in exported data
 */
export function namesGroup(fieldName: string): NodeDefinition {
  return {
    key: 'names',
    name: 'Names',
    property: 'P1_is_identified_by',
    class: 'E41_Appellation',
    group: { cardinality: 'n', card: bilingual('Names', 'Noms') },
    children: [
      {
        key: 'name',
        name: 'Name',
        property: 'P3_has_note',
        class: LITERAL,
        datatype: 'string',
        fieldName,
        isRequired: true,
      },
      {
        key: 'name_type',
        name: 'Name type',
        property: 'P2_has_type',
        class: 'E55_Type',
        datatype: 'concept',
        config: fromCollection('name-types-collection'),
      },
    ],
  };
}

/** A short description, in several languages in one tile. */
export const descriptionGroup: NodeDefinition = {
  key: 'description_statement',
  name: 'Description statement',
  property: 'P67i_is_referred_to_by',
  class: 'E33_Linguistic_Object',
  group: { cardinality: '1', card: bilingual('Description', 'Description') },
  children: [
    {
      key: 'description',
      name: 'Description',
      property: 'P3_has_note',
      class: LITERAL,
      datatype: 'string',
    },
  ],
};
