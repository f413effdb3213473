import type { Actor } from './actor.ts';

/** Architects, engineers, sculptors, restorers and builders. */
export const makers: readonly Actor[] = [
  maker('phidias', ['sculptor'], {
    name: { 'en-US': 'Phidias', 'fr-FR': 'Phidias', 'es-ES': 'Fidias' },
    description: { 'en-US': 'Athenian sculptor, who made the statue of Athena in the Parthenon.' },
    begin: '-0479~',
    end: '-0429~',
  }),
  maker('filippo-brunelleschi', ['architect', 'engineer', 'sculptor'], {
    name: { 'en-US': 'Filippo Brunelleschi', 'fr-FR': 'Filippo Brunelleschi' },
    description: {
      'en-US': 'Florentine goldsmith and architect, who vaulted the dome of the cathedral.',
      'fr-FR': 'Orfèvre et architecte florentin, qui lança la coupole de la cathédrale.',
    },
    begin: '1377',
    end: '1446-04-15',
  }),
  maker('pierre-paul-riquet', ['engineer'], {
    name: { 'en-US': 'Pierre-Paul Riquet', 'fr-FR': 'Pierre-Paul Riquet' },
    description: {
      'en-US': 'Salt tax collector of Languedoc who planned and dug the canal between two seas.',
      'fr-FR': 'Fermier des gabelles du Languedoc, qui conçut et creusa le canal des deux mers.',
    },
    end: '1680-10',
  }),
  maker('jules-hardouin-mansart', ['architect'], {
    name: { 'en-US': 'Jules Hardouin-Mansart', 'fr-FR': 'Jules Hardouin-Mansart' },
    description: { 'en-US': 'First architect of Louis XIV.' },
    begin: '1646-04-16',
    end: '1708-05-11',
  }),
  maker('abraham-darby-iii', ['builder'], {
    name: { 'en-US': 'Abraham Darby III', 'fr-FR': 'Abraham Darby III' },
    description: { 'en-US': 'Ironmaster of Coalbrookdale, who cast and built the Iron Bridge.' },
    begin: '1750-04-24',
    end: '1789',
  }),
  maker('eugene-viollet-le-duc', ['architect', 'restorer'], {
    name: { 'en-US': 'Eugène Viollet-le-Duc', 'fr-FR': 'Eugène Viollet-le-Duc' },
    description: {
      'en-US': 'French architect who restored, and completed, many medieval buildings.',
      'fr-FR': 'Architecte français qui restaura, et compléta, bien des édifices médiévaux.',
    },
    begin: '1814-01-27',
    end: '1879-09-17',
  }),
  maker('gustave-eiffel', ['engineer', 'builder'], {
    name: { 'en-US': 'Gustave Eiffel', 'fr-FR': 'Gustave Eiffel' },
    description: {
      'en-US': 'French engineer of bridges and towers of iron.',
      'fr-FR': 'Ingénieur français de ponts et de tours de fer.',
    },
    begin: '1832-12-15',
    end: '1923-12-27',
  }),
  maker('auguste-bartholdi', ['sculptor'], {
    name: { 'en-US': 'Frédéric Auguste Bartholdi', 'fr-FR': 'Frédéric Auguste Bartholdi' },
    description: { 'en-US': 'French sculptor, born in Colmar.' },
    begin: '1834-08-02',
    end: '1904-10-04',
  }),
  maker('antoni-gaudi', ['architect'], {
    name: { 'en-US': 'Antoni Gaudí', 'fr-FR': 'Antoni Gaudí', 'es-ES': 'Antoni Gaudí' },
    description: {
      'en-US': 'Catalan architect who gave the last years of his life to the Sagrada Família.',
      'es-ES': 'Arquitecto catalán que dedicó los últimos años de su vida a la Sagrada Familia.',
    },
    begin: '1852-06-25',
    end: '1926-06-10',
  }),
  maker('walter-gropius', ['architect'], {
    name: { 'en-US': 'Walter Gropius', 'de-DE': 'Walter Gropius' },
    description: {
      'en-US': 'Founder of the Bauhaus.',
      'de-DE': 'Gründer des Bauhauses.',
    },
    begin: '1883-05-18',
    end: '1969-07-05',
  }),
  maker('oscar-niemeyer', ['architect'], {
    name: { 'en-US': 'Oscar Niemeyer', 'fr-FR': 'Oscar Niemeyer' },
    description: { 'en-US': 'Architect of the public buildings of Brasília.' },
    begin: '1907-12-15',
    end: '2012-12-05',
  }),
  maker('jorn-utzon', ['architect'], {
    name: { 'en-US': 'Jørn Utzon', 'fr-FR': 'Jørn Utzon' },
    description: { 'en-US': 'Danish architect who won the competition for Sydney in 1957.' },
    begin: '1918-04-09',
    end: '2008-11-29',
  }),
];

function maker(
  key: string,
  functions: readonly string[],
  facts: Pick<Actor, 'name' | 'description' | 'begin' | 'end'>,
): Actor {
  return { key, kind: 'person', functions, ...facts };
}
