-- The first owner of a horse has it from the beginning: what was entered or imported before the horse itself is theirs too. Anybody else has it from
-- the day it was handed over.
create function time_begins(o public.horse_owners) returns date language sql stable set search_path = '' as $$
  select case when exists (
    select from public.horse_owners e
    where e.practice_id = o.practice_id and e.horse_id = o.horse_id and e.client_id <> o.client_id and e.to_on <= o.from_on
  ) then o.from_on else '-infinity' end
$$;
revoke all on function time_begins(public.horse_owners) from public;

create or replace function guest_horses() returns table (horse_id uuid, from_on date, to_on date)
language sql stable security definer set search_path = '' as $$
  select h.id, coalesce((
      select max(public.time_begins(o)) from public.horse_owners o
      where o.practice_id = h.practice_id and o.horse_id = h.id and o.client_id = h.client_id and o.to_on is null), '-infinity'), 'infinity'::date
  from public.horses h
  where h.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and h.client_id in (select public.guest_clients())
  union all
  select o.horse_id, public.time_begins(o), o.to_on from public.horse_owners o
  where o.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and o.client_id in (select public.guest_clients())
    and o.to_on is not null
$$;

-- The same of one horse, and of which of their clients it was. Null: from the beginning, and still.
create function guest_times(horse uuid) returns table (client_id uuid, from_on date, to_on date)
language sql stable security definer set search_path = '' as $$
  select h.client_id, (
      select nullif(max(public.time_begins(o)), '-infinity') from public.horse_owners o
      where o.practice_id = h.practice_id and o.horse_id = h.id and o.client_id = h.client_id and o.to_on is null), null::date
  from public.horses h
  where h.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and h.id = horse
    and h.client_id in (select public.guest_clients())
  union all
  select o.client_id, nullif(public.time_begins(o), '-infinity'), o.to_on from public.horse_owners o
  where o.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and o.horse_id = horse
    and o.client_id in (select public.guest_clients()) and o.to_on is not null
$$;
revoke all on function guest_times(uuid) from public;
grant execute on function guest_times(uuid) to pritchel_guest;

-- What a guest has sent today.
create index on files (practice_id, made_by_person, state_at) where made_by_kind = 'client';
