-- A link whose token is made from another link's is requested again and again: the second time it is there already.
create or replace function add_link(hash bytea, link_kind text, subject uuid, client uuid, day date, dies timestamptz) returns void
  language sql security definer set search_path = '' as $$
  insert into directory.links (token_hash, practice_id, kind, subject_id, client_id, on_day, dies_at)
  values (hash, nullif(current_setting('app.practice_id', true), '')::uuid, link_kind, subject, client, day, dies)
  on conflict (token_hash) do nothing
$$;
