import { bilingual } from '../texts.ts';
import { concept, type SchemeDefinition } from './definition.ts';

const religious = concept('religious-building', 'Religious building', 'Édifice religieux', {
  narrower: [
    concept('church', 'Church', 'Église', {
      narrower: [
        concept('cathedral', 'Cathedral', 'Cathédrale', {
          note: bilingual(
            'The church in which a bishop has his seat; in speech also other great churches.',
            'Église où siège un évêque ; dans l’usage, aussi d’autres grandes églises.',
          ),
        }),
        concept('basilica', 'Basilica', 'Basilique'),
        concept('rock-hewn-church', 'Rock-hewn church', 'Église rupestre', {
          note: bilingual(
            'Not built but cut out of the living rock.',
            'Non pas bâtie, mais taillée dans la roche en place.',
          ),
        }),
      ],
    }),
    concept('monastery', 'Monastery', 'Monastère', {
      alternative: bilingual('Abbey', 'Abbaye'),
    }),
    concept('mosque', 'Mosque', 'Mosquée'),
    concept('temple', 'Temple', 'Temple'),
    concept('stupa', 'Stupa', 'Stoupa', {
      note: bilingual(
        'A mound or tower that holds relics and is walked around.',
        'Tertre ou tour qui renferme des reliques et dont on fait le tour.',
      ),
    }),
    concept('shrine', 'Shrine', 'Sanctuaire'),
  ],
});

const defensive = concept('defensive-work', 'Defensive work', 'Ouvrage défensif', {
  narrower: [
    concept('castle', 'Castle', 'Château fort', { related: ['palace'] }),
    concept('fortified-wall', 'Fortified wall', 'Mur fortifié', {
      alternative: bilingual('Frontier wall', 'Mur frontière'),
    }),
    concept('tower', 'Tower', 'Tour'),
    concept('fortified-village', 'Fortified village', 'Village fortifié', {
      alternative: bilingual('Ksar', 'Ksar'),
    }),
  ],
});

const civil = concept('civil-building', 'Civil building', 'Édifice civil', {
  narrower: [
    concept('palace', 'Palace', 'Palais', { related: ['castle'] }),
    concept('amphitheatre', 'Amphitheatre', 'Amphithéâtre'),
    concept('performing-arts-building', 'Performing arts building', 'Salle de spectacle'),
    concept('exhibition-hall', 'Exhibition hall', 'Palais d’exposition'),
    concept('school', 'School building', 'Bâtiment d’enseignement'),
    concept('monument', 'Monument', 'Monument', {
      note: bilingual(
        'Built so that something is remembered or shown, not to be lived in.',
        'Élevé pour rappeler ou montrer quelque chose, non pour y vivre.',
      ),
    }),
  ],
});

const engineering = concept('engineering-work', 'Engineering work', 'Ouvrage d’art', {
  narrower: [
    concept('bridge', 'Bridge', 'Pont', { related: ['aqueduct'] }),
    concept('aqueduct', 'Aqueduct', 'Aqueduc', { related: ['bridge'] }),
    concept('canal', 'Canal', 'Canal'),
    concept('road', 'Road', 'Route'),
    concept('mine', 'Mine', 'Mine'),
  ],
});

const archaeological = concept('archaeological-site', 'Archaeological site', 'Site archéologique', {
  narrower: [
    concept('ancient-city', 'Ancient city', 'Cité antique'),
    concept('megalithic-monument', 'Megalithic monument', 'Monument mégalithique', {
      note: bilingual(
        'Made of large stones that were hardly dressed or not at all.',
        'Fait de grandes pierres peu ou pas taillées.',
      ),
      related: ['tomb'],
    }),
    concept('pyramid', 'Pyramid', 'Pyramide', { related: ['tomb', 'temple'] }),
    concept('tomb', 'Tomb', 'Tombe', { alternative: bilingual('Mausoleum', 'Mausolée') }),
    concept('cliff-dwelling', 'Cliff dwelling', 'Habitat troglodytique'),
  ],
});

/** What kind of place a heritage place is, in up to three levels. */
export const placeTypes: SchemeDefinition = {
  key: 'place-types',
  title: bilingual('Types of heritage places', 'Types de lieux patrimoniaux'),
  description: bilingual(
    'A short classification of the places of the sample data by what they were made for.',
    'Une brève classification des lieux de l’exemple, selon ce pour quoi ils furent faits.',
  ),
  topConcepts: [religious, defensive, civil, engineering, archaeological],
};
