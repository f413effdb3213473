/**
 * The reasons why blocks of commands are not run, by document. Each reason is for the block whose first command begins with the
 * given text. These blocks are marked `not-run`, which readers do not see.
 */
export const notRunReasons: Readonly<
  Record<string, readonly (readonly [beginning: string, reason: string])[]>
> = {
  'README.md': [['npm ci && npm start', 'installs this checkout; .ci/run does both']],
  'docs/accounts-and-permissions.md': [['python manage.py', 'is typed on another platform']],
  'docs/activity-stream.md': [
    ['npm run hds -- import accounts', 'reads a package and a log of the reader’s own'],
  ],
  'docs/deploying.md': [
    ['export AWS_REGION=', 'needs an account; test/infra/aws/deploy-stage.test.ts deploys to moto'],
    [
      'npm run close',
      'needs an account; test/infra/aws/close-stage.test.ts closes a stage in moto',
    ],
    ['npm run remove', 'needs an account; test/infra/aws/deploy-stage.test.ts removes from moto'],
  ],
  'docs/exports.md': [
    ['0 * * * *', 'is a line of a crontab'],
    [
      'npm run hds -- export package',
      'writes beside the project; test/infra/cli/export/package exports packages',
    ],
  ],
  'docs/files.md': [
    [
      'curl --location http://localhost:3000/files/',
      'reads a file of the reader’s own; test/functions/files/outside-readers.test.ts reads with curl and GDAL',
    ],
    [
      'curl -H "Authorization: Bearer $TOKEN" --json',
      'sends a file of the reader’s own; test/functions/files/uploads.test.ts sends files',
    ],
    [
      'npm run hds -- --stage NAME files sweep',
      'needs a deployed stage; test/infra/cli/commands/files.test.ts runs the commands',
    ],
  ],
  'docs/front.md': [['aws secretsmanager', 'needs an AWS account']],
  'docs/importing.md': [
    ['export HDS_SAMPLE=off', 'reads a package of the reader’s own'],
    ['npm run hds -- import resources', 'reads records of the reader’s own'],
    ['npm run hds -- import package ../only-copy', 'reads a package of the reader’s own'],
  ],
  'docs/importing-databases.md': [
    [
      'npm run hds -- import database',
      'reads a database of the reader’s own; test/infra/cli/import/database imports one',
    ],
  ],
  'docs/importing-models.md': [
    ['npm run hds -- import graphs', 'reads a model of the reader’s own'],
  ],
  'docs/local-development.md': [
    ['PORT=3001', 'a second service, which test/infra/local starts'],
    ['createdb', 'needs a native server'],
    ['curl $EMULATOR/emulator/faults', 'waits for twenty seconds'],
    ['npx node test/support/native.ts', 'starts a native server, and runs tests'],
  ],
  'docs/ogc-api-features.md': [
    [
      'python3 test/conformance/qgis/draw.py',
      'needs QGIS; test/conformance/ogc-qgis.test.ts draws with it',
    ],
    ['HDS_OGC_ETS=', 'needs the test suite of OGC'],
  ],
  'docs/pages.md': [
    ['HDS_MAP_STYLE=', 'reads another host; test/browser/map.test.ts has a style of its own'],
  ],
  'docs/openapi.md': [['npx openapi-typescript', 'test/openapi/client.test.ts runs the generator']],
  'docs/upgrading-and-restoring.md': [
    ['npm run hds -- --stage NAME after-restore', 'ends all sign-ins of a deployed stage'],
    ['aws logs start-query', 'needs an account'],
    ['aws apigateway put-rest-api', 'needs an account'],
    ['aws s3api list-object-versions', 'needs an account'],
  ],
  'docs/writing.md': [['curl -X PUT', 'sends a document that may be read in two ways']],
};
