-- In the test version the queue page also opens by the id of a client or a visit. Such an id has no row in `directory`, so this
-- function looks in each practice in turn, as its owner and under row-level security. The server calls it in the test version only.
create function directory.practice_of_raw_id(raw uuid) returns uuid language plpgsql security definer set search_path = '' as $$
declare
  candidate uuid;
begin
  for candidate in select id from directory.practices order by id loop
    perform set_config('app.practice_id', candidate::text, true);
    if exists (select from public.clients where practice_id = candidate and id = raw and deleted_at is null)
      or exists (select from public.appointments where practice_id = candidate and id = raw and deleted_at is null) then
      perform set_config('app.practice_id', '', true);
      return candidate;
    end if;
  end loop;
  perform set_config('app.practice_id', '', true);
  return null;
end $$;
revoke all on function directory.practice_of_raw_id(uuid) from public;
grant execute on function directory.practice_of_raw_id(uuid) to pritchel_directory;
