import { bilingual } from '../texts.ts';
import { fromCollection, referringTo } from './configurations.ts';
import { DATE_TIME } from './crm.ts';
import type { ModelDefinition } from './definition.ts';
import { descriptionGroup, namesGroup } from './names-and-description.ts';

/** What happened to heritage places after they were built. */
export const eventOrActivity: ModelDefinition = {
  slug: 'event-or-activity',
  name: bilingual('Event or Activity', 'Événement ou activité'),
  description: bilingual(
    'Openings, disasters, removals and restorations in the life of heritage places',
    'Ouvertures, catastrophes, déplacements et restaurations dans la vie des lieux patrimoniaux',
  ),
  class: 'E5_Event',
  icon: 'fa fa-calendar',
  color: '#4a7a3a',
  nodes: [
    namesGroup('event_name'),
    descriptionGroup,
    {
      key: 'event_type',
      name: 'Event type',
      property: 'P2_has_type',
      class: 'E55_Type',
      datatype: 'concept',
      config: fromCollection('event-types-collection'),
      group: { cardinality: '1', card: bilingual('Event type', 'Type d’événement') },
    },
    {
      key: 'event_time_span',
      name: 'Time-span',
      property: 'P4_has_time-span',
      class: 'E52_Time-Span',
      group: { cardinality: '1', card: bilingual('Time', 'Temps') },
      children: [
        {
          key: 'event_begin',
          name: 'Begin',
          property: 'P82a_begin_of_the_begin',
          class: DATE_TIME,
          datatype: 'date',
          config: { dateFormat: 'YYYY-MM-DD' },
        },
        {
          key: 'event_end',
          name: 'End',
          property: 'P82b_end_of_the_end',
          class: DATE_TIME,
          datatype: 'date',
          config: { dateFormat: 'YYYY-MM-DD' },
        },
      ],
    },
    {
      key: 'event_place',
      name: 'Places concerned',
      property: 'P12_occurred_in_the_presence_of',
      class: 'E18_Physical_Thing',
      datatype: 'resource-instance-list',
      config: referringTo({
        slug: 'heritage-place',
        name: 'Heritage Place',
        property: 'P12_occurred_in_the_presence_of',
        inverse: 'P12i_was_present_at',
      }),
      group: { cardinality: '1', card: bilingual('Places', 'Lieux') },
    },
    {
      key: 'event_participant',
      name: 'Participants',
      property: 'P11_had_participant',
      class: 'E39_Actor',
      datatype: 'resource-instance-list',
      config: referringTo({
        slug: 'person-or-organisation',
        name: 'Person or Organisation',
        property: 'P11_had_participant',
        inverse: 'P11i_participated_in',
      }),
      group: { cardinality: '1', card: bilingual('Participants', 'Participants') },
    },
  ],
  descriptors: {
    name: { group: 'names', template: '<Name>' },
    description: { group: 'description_statement', template: '<Description>' },
    map_popup: { group: 'description_statement', template: '<Description>' },
  },
};
