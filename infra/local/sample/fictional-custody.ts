/**
 * What an owner would keep from the public. None of it is true: no such assessment was made and no
 * such person exists. Each text says so itself, because texts travel further than this file.
 */
export type FictionalCustody = {
  /** Key of a heritage place. */
  readonly place: string;
  readonly risk: {
    readonly level: 'low' | 'medium' | 'high';
    readonly statement: string;
    readonly assessedOn: string;
    readonly measures: readonly string[];
  };
  readonly contact: { readonly name: string; readonly email: string };
};

export const fictionalCustody: readonly FictionalCustody[] = [
  {
    place: 'stonehenge',
    risk: {
      level: 'low',
      statement: '[Fictional] Burrowing animals loosen the bank on the north side.',
      assessedOn: '2024-03-11',
      measures: ['[Fictional] Walk the bank every spring and note new burrows.'],
    },
    contact: { name: 'Ada Example (fictional)', email: 'ada@example.org' },
  },
  {
    place: 'charles-bridge',
    risk: {
      level: 'medium',
      statement: '[Fictional] Water stands behind the parapet after heavy rain.',
      assessedOn: '2024-05-02',
      measures: [
        '[Fictional] Clear the outlets twice a year.',
        '[Fictional] Renew the seal below the paving of the second arch.',
      ],
    },
    contact: { name: 'Bohumil Example (fictional)', email: 'bohumil@example.org' },
  },
  {
    place: 'great-mosque-djenne',
    risk: {
      level: 'medium',
      statement: '[Fictional] One gutter of the east wall leaks into the plaster.',
      assessedOn: '2023-11-20',
      measures: ['[Fictional] Set the gutter anew before the rains.'],
    },
    contact: { name: 'Coumba Example (fictional)', email: 'coumba@example.org' },
  },
  {
    place: 'himeji-castle',
    risk: {
      level: 'low',
      statement: '[Fictional] Two roof tiles of the small keep are cracked.',
      assessedOn: '2024-09-30',
      measures: ['[Fictional] Replace the tiles at the next scaffold.'],
    },
    contact: { name: 'Daichi Example (fictional)', email: 'daichi@example.org' },
  },
  {
    place: 'machu-picchu',
    risk: {
      level: 'high',
      statement: '[Fictional] A terrace wall bulges after an invented landslide.',
      assessedOn: '2024-02-14',
      measures: [
        '[Fictional] Close the path below for a season.',
        '[Fictional] Take down and rebuild three metres of the wall.',
      ],
    },
    contact: { name: 'Elena Example (fictional)', email: 'elena@example.org' },
  },
  {
    place: 'sydney-opera-house',
    risk: {
      level: 'low',
      statement: '[Fictional] A few joints between tiles need to be filled.',
      assessedOn: '2024-07-08',
      measures: [],
    },
    contact: { name: 'Frances Example (fictional)', email: 'frances@example.org' },
  },
];
