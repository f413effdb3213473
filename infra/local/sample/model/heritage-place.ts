import { bilingual } from '../texts.ts';
import { fromCollection } from './configurations.ts';
import type { ModelDefinition } from './definition.ts';
import { construction } from './place-construction.ts';
import { condition, custodian, recordKeeping } from './place-custody.ts';
import { location } from './place-location.ts';
import { dimension, partOf, webPage, worldHeritage } from './place-designation.ts';
import { descriptionGroup, namesGroup } from './names-and-description.ts';

/** Buildings, sites, routes and landscapes. */
export const heritagePlace: ModelDefinition = {
  slug: 'heritage-place',
  name: bilingual('Heritage Place', 'Lieu patrimonial'),
  description: bilingual(
    'Buildings, sites, routes and landscapes that people keep for those who come after them',
    'Édifices, sites, routes et paysages que l’on garde pour les générations à venir',
  ),
  class: 'E27_Site',
  icon: 'fa fa-university',
  color: '#8c4a2f',
  nodes: [
    namesGroup('place_name'),
    descriptionGroup,
    {
      key: 'place_type',
      name: 'Place type',
      property: 'P2_has_type',
      class: 'E55_Type',
      datatype: 'concept-list',
      config: fromCollection('place-types-collection'),
      fieldName: 'place_type',
      group: { cardinality: '1', card: bilingual('Place type', 'Type de lieu') },
    },
    {
      key: 'material',
      name: 'Material',
      property: 'P45_consists_of',
      class: 'E57_Material',
      datatype: 'concept-list',
      config: fromCollection('materials-collection'),
      group: { cardinality: '1', card: bilingual('Materials', 'Matériaux') },
    },
    location,
    construction,
    dimension,
    worldHeritage,
    partOf,
    webPage,
    condition,
    custodian,
    recordKeeping,
  ],
  descriptors: {
    name: { group: 'names', template: '<Name>' },
    description: { group: 'description_statement', template: '<Description>' },
    map_popup: { group: 'location', template: '<Locality>, <Country name>' },
  },
};
