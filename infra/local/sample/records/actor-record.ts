import type { Actor } from '../actors/actor.ts';
import { optionId } from '../model/options.ts';
import { personOrOrganisation } from '../model/person-or-organisation.ts';
import { conceptValue } from '../thesaurus/concept-index.ts';
import { descriptionTile, nameTiles } from './names.ts';
import { resourceRecord, type SampleResource, type TileDraft } from './resource-record.ts';

/** Writes a person or an organisation as a resource instance. */
export function actorRecord(actor: Actor): SampleResource {
  return resourceRecord(personOrOrganisation, actor.key, [
    ...nameTiles(actor),
    descriptionTile(actor.description),
    { group: 'actor_kind', values: { actor_kind: optionId('actor-kind', actor.kind) } },
    { group: 'actor_function', values: { actor_function: actor.functions.map(conceptValue) } },
    ...lifeTiles('beginning', actor.begin),
    ...lifeTiles('end', actor.end),
  ]);
}

function lifeTiles(group: 'beginning' | 'end', date: string | undefined): readonly TileDraft[] {
  return date === undefined ? [] : [{ group, values: { [`${group}_date`]: date } }];
}
