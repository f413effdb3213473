import { client } from './generated/client.gen.js';
import { getGeojson, getResource, issueToken, listResources } from './generated/index.js';

// Sends requests with the client that hey-api generates: node tour.js URL PLACE CLIENT_ID USERNAME PASSWORD

const [, , url = '', place = '', clientId = '', username = '', password = ''] = process.argv;
client.setConfig({ baseUrl: url });

const list = await listResources({ query: { limit: 3 } });
const features = await getGeojson({ query: { resourceid: [place], use_display_values: true } });
const problem = await getGeojson({ query: { precision: 16 } });
const token = await issueToken({
  body: { grant_type: 'password', client_id: clientId, username, password },
});
client.setConfig({ auth: token.data?.access_token });
const resource = await getResource({ path: { resource_instance_id: place } });

const container = list.data !== undefined && 'ldp:contains' in list.data ? list.data : undefined;
const collection = typeof features.data === 'object' ? features.data : undefined;
const results = {
  listed: container?.['ldp:contains'].length,
  geometry: collection?.features[0]?.geometry.type,
  refused: problem.error?.errors?.map(({ pointer }) => pointer),
  scope: token.data?.scope,
  id: resource.data?.['@id'],
};
console.log(JSON.stringify(results));
