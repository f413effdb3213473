import type { Place } from './place.ts';
import { centre, outline } from './shapes.ts';

export const westAndSouthAsia: readonly Place[] = [
  {
    key: 'khazneh-petra',
    name: {
      'en-US': 'Al-Khazneh, Petra',
      'fr-FR': 'Khazneh de Pétra',
      'es-ES': 'Khazneh de Petra',
    },
    localName: { 'ar-EG': 'الخزنة' },
    otherName: { 'en-US': 'The Treasury' },
    types: ['tomb', 'ancient-city'],
    materials: ['sandstone'],
    description: {
      'en-US': 'A Nabataean façade cut into a red cliff where the gorge into Petra ends.',
      'fr-FR':
        'Une façade nabatéenne taillée dans une falaise rouge, là où finit le défilé de Pétra.',
    },
    country: 'jordan',
    locality: 'Wadi Musa',
    phases: [{ date: '0001~/0040~', period: 'antiquity' }],
    extents: [centre(35.4516, 30.3221)],
    worldHeritage: { number: '326', year: 1985, criteria: 'i iii iv', isPart: true },
  },
  {
    key: 'krak-des-chevaliers',
    name: { 'en-US': 'Krak des Chevaliers', 'fr-FR': 'Krak des Chevaliers' },
    localName: { 'ar-EG': 'قلعة الحصن' },
    types: ['castle'],
    materials: ['limestone'],
    description: {
      'en-US':
        'A concentric hilltop castle that the Knights Hospitaller enlarged and Mamluk builders ' +
        'kept up.',
      'fr-FR':
        'Un château concentrique sur une hauteur, agrandi par les Hospitaliers et entretenu par ' +
        'les Mamelouks.',
    },
    country: 'syria',
    locality: 'Al-Husn',
    phases: [{ date: '1142/1271', by: [{ who: 'knights-hospitaller', role: 'builder' }] }],
    extents: [centre(36.2949, 34.7569)],
    worldHeritage: { number: '1229', year: 2006, criteria: 'ii iv', isPart: true },
  },
  {
    key: 'persepolis',
    name: { 'en-US': 'Persepolis', 'fr-FR': 'Persépolis', 'es-ES': 'Persépolis' },
    types: ['ancient-city', 'palace'],
    materials: ['limestone', 'earth'],
    description: {
      'en-US':
        'The terrace of audience halls and palaces of the Achaemenid kings, burned in 330 BCE.',
      'fr-FR':
        'La terrasse des salles d’audience et palais des rois achéménides, brûlée en 330 avant ' +
        'notre ère.',
    },
    country: 'iran',
    locality: 'Marvdasht',
    phases: [
      { date: '-0517~/-0449~', period: 'antiquity', by: [{ who: 'darius-i', role: 'patron' }] },
    ],
    extents: [centre(52.8914, 29.9352)],
    worldHeritage: { number: '114', year: 1979, criteria: 'i iii vi', isPart: false },
  },
  {
    key: 'naqsh-e-jahan',
    name: {
      'en-US': 'Naqsh-e Jahan Square, Isfahan',
      'fr-FR': 'Place Naghch-e Djahan d’Ispahan',
    },
    otherName: { 'en-US': 'Meidan Emam' },
    types: ['palace', 'mosque'],
    materials: ['brick'],
    description: {
      'en-US':
        'A long square framed by arcades, with a mosque, a palace, a chapel mosque and the bazaar.',
      'fr-FR': 'Une longue place bordée d’arcades, avec deux mosquées, un palais et le bazar.',
    },
    country: 'iran',
    locality: { 'en-US': 'Isfahan', 'fr-FR': 'Ispahan' },
    phases: [{ date: '1598~/1629' }],
    extents: [
      outline([51.6767, 32.6552], [51.6786, 32.6552], [51.6786, 32.6602], [51.6767, 32.6602]),
    ],
    worldHeritage: { number: '115', year: 1979, criteria: 'i v vi', isPart: false },
  },
  {
    key: 'taj-mahal',
    name: {
      'en-US': 'Taj Mahal',
      'fr-FR': 'Taj Mahal',
      'es-ES': 'Taj Mahal',
      'de-DE': 'Tadsch Mahal',
    },
    types: ['tomb'],
    materials: ['marble', 'sandstone', 'brick'],
    description: {
      'en-US':
        'The tomb that the Mughal emperor Shah Jahan had built for Mumtaz Mahal on the bank of ' +
        'the Yamuna, of white marble inlaid with stones.',
      'fr-FR':
        'Le tombeau que l’empereur moghol Shâh Jahân fit bâtir pour Mumtaz Mahal au bord de la ' +
        'Yamuna, en marbre blanc incrusté de pierres.',
    },
    country: 'india',
    locality: 'Agra',
    phases: [
      {
        date: '1632/1653~',
        by: [{ who: 'shah-jahan', role: 'patron' }],
      },
    ],
    extents: [centre(78.0421, 27.1751)],
    dimensions: [{ kind: 'height', value: 73, unit: 'metre', note: { 'en-US': 'About' } }],
    worldHeritage: { number: '252', year: 1983, criteria: 'i', isPart: false },
  },
  {
    key: 'sigiriya',
    name: { 'en-US': 'Sigiriya', 'fr-FR': 'Sigirîya' },
    types: ['palace', 'castle'],
    materials: ['brick', 'granite'],
    description: {
      'en-US': 'A palace on top of a sheer rock, above water gardens and a gallery of paintings.',
      'fr-FR': 'Un palais au sommet d’un rocher à pic, au-dessus de jardins d’eau et de peintures.',
    },
    country: 'sri-lanka',
    locality: 'Matale District',
    phases: [{ date: '0477~/0495~' }],
    extents: [centre(80.76, 7.957)],
    worldHeritage: { number: '202', year: 1982, criteria: 'ii iii iv', isPart: false },
  },
];
