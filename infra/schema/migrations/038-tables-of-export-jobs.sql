-- Export jobs also write features as tables.
alter table export_job drop constraint export_job_format_check;
alter table export_job add constraint export_job_format_check check (format in ('geojson', 'geojsonseq', 'nquads', 'csv', 'flatgeobuf'));
