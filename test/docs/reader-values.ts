import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

import * as z from 'zod';

import type { DocumentedService } from './service.ts';

/** The ids and variables that a reader of the documents needs before the first command. */
export type ReaderValues = {
  /** Replaces words such as `YOUR PASSWORD` in a command with real values. */
  readonly fillIn: (commandLine: string) => string;
  /** The shell variables that the documents tell readers to set; TOKEN is a token of the administrator. */
  readonly environment: Readonly<Record<string, string>>;
};

const tokenShape = z.object({ access_token: z.string() });

const thesaurus = `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
<http://example.org/buildings> a skos:ConceptScheme ; skos:prefLabel "Buildings"@en .
<http://example.org/mill> a skos:Concept ; skos:prefLabel "mill"@en ; skos:topConceptOf <http://example.org/buildings> .
`;

const materials = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:skos="http://www.w3.org/2004/02/skos/core#">
<skos:Concept rdf:about="http://example.org/oak"><skos:prefLabel xml:lang="en">oak</skos:prefLabel></skos:Concept>
</rdf:RDF>`;

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

/** Creates the accounts, groups and files that the commands of the documents need. */
export async function createReaderValues(service: DocumentedService): Promise<ReaderValues> {
  const write = (name: string, text: string) => writeFile(path.join(service.folder, name), text);
  await write('buildings.ttl', thesaurus);
  await writeFile(path.join(service.folder, 'materials.rdf.gz'), gzipSync(materials));
  await write('accounts.json', JSON.stringify(accounts));
  const commands = [
    `npm run hds -- account create jane`,
    `npm run hds -- application create Harvester --client-type confidential --grant-type client-credentials --owner admin`,
    `EMULATOR=$(cat .data/lock-*.json | node -p 'JSON.parse(fs.readFileSync(0)).dataApiUrl'); echo $EMULATOR`,
    `CLIENT_ID=$(awk '/^client_id/ { print $2 }' .data/sign-in.txt)`,
    `echo $CLIENT_ID`,
    `awk '/^reader/ { print $2 }' .data/sign-in.txt`,
    `PASSWORD=$(awk '/^admin/ { print $2 }' .data/sign-in.txt); echo $PASSWORD`,
    `curl -X POST http://localhost:3000/o/token -d grant_type=password -d client_id=$CLIENT_ID -d username=admin -d password=$PASSWORD`,
  ];
  const results = await service.run(
    commands.map((command) => ({ commandLine: command, shownOutput: '' })),
    {},
  );
  const failedResult = results.find(({ code }) => code !== 0);
  if (failedResult !== undefined) throw new Error(failedResult.error);
  const [, harvester, emulator, , clientId, reader, administrator, token] = results.map(({ out }) =>
    out.trim(),
  );
  const { access_token: accessToken } = tokenShape.parse(JSON.parse(token ?? ''));
  const words: readonly (readonly [RegExp, string | undefined])[] = [
    [/(?<=application )CLIENT_ID\b/g, /client_id: (\S+)/.exec(harvester ?? '')?.[1]],
    [/(?<=client_id=)CLIENT_ID\b/g, clientId],
    [/(?<=token=)TOKEN\b/g, 'any'],
    [/(?<=password=)PASSWORD\b/g, reader],
    [/YOUR USERNAME/g, 'admin'],
    [/YOUR PASSWORD/g, administrator],
  ];
  return {
    fillIn: (command) =>
      words.reduce((text, [word, replacement = '']) => text.replace(word, replacement), command),
    environment: { TOKEN: accessToken, EMULATOR: emulator ?? '' },
  };
}
