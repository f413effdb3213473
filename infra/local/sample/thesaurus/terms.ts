import { bilingual } from '../texts.ts';
import { concept, type SchemeDefinition } from './definition.ts';

const materials = concept('materials', 'Materials', 'Matériaux', {
  narrower: [
    concept('stone', 'Stone', 'Pierre', {
      narrower: [
        concept('limestone', 'Limestone', 'Calcaire', { related: ['marble'] }),
        concept('sandstone', 'Sandstone', 'Grès'),
        concept('granite', 'Granite', 'Granite'),
        concept('marble', 'Marble', 'Marbre', { related: ['limestone'] }),
        concept('volcanic-stone', 'Volcanic stone', 'Pierre volcanique'),
      ],
    }),
    concept('earth', 'Earth', 'Terre', {
      alternative: bilingual('Mud brick', 'Brique crue'),
      note: bilingual(
        'Raw earth, as dried bricks or rammed, without firing.',
        'Terre crue, en briques séchées ou damée, sans cuisson.',
      ),
    }),
    concept('brick', 'Brick', 'Brique'),
    concept('timber', 'Timber', 'Bois'),
    concept('iron-and-steel', 'Iron and steel', 'Fer et acier'),
    concept('copper', 'Copper', 'Cuivre'),
    concept('concrete', 'Concrete', 'Béton'),
  ],
});

const periods = concept('periods', 'Periods and styles', 'Périodes et styles', {
  narrower: [
    concept('neolithic', 'Neolithic', 'Néolithique'),
    concept('antiquity', 'Antiquity', 'Antiquité', {
      narrower: [
        concept('ancient-egyptian', 'Ancient Egyptian', 'Égypte ancienne'),
        concept('classical-greek', 'Classical Greek', 'Grèce classique'),
        concept('roman', 'Roman', 'Romain'),
      ],
    }),
    concept('romanesque', 'Romanesque', 'Roman', { related: ['gothic'] }),
    concept('gothic', 'Gothic', 'Gothique', {
      note: bilingual(
        'In Europe from about 1140; taken up again in the nineteenth century.',
        'En Europe à partir de 1140 environ ; repris au XIXe siècle.',
      ),
      related: ['romanesque'],
    }),
    concept('renaissance', 'Renaissance', 'Renaissance'),
    concept('baroque', 'Baroque', 'Baroque'),
    concept('industrial-age', 'Industrial age', 'Âge industriel'),
    concept('modernism', 'Modernism', 'Modernisme'),
  ],
});

const functions = concept('functions', 'Functions of people', 'Fonctions des personnes', {
  narrower: [
    concept('patron', 'Patron', 'Commanditaire', {
      note: bilingual('Who ordered the work and paid for it.', 'Qui a commandé et payé l’ouvrage.'),
    }),
    concept('architect', 'Architect', 'Architecte', { related: ['engineer'] }),
    concept('engineer', 'Engineer', 'Ingénieur', { related: ['architect'] }),
    concept('sculptor', 'Sculptor', 'Sculpteur'),
    concept('restorer', 'Restorer', 'Restaurateur'),
    concept('builder', 'Builder', 'Constructeur'),
  ],
});

const nameTypes = concept('name-types', 'Types of names', 'Types de noms', {
  narrower: [
    concept('primary-name', 'Primary name', 'Nom principal'),
    concept('local-name', 'Local name', 'Nom local'),
    concept('alternative-name', 'Alternative name', 'Autre nom'),
  ],
});

const eventTypes = concept('event-types', 'Types of events', 'Types d’événements', {
  narrower: [
    concept('opening', 'Opening', 'Ouverture'),
    concept('destruction', 'Destruction', 'Destruction', { related: ['restoration'] }),
    concept('restoration', 'Restoration', 'Restauration', { related: ['destruction'] }),
    concept('relocation', 'Relocation', 'Déplacement'),
    concept('agreement', 'Signing of an agreement', 'Signature d’un accord'),
  ],
});

const relationTypes = concept('relation-types', 'Types of relations', 'Types de relations', {
  narrower: [
    concept(
      'same-listing',
      'In the same World Heritage property',
      'Dans le même bien du patrimoine',
    ),
    concept('same-creator', 'By the same hand', 'De la même main'),
    concept('neighbour', 'Neighbour of', 'Voisin de'),
  ],
});

/** The other vocabularies that the sample models choose from. */
export const terms: SchemeDefinition = {
  key: 'terms',
  title: bilingual('Terms for heritage records', 'Termes pour les fiches patrimoniales'),
  description: bilingual(
    'Materials, periods, functions and kinds of names, events and relations.',
    'Matériaux, périodes, fonctions et genres de noms, d’événements et de relations.',
  ),
  topConcepts: [materials, periods, functions, nameTypes, eventTypes, relationTypes],
};
