import type { Place } from './place.ts';
import { centre, course, line, point, polygon, squareRing } from './shapes.ts';

export const northAndCentralAmerica: readonly Place[] = [
  {
    key: 'cliff-palace',
    name: { 'en-US': 'Cliff Palace, Mesa Verde', 'fr-FR': 'Cliff Palace de Mesa Verde' },
    types: ['cliff-dwelling'],
    materials: ['sandstone', 'timber'],
    description: {
      'en-US':
        'The largest of the cliff dwellings that Ancestral Pueblo people built in sheltered ' +
        'alcoves.',
      'fr-FR':
        'La plus grande des habitations que les anciens Pueblos bâtirent à l’abri des falaises.',
    },
    country: 'united-states',
    locality: 'Montezuma County, Colorado',
    phases: [{ date: '1190~/1280~' }],
    extents: [centre(-108.473, 37.1672)],
    worldHeritage: { number: '27', year: 1978, criteria: 'iii', isPart: true },
  },
  {
    key: 'statue-of-liberty',
    name: {
      'en-US': 'Statue of Liberty',
      'fr-FR': 'Statue de la Liberté',
      'es-ES': 'Estatua de la Libertad',
      'de-DE': 'Freiheitsstatue',
    },
    types: ['monument'],
    materials: ['copper', 'iron-and-steel', 'granite'],
    description: {
      'en-US':
        'A figure of copper sheets on an iron frame, a gift from France, in the harbour of New ' +
        'York.',
      'fr-FR':
        'Une figure de feuilles de cuivre sur une charpente de fer, don de la France, dans le ' +
        'port de New York.',
    },
    country: 'united-states',
    locality: 'New York',
    phases: [
      {
        date: '1875/1886',
        period: 'industrial-age',
        by: [
          { who: 'auguste-bartholdi', role: 'sculptor' },
          { who: 'gustave-eiffel', role: 'engineer' },
        ],
      },
    ],
    extents: [centre(-74.0445, 40.6892)],
    dimensions: [
      { kind: 'height', value: 46, unit: 'metre', note: { 'en-US': 'Figure alone' } },
      { kind: 'height', value: 93, unit: 'metre', note: { 'en-US': 'With the pedestal' } },
    ],
    worldHeritage: { number: '307', year: 1984, criteria: 'i vi', isPart: false },
  },
  {
    key: 'rideau-canal',
    name: { 'en-US': 'Rideau Canal', 'fr-FR': 'Canal Rideau' },
    types: ['canal'],
    materials: ['limestone'],
    description: {
      'en-US':
        'A slackwater canal from Ottawa to Lake Ontario, dug for military supply, in use ever ' +
        'since.',
      'fr-FR':
        'Un canal d’Ottawa au lac Ontario, creusé pour le ravitaillement militaire et en ' +
        'service depuis.',
    },
    country: 'canada',
    locality: 'Ottawa – Kingston',
    phases: [{ date: '1826/1832', period: 'industrial-age' }],
    extents: [
      course(
        [-75.697, 45.426],
        [-75.698, 45.369],
        [-75.796, 44.983],
        [-75.838, 44.916],
        [-76.022, 44.9],
        [-76.317, 44.65],
        [-76.238, 44.545],
        [-76.442, 44.293],
        [-76.478, 44.235],
      ),
    ],
    dimensions: [{ kind: 'length', value: 202, unit: 'kilometre' }],
    worldHeritage: { number: '1221', year: 2007, criteria: 'i iv', isPart: false },
  },
  {
    key: 'el-castillo',
    name: {
      'en-US': 'El Castillo, Chichen Itza',
      'fr-FR': 'El Castillo de Chichén Itzá',
      'es-ES': 'El Castillo de Chichén Itzá',
    },
    otherName: { 'en-US': 'Temple of Kukulcán', 'es-ES': 'Templo de Kukulcán' },
    types: ['pyramid', 'temple'],
    materials: ['limestone'],
    description: {
      'en-US':
        'A stepped pyramid with a stair on each side; at the equinoxes a shadow runs down one.',
      'es-ES':
        'Una pirámide escalonada con una escalera en cada lado; en los equinoccios una sombra ' +
        'baja por una de ellas.',
    },
    country: 'mexico',
    locality: 'Tinúm, Yucatán',
    phases: [{ date: '08XX/11XX' }],
    extents: [
      {
        kind: 'outline',
        shapes: [{ type: 'Polygon', coordinates: [squareRing(-88.5686, 20.683, 55.3)] }],
      },
    ],
    dimensions: [
      { kind: 'side', value: 55.3, unit: 'metre' },
      { kind: 'height', value: 30, unit: 'metre', note: { 'en-US': 'With the temple, about' } },
    ],
    worldHeritage: { number: '483', year: 1988, criteria: 'i ii iii', isPart: true },
  },
  {
    key: 'teotihuacan',
    name: { 'en-US': 'Teotihuacan', 'fr-FR': 'Teotihuacan', 'es-ES': 'Teotihuacán' },
    types: ['ancient-city', 'pyramid'],
    materials: ['volcanic-stone', 'earth'],
    description: {
      'en-US':
        'A planned city of the first centuries, with two great pyramids along an avenue. Its ' +
        'features: the Pyramids of the Sun and of the Moon, the Avenue of the Dead, the ' +
        'Ciudadela.',
      'es-ES':
        'Una ciudad trazada en los primeros siglos, con dos grandes pirámides en una avenida.',
    },
    country: 'mexico',
    locality: 'San Juan Teotihuacán',
    phases: [{ date: '0100~/0250~' }],
    extents: [
      {
        kind: 'parts',
        shapes: [
          point(-98.8439, 19.6925),
          point(-98.844, 19.6996),
          line([
            [-98.8489, 19.682],
            [-98.8465, 19.6905],
            [-98.8443, 19.6985],
          ]),
          polygon([
            [-98.8484, 19.6803],
            [-98.8447, 19.6796],
            [-98.8438, 19.6831],
            [-98.8475, 19.6838],
          ]),
        ],
      },
    ],
    worldHeritage: { number: '414', year: 1987, criteria: 'i ii iii iv vi', isPart: false },
  },
  {
    key: 'tikal-temple-i',
    name: {
      'en-US': 'Temple I, Tikal',
      'fr-FR': 'Temple I de Tikal',
      'es-ES': 'Templo I de Tikal',
    },
    otherName: { 'en-US': 'Temple of the Great Jaguar', 'es-ES': 'Templo del Gran Jaguar' },
    types: ['pyramid', 'tomb'],
    materials: ['limestone'],
    description: {
      'en-US': 'A steep Maya pyramid over the tomb of a king, on the main plaza of Tikal.',
    },
    country: 'guatemala',
    locality: 'Petén',
    phases: [{ date: '0732~' }],
    extents: [centre(-89.623, 17.2221)],
    dimensions: [{ kind: 'height', value: 47, unit: 'metre', note: { 'en-US': 'About' } }],
    worldHeritage: { number: '64', year: 1979, criteria: 'i iii ix x', isPart: true },
  },
];
