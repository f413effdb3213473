-- Functions of the numbered files that nothing calls any more: the run that replaces those that called them drops them.
insert into schema_definition (name, checksum, gone_since)
values
  ('function caller_group(integer)', '', 'the numbered files'),
  ('function is_granted(boolean, boolean, boolean, boolean, boolean, boolean)', '', 'the numbered files'),
  ('function text_slice(text)', '', 'the numbered files')
on conflict (name) do nothing;
