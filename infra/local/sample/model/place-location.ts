import { bilingual } from '../texts.ts';
import { LITERAL } from './crm.ts';
import type { NodeDefinition } from './definition.ts';
import { optionConfig } from './options.ts';

/** Where a place is: in words once, and as geometry as often as it was drawn. */
export const location: NodeDefinition = {
  key: 'location',
  name: 'Location',
  property: 'P53_has_former_or_current_location',
  class: 'E53_Place',
  group: { cardinality: '1', card: bilingual('Location', 'Situation') },
  children: [
    {
      key: 'locality',
      name: 'Locality',
      property: 'P3_has_note',
      class: LITERAL,
      datatype: 'string',
    },
    {
      key: 'country',
      name: 'Country',
      property: 'P89_falls_within',
      class: 'E53_Place',
      children: [
        {
          key: 'country_name',
          name: 'Country name',
          property: 'P3_has_note',
          class: LITERAL,
          datatype: 'string',
          fieldName: 'country',
        },
      ],
    },
    {
      key: 'spatial_extent',
      name: 'Spatial extent',
      property: 'P121_overlaps_with',
      class: 'E53_Place',
      group: { cardinality: 'n', card: bilingual('Geometry', 'Géométrie') },
      children: [
        {
          key: 'geometry',
          name: 'Geometry',
          property: 'P168_place_is_defined_by',
          class: LITERAL,
          datatype: 'geojson-feature-collection',
        },
        {
          key: 'geometry_kind',
          name: 'Geometry kind',
          property: 'P2_has_type',
          class: 'E55_Type',
          datatype: 'domain-value',
          config: optionConfig('geometry-kind'),
          fieldName: 'geom_kind',
        },
      ],
    },
  ],
};
