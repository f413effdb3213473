import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { DocumentedService } from './service.ts';

/** What readers of the documents have before they type. */
export type Prepared = {
  /** A command with ids in the place of the words that stand for them. */
  readonly filledIn: (typed: string) => string;
  /** The variables of a shell: TOKEN is a token of the administrator. */
  readonly environment: (document: string) => Readonly<Record<string, string>>;
};

const nodegroup = '18db3e8f-3caa-5433-8bc1-4d4ff1071013';
const resource = '493bfbb8-7a3b-5058-867d-270d8723152e';

const thesaurus = `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
<http://example.org/buildings> a skos:ConceptScheme ; skos:prefLabel "Buildings"@en .
<http://example.org/mill> a skos:Concept ; skos:prefLabel "mill"@en ; skos:topConceptOf <http://example.org/buildings> .
`;

const accounts = [
  { model: 'auth.group', pk: 101, fields: { name: 'Volunteers', permissions: [] } },
  {
    model: 'auth.user',
    pk: 101,
    fields: {
      username: 'vera',
      password: '!',
      is_active: true,
      is_superuser: false,
      groups: [101],
    },
  },
];

/** Makes the accounts, groups and files that the documents take for granted. */
export async function prepare(service: DocumentedService): Promise<Prepared> {
  const write = (name: string, text: string) => writeFile(path.join(service.folder, name), text);
  await write('buildings.ttl', thesaurus);
  await write('accounts.json', JSON.stringify(accounts));
  const typed = [
    `gzip -c buildings.ttl > materials.ttl.gz`,
    `npm run hds -- account create jane`,
    `CLIENT_ID=$(awk '/^client_id/ { print $2 }' .data/sign-in.txt)`,
    `PASSWORD=$(awk '/^admin/ { print $2 }' .data/sign-in.txt)`,
    `echo $CLIENT_ID`,
    `curl -X POST http://localhost:3000/o/token -d grant_type=password -d client_id=$CLIENT_ID -d username=admin -d password=$PASSWORD`,
  ];
  const ended = await service.run(
    typed.map((one) => ({ typed: one, answer: '' })),
    {},
  );
  const failed = ended.find(({ code }) => code !== 0);
  if (failed !== undefined) throw new Error(failed.error);
  const clientId = ended[4]?.out.trim() ?? '';
  const { access_token: token } = JSON.parse(ended[5]?.out ?? '{}');
  const words: readonly (readonly [RegExp, string])[] = [
    [/\bNODEGROUP_ID\b/g, nodegroup],
    [/\bRESOURCE_ID\b/g, resource],
    [/(?<![$\w])CLIENT_ID\b(?!=)/g, clientId],
  ];
  return {
    filledIn: (command) => words.reduce((text, [word, by]) => text.replace(word, by), command),
    environment: () => ({ TOKEN: String(token), CLIENT_ID: clientId }),
  };
}
