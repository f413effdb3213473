"""Starts moto's server, with a stand-in for each type of resource that moto's CloudFormation lacks. A stand-in has an id and a value for every
attribute, so that references, conditions, imports and outputs of the stacks are resolved. A cluster and a secret also exist in the services
to which they belong. Only cfn-lint checks the properties of such a resource. Also adds what moto lacks: the termination protection of stacks, the
body of an API, and that an update deletes what the template no longer has at its end, unless it is retained.

Usage: moto-with-stand-ins.py PORT. Ends with an error if moto now supports one of the types."""

import json
import secrets
import sys

from moto.apigateway.models import Method as ApiMethod
from moto.apigateway.models import Resource as ApiResource
from moto.apigateway.models import RestAPI, apigateway_backends
from moto.cloudformation import parsing
from moto.cloudformation.models import CloudFormationBackend
from moto.cloudformation.exceptions import ValidationError
from moto.cloudformation.responses import CloudFormationResponse
from moto.core.common_models import CloudFormationModel
from moto.core.responses import ActionResult
from moto.rds.models import rds_backends
from moto.secretsmanager.models import secretsmanager_backends
from moto.server import main

TYPES = [
    "AWS::ApiGateway::Account",
    "AWS::ApiGateway::GatewayResponse",
    "AWS::ApiGateway::Stage",
    "AWS::CloudWatch::Alarm",
    "AWS::Logs::SubscriptionFilter",
    "AWS::RDS::DBCluster",
    "AWS::RDS::DBClusterParameterGroup",
    "AWS::RDS::DBInstance",
    "AWS::S3::BucketPolicy",
    "AWS::SNS::Subscription",
    "AWS::SQS::QueuePolicy",
    "AWS::SecretsManager::RotationSchedule",
    "AWS::SecretsManager::Secret",
]
# moto has a model of a database instance, but only outside a cluster, and one of the policy of a queue, but without its name.
REPLACED = ["AWS::RDS::DBInstance", "AWS::SQS::QueuePolicy"]


def create_secret(name, properties, account_id, region_name):
    generate = properties.get("GenerateSecretString")
    text = None
    if generate is not None:
        login = json.loads(generate["SecretStringTemplate"])
        text = json.dumps({**login, generate["GenerateStringKey"]: secrets.token_hex(20)})
    backend = secretsmanager_backends[account_id][region_name]
    created = backend.create_secret(name, text, None, None, None, None, None, [], False)
    return json.loads(created)["ARN"] if isinstance(created, str) else created["ARN"]


def create_cluster(name, account_id, region_name):
    settings = {
        "db_cluster_identifier": name,
        "engine": "aurora-postgresql",
        "master_username": "heritage_owner",
        "manage_master_user_password": True,
    }
    return rds_backends[account_id][region_name].create_db_cluster(settings).db_cluster_arn


def create_stand_in(resource_type):
    def create(cls, resource_name, cloudformation_json, account_id, region_name, **kwargs):
        properties = cloudformation_json.get("Properties", {})
        name = properties.get("DBClusterIdentifier", resource_name)
        if resource_type == "AWS::SecretsManager::Secret":
            name = create_secret(resource_name, properties, account_id, region_name)
        resource = cls()
        if resource_type == "AWS::RDS::DBCluster":
            resource.arn = create_cluster(name, account_id, region_name)
        resource.physical_resource_id = name
        resource.properties = properties
        return resource

    def update(cls, original_resource, new_resource_name, cloudformation_json, account_id, region_name):
        original_resource.properties = cloudformation_json.get("Properties", {})
        return original_resource

    def read_attribute(self, attribute):
        if attribute == "DBClusterArn":
            return self.arn
        return f"arn:aws:stand-in:eu-west-1:123456789012:{self.physical_resource_id}:{attribute}"

    return type(
        resource_type.replace("::", ""),
        (CloudFormationModel,),
        {
            "cloudformation_name_type": staticmethod(lambda: None),
            "cloudformation_type": staticmethod(lambda: resource_type),
            "get_cfn_attribute": read_attribute,
            "has_cfn_attr": classmethod(lambda cls, attribute: True),
            "create_from_cloudformation_json": classmethod(create),
            "update_from_cloudformation_json": classmethod(update),
            "delete_from_cloudformation_json": classmethod(lambda cls, *arguments: None),
        },
    )


