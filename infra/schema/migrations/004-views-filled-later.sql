-- Views with many features are filled after the request that makes them.
create table spatial_layer.filling (
  spatial_view_id uuid primary key references spatial_layer.made_view on delete cascade,
  done_to uuid not null
);
