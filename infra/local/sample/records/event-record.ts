import type { PlaceEvent } from '../events/events.ts';
import { eventOrActivity } from '../model/event-or-activity.ts';
import { heritagePlace } from '../model/heritage-place.ts';
import { personOrOrganisation } from '../model/person-or-organisation.ts';
import { conceptValue } from '../thesaurus/concept-index.ts';
import { descriptionTile, nameTiles } from './names.ts';
import { references } from './references.ts';
import { resourceRecord, type SampleResource } from './resource-record.ts';

const PRESENCE = {
  model: heritagePlace.slug,
  property: 'P12_occurred_in_the_presence_of',
  inverse: 'P12i_was_present_at',
};

const PARTICIPANT = {
  model: personOrOrganisation.slug,
  property: 'P11_had_participant',
  inverse: 'P11i_participated_in',
};

/** Writes an event as a resource instance. */
export function eventRecord(event: PlaceEvent): SampleResource {
  const { key, participants = [] } = event;
  return resourceRecord(eventOrActivity, key, [
    ...nameTiles(event),
    descriptionTile(event.description),
    { group: 'event_type', values: { event_type: conceptValue(event.type) } },
    { group: 'event_time_span', values: { event_begin: event.begin, event_end: event.end } },
    { group: 'event_place', values: { event_place: references(PRESENCE, key, event.places) } },
    ...(participants.length === 0
      ? []
      : [
          {
            group: 'event_participant',
            values: { event_participant: references(PARTICIPANT, key, participants) },
          },
        ]),
  ]);
}
