-- What the cursors handed out to a practice's devices are signed with. It never leaves the server; it is lost with nothing but the practice, so that a
-- database put back still knows the cursors it handed out later.
alter table sync_counters add column cursor_key uuid not null default gen_random_uuid();

-- Whether any practice names these bytes beside one file, so that they may be forgotten. Files have no row in `directory`, so each practice is asked in
-- turn, as its owner and under row-level security, in one call.
create function directory.is_file_named(sha text, but_for_practice uuid, but_for uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  candidate uuid;
begin
  for candidate in select id from directory.practices order by id loop
    perform set_config('app.practice_id', candidate::text, true);
    if exists (
      select from public.files f
      where f.practice_id = candidate and f.sha256 = sha and (candidate <> but_for_practice or f.id <> but_for)
    ) then
      perform set_config('app.practice_id', '', true);
      return true;
    end if;
  end loop;
  perform set_config('app.practice_id', '', true);
  return false;
end $$;
revoke all on function directory.is_file_named(text, uuid, uuid) from public;
grant execute on function directory.is_file_named(text, uuid, uuid) to pritchel_directory;
