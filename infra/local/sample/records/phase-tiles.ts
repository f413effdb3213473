import { personOrOrganisation } from '../model/person-or-organisation.ts';
import type { Contribution, Phase } from '../places/place.ts';
import { stringValue } from '../texts.ts';
import { conceptValue } from '../thesaurus/concept-index.ts';
import { references } from './references.ts';
import type { TileDraft } from './resource-record.ts';

const CARRIED_OUT_BY = {
  model: personOrOrganisation.slug,
  property: 'P14_carried_out_by',
  inverse: 'P14i_performed',
};

/**
 * The tile of a phase of building, with a tile below for each contribution, and one below that for
 * each source.
 * @param from names the phase among those of all places
 */
export function phaseTile({ date, period, note, by = [] }: Phase, from: string): TileDraft {
  return {
    group: 'construction',
    values: {
      construction_date: date,
      ...(period === undefined ? {} : { construction_period: conceptValue(period) }),
      ...(note === undefined ? {} : { construction_note: stringValue(note) }),
    },
    below: by.map((contribution) => contributionTile(contribution, from)),
  };
}

function contributionTile({ who, role, sources = [] }: Contribution, from: string): TileDraft {
  return {
    group: 'contribution',
    values: {
      contributor: references(CARRIED_OUT_BY, from, [who]),
      contribution_role: conceptValue(role),
    },
    below: sources.map((title) => ({
      group: 'contribution_source',
      values: { source_title: stringValue(title) },
    })),
  };
}
