import { bilingual } from '../texts.ts';
import { fromCollection } from './configurations.ts';
import type { ModelDefinition, NodeDefinition } from './definition.ts';
import { descriptionGroup, namesGroup } from './names-and-description.ts';
import { optionConfig } from './options.ts';
import { uncertainDate } from './time-span.ts';

function lifeEvent(
  key: string,
  name: string,
  french: string,
  property: string,
  crmClass: string,
): NodeDefinition {
  return {
    key,
    name,
    property,
    class: crmClass,
    group: { cardinality: '1', card: bilingual(name, french) },
    children: [uncertainDate({ key: `${key}_date`, name: `${name} date`, fieldName: key })],
  };
}

/** Those who commissioned, designed, built or keep heritage places. */
export const personOrOrganisation: ModelDefinition = {
  slug: 'person-or-organisation',
  name: bilingual('Person or Organisation', 'Personne ou organisation'),
  description: bilingual(
    'Those who commissioned, designed, built or restored heritage places',
    'Celles et ceux qui ont commandé, conçu, bâti ou restauré des lieux patrimoniaux',
  ),
  class: 'E39_Actor',
  icon: 'fa fa-user',
  color: '#2f5d8c',
  nodes: [
    namesGroup('actor_name'),
    descriptionGroup,
    {
      key: 'actor_kind',
      name: 'Kind',
      property: 'P2_has_type',
      class: 'E55_Type',
      datatype: 'domain-value',
      config: optionConfig('actor-kind'),
      group: { cardinality: '1', card: bilingual('Kind', 'Genre') },
    },
    {
      key: 'actor_function',
      name: 'Function',
      property: 'P2_has_type',
      class: 'E55_Type',
      datatype: 'concept-list',
      config: fromCollection('functions-collection'),
      group: { cardinality: '1', card: bilingual('Functions', 'Fonctions') },
    },
    lifeEvent(
      'beginning',
      'Birth or foundation',
      'Naissance ou fondation',
      'P92i_was_brought_into_existence_by',
      'E63_Beginning_of_Existence',
    ),
    lifeEvent(
      'end',
      'Death or dissolution',
      'Mort ou dissolution',
      'P93i_was_taken_out_of_existence_by',
      'E64_End_of_Existence',
    ),
  ],
  descriptors: {
    name: { group: 'names', template: '<Name>' },
    description: { group: 'description_statement', template: '<Description>' },
    map_popup: { group: 'description_statement', template: '<Description>' },
  },
};
