-- A file that is being forgotten is an upload nobody may send to any more. It names its bytes no longer: two files with the same bytes that were
-- forgotten at once would each leave them to the other.
create or replace function directory.is_file_named(sha text, but_for_practice uuid, but_for uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  candidate uuid;
begin
  for candidate in select id from directory.practices order by id loop
    perform set_config('app.practice_id', candidate::text, true);
    if exists (
      select from public.files f
      where f.practice_id = candidate and f.sha256 = sha and (f.state = 'stored' or f.upload_ends_at is not null)
        and (candidate <> but_for_practice or f.id <> but_for)
    ) then
      perform set_config('app.practice_id', '', true);
      return true;
    end if;
  end loop;
  perform set_config('app.practice_id', '', true);
  return false;
end $$;
