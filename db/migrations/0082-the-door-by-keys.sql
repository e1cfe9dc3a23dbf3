-- The door of guests by keys: what it asks of each statement reads a guest's own clients, horses and visits, and no more the more a practice has.
-- `rows`: as many as there are; by PostgreSQL's guess of a thousand it would read all horses and visits of the practice to find theirs.

create or replace function guest_clients() returns setof uuid language sql stable security definer rows 2 set search_path = '' as $$
  select c.id from public.clients c
  where c.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
    and c.id = nullif(current_setting('app.as_client', true), '')::uuid and c.deleted_at is null
  union
  select c.id from public.client_access a join public.clients c on c.practice_id = a.practice_id and c.id = a.client_id
  where a.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
    and a.person_id = nullif(current_setting('app.person_id', true), '')::uuid
    and a.confirmed_at is not null and (a.until is null or a.until > public.clock_now())
    and c.deleted_at is null and c.portal is distinct from false
    and not exists (select from public.settings s where s.practice_id = a.practice_id and s.portal ->> 'way' = 'off')
$$;

create or replace function guest_horses() returns table (horse_id uuid, from_on date, to_on date)
language sql stable security definer rows 8 set search_path = '' as $$
  with mine as materialized (select public.guest_clients() as id)
  select h.id, coalesce((
      select max(public.time_begins(o)) from public.horse_owners o
      where o.practice_id = h.practice_id and o.horse_id = h.id and o.client_id = h.client_id and o.to_on is null), '-infinity'), 'infinity'::date
  from mine join public.horses h on h.client_id = mine.id
  where h.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
  union all
  select o.horse_id, public.time_begins(o), o.to_on from mine join public.horse_owners o on o.client_id = mine.id
  where o.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and o.to_on is not null
$$;

create or replace function guest_visits() returns setof uuid language sql stable security definer rows 50 set search_path = '' as $$
  with mine as materialized (select public.guest_clients() as id)
  select l.appointment_id from mine join public.visit_horses l on l.client_id = mine.id
  where l.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and l.deleted_at is null
  union
  select a.id from mine join public.appointments a on a.client_id = mine.id
  where a.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
$$;

alter function guest_access() rows 2;
alter function guest_times(uuid) rows 2;
