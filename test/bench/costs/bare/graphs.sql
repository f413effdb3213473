-- The row of each resource model.
select json_build_object(
  'graphid', g.graph_id,
  'name', g.name,
  'description', s.description,
  'subtitle', s.subtitle,
  'slug', g.slug,
  'isresource', g.is_resource_model,
  'ontology_id', g.ontology_id,
  'publication_id', g.publication_id,
  'author', s.author,
  'version', s.version,
  'color', s.color,
  'iconclass', s.iconclass,
  'jsonldcontext', s.jsonldcontext,
  'deploymentdate', s.deploymentdate,
  'deploymentfile', s.deploymentfile,
  'template_id', s.template_id
)::text
from graph g
cross join lateral jsonb_to_record(g.source) as s (
  description jsonb, subtitle jsonb, author jsonb, version jsonb, color jsonb, iconclass jsonb, jsonldcontext jsonb,
  deploymentdate jsonb, deploymentfile jsonb, template_id jsonb
)
where g.is_resource_model
  and not g.is_system_settings
order by g.graph_id
