import { heritagePlace } from '../model/heritage-place.ts';
import { optionId } from '../model/options.ts';
import { countries } from '../places/countries.ts';
import type { Dimension, Place, WorldHeritage } from '../places/place.ts';
import { stringValue } from '../texts.ts';
import { conceptValue } from '../thesaurus/concept-index.ts';
import { custodyTiles } from './custody-tiles.ts';
import { featureCollection } from './features.ts';
import { descriptionTile, inBoth, nameTiles } from './names.ts';
import { phaseTile } from './phase-tiles.ts';
import { references } from './references.ts';
import { resourceRecord, type SampleResource, type TileDraft } from './resource-record.ts';

const PART_OF = {
  model: heritagePlace.slug,
  property: 'P46i_forms_part_of',
  inverse: 'P46_is_composed_of',
};

/** Writes a heritage place as a resource instance. */
export function placeRecord(place: Place): SampleResource {
  return resourceRecord(heritagePlace, place.key, [
    ...nameTiles(place),
    descriptionTile(place.description),
    { group: 'place_type', values: { place_type: place.types.map(conceptValue) } },
    ...materialTiles(place),
    locationTile(place),
    ...place.phases.map((phase, position) => phaseTile(phase, `${place.key} ${position}`)),
    ...(place.dimensions ?? []).map(dimensionTile),
    ...worldHeritageTiles(place.worldHeritage),
    ...partOfTiles(place),
    ...webPageTiles(place),
    ...custodyTiles(place),
  ]);
}

function materialTiles({ materials = [] }: Place): readonly TileDraft[] {
  if (materials.length === 0) return [];
  return [{ group: 'material', values: { material: materials.map(conceptValue) } }];
}

function locationTile({ key, locality, country, extents }: Place): TileDraft {
  return {
    group: 'location',
    values: {
      locality: stringValue(inBoth(locality)),
      country_name: stringValue(countries[country]),
    },
    below: extents.map((extent, position) => ({
      group: 'spatial_extent',
      values: {
        geometry: featureCollection(extent.shapes, `${key} ${position}`),
        geometry_kind: optionId('geometry-kind', extent.kind),
      },
    })),
  };
}

function dimensionTile({ kind, value, unit, note }: Dimension): TileDraft {
  return {
    group: 'dimension',
    values: {
      dimension_kind: optionId('dimension-kind', kind),
      dimension_value: value,
      dimension_unit: optionId('unit', unit),
      ...(note === undefined ? {} : { dimension_note: stringValue(note) }),
    },
  };
}

function worldHeritageTiles(listing: WorldHeritage | undefined): readonly TileDraft[] {
  if (listing === undefined) return [];
  const { number, year, criteria, isPart } = listing;
  const values = {
    world_heritage_number: number,
    world_heritage_inscribed: String(year),
    world_heritage_criteria: criteria.split(' ').map((key) => optionId('criterion', key)),
    world_heritage_is_part: isPart,
  };
  return [{ group: 'world_heritage', values }];
}

function partOfTiles({ key, partOf }: Place): readonly TileDraft[] {
  if (partOf === undefined) return [];
  return [{ group: 'part_of', values: { part_of: references(PART_OF, key, [partOf]) } }];
}

function webPageTiles({ worldHeritage }: Place): readonly TileDraft[] {
  if (worldHeritage === undefined) return [];
  const { number } = worldHeritage;
  const page = {
    url: `https://whc.unesco.org/en/list/${number}`,
    url_label: `World Heritage List, no. ${number}`,
  };
  return [{ group: 'web_page', values: { web_page: page } }];
}