known = {model.cloudformation_type() for model in CloudFormationModel.__subclasses__()}
supported = known.intersection(TYPES).difference(REPLACED)
if supported:
    sys.exit(f"moto has a model of its own of {', '.join(sorted(supported))}: remove it from the list.")
models = {resource_type: create_stand_in(resource_type) for resource_type in TYPES}
parsing.get_model_map().update(models)


def update_termination_protection(self):
    stack = self.cloudformation_backend.get_stack(self._get_param("StackName"))
    stack.enable_termination_protection = self._get_bool_param("EnableTerminationProtection")
    return ActionResult({"StackId": stack.stack_id})


def delete_stack(self):
    stack = self.cloudformation_backend.get_stack(self._get_param("StackName"))
    if stack.enable_termination_protection in (True, "true"):
        raise ValidationError(message=f"Stack [{stack.name}] cannot be deleted while TerminationProtection is enabled")
    # moto forgets to list the exports of an updated template, and then cannot delete them.
    for export in stack.exports:
        self.cloudformation_backend.exports.setdefault(export.name, export)
    return original_delete_stack(self)


original_delete_stack = CloudFormationResponse.delete_stack
CloudFormationResponse.delete_stack = delete_stack
CloudFormationResponse.update_termination_protection = update_termination_protection


def write_body(api, body):
    """Imports the body of an API in the mode overwrite. Resources that stay keep their ids, as an update that deletes resources must expect."""
    backend = apigateway_backends[api.account_id][api.region_name]
    paths = {"/"}
    for path, methods in body["paths"].items():
        resource = api.get_resource_for_path("/")
        for part in filter(None, path.split("/")):
            child = f"{resource.get_path().rstrip('/')}/{part}"
            paths.add(child)
            resource = api.get_resource_for_path(child) or backend.create_resource(api.id, resource.id, part)
        resource.resource_methods = {}
        for key, operation in methods.items():
            method = "ANY" if key == "x-amazon-apigateway-any-method" else key.upper()
            integration = operation["x-amazon-apigateway-integration"]
            backend.put_method(api.id, resource.id, method, "NONE")
            backend.put_integration(
                api.id,
                resource.id,
                method,
                integration_type=integration["type"].upper(),
                uri=integration["uri"],
                integration_method=integration["httpMethod"],
                credentials=integration["credentials"],
            )
    for resource in list(api.resources.values()):
        if resource.get_path() not in paths:
            del api.resources[resource.id]
    return api


def create_api(cls, resource_name, cloudformation_json, account_id, region_name, **kwargs):
    api = original_create_api(resource_name, cloudformation_json, account_id, region_name, **kwargs)
    body = cloudformation_json["Properties"].get("Body")
    return api if body is None else write_body(api, body)


def update_api(cls, original_resource, new_resource_name, cloudformation_json, account_id, region_name):
    body = cloudformation_json["Properties"].get("Body")
    return original_resource if body is None else write_body(original_resource, body)


def keep_part(cls, original_resource, new_resource_name, cloudformation_json, account_id, region_name):
    return original_resource


def delete_part(cls, resource_name, cloudformation_json, account_id, region_name):
    for api in apigateway_backends[account_id][region_name].apis.values():
        api.resources.pop(resource_name, None)


def update_then_delete(self, template, parameters=None):
    self.removed = []
    original_update(self, template, parameters)
    removed, self.removed = self.removed, None
    for resource, resource_json in removed:
        original_delete_resource(self, resource, resource_json)


def delete_later(self, parsed_resource, resource_json):
    if resource_json.get("DeletionPolicy") == "Retain":
        return
    if getattr(self, "removed", None) is None:
        original_delete_resource(self, parsed_resource, resource_json)
    else:
        self.removed.append((parsed_resource, resource_json))


original_create_api = RestAPI.create_from_cloudformation_json
RestAPI.create_from_cloudformation_json = classmethod(create_api)
RestAPI.update_from_cloudformation_json = classmethod(update_api)
for part in (ApiResource, ApiMethod):
    part.update_from_cloudformation_json = classmethod(keep_part)
ApiResource.delete_from_cloudformation_json = classmethod(delete_part)
original_update = parsing.ResourceMap.update
parsing.ResourceMap.update = update_then_delete
original_delete_resource = parsing.ResourceMap._delete_resource
parsing.ResourceMap._delete_resource = delete_later
# cfn-lint runs in a test of its own, which accepts some warnings.
CloudFormationBackend.validate_template = lambda self, template: []
main(["-H", "127.0.0.1", "-p", sys.argv[1]])
