"""Sends a few requests with the client that openapi-python-client generates from the description.

python tour.py URL PLACE CLIENT_ID USERNAME PASSWORD
"""

import importlib
import json
import pkgutil
import sys
from uuid import UUID

import generated
from generated import AuthenticatedClient, Client
from generated.api.geojson import get_geojson
from generated.api.oauth import issue_token
from generated.api.resources import get_resource, list_resources
from generated.models import IssueTokenBody

for module in pkgutil.walk_packages(generated.__path__, "generated."):
    importlib.import_module(module.name)

url, place, client_id, username, password = sys.argv[1:]
guest = Client(base_url=url)

container = list_resources.sync(client=guest, limit=3)
features = get_geojson.sync(client=guest, resourceid=[UUID(place)], use_display_values=True)
problem = get_geojson.sync(client=guest, precision=16)
body = IssueTokenBody(
    grant_type="password", client_id=client_id, username=username, password=password
)
token = issue_token.sync(client=guest, body=body)
member = AuthenticatedClient(base_url=url, token=token.access_token)
resource = get_resource.sync(client=member, resource_instance_id=UUID(place))

print(
    json.dumps(
        {
            "listed": len(container.ldpcontains),
            "geometry": features.features[0].geometry.type_,
            "refused": [error.pointer for error in problem.errors],
            "scope": token.scope,
            "id": resource.id,
        }
    )
)
