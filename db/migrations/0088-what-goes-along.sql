-- A horse that is sold: what of its former owner's time the new one reads.

-- What came with the horse to this owner from the one before: what was done, or that and the photos and files; null: nothing.
alter table horse_owners add column brings text check (brings in ('record', 'all'));

-- From when on an owner reads of a kind that came along: from where the one reads who handed it on, over several sales, as far as each of them
-- let it go along. `time_begins` stays the day it became theirs.
create function reading_begins(o public.horse_owners, comes text[]) returns date language sql stable set search_path = '' as $$
  select coalesce((
    select public.time_begins(f) from public.horse_owners f
    where f.practice_id = o.practice_id and f.horse_id = o.horse_id
      and (f.from_on, coalesce(f.to_on, 'infinity')) <= (o.from_on, coalesce(o.to_on, 'infinity'::date))
      and (f.brings = any (comes)) is not true
    order by f.from_on desc, coalesce(f.to_on, 'infinity') desc limit 1), '-infinity')
$$;
revoke all on function reading_begins(public.horse_owners, text[]) from public;

-- What was done. Who had it before reads their own time alone: what came with the horse has gone on with it.
create or replace function guest_horses() returns table (horse_id uuid, from_on date, to_on date)
language sql stable security definer rows 8 set search_path = '' as $$
  with mine as materialized (select a.client_id as id, bool_or(a.role = 'holder') as is_holder from public.guest_access() a group by 1)
  select h.id, coalesce((
      select max(public.reading_begins(o, '{record,all}')) from public.horse_owners o
      where o.practice_id = h.practice_id and o.horse_id = h.id and o.client_id = h.client_id and o.to_on is null), '-infinity'), 'infinity'::date
  from mine join public.horses h on h.client_id = mine.id
  where h.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
  union all
  select o.horse_id, public.time_begins(o), o.to_on from mine join public.horse_owners o on o.client_id = mine.id
  where o.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and o.to_on is not null and mine.is_holder
$$;

create or replace function shared_with(person uuid) returns table (horse_id uuid, client_id uuid, from_on date, may_answer boolean)
language sql stable rows 2 set search_path = '' as $$
  select h.id, h.client_id, coalesce((
      select max(public.reading_begins(o, '{record,all}')) from public.horse_owners o
      where o.practice_id = h.practice_id and o.horse_id = h.id and o.client_id = h.client_id and o.to_on is null), '-infinity'),
    bool_or(g.may_answer)
  from public.horse_grants g
  join public.horses h on h.practice_id = g.practice_id and h.id = g.horse_id and h.client_id = g.client_id
  join public.clients c on c.practice_id = g.practice_id and c.id = g.client_id
  where g.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
    and g.person_id = person
    and g.role = 'sharer' and g.ended_at is null and (g.until_at is null or g.until_at > public.clock_now())
    and public.still_lets(g.client_id, g.by_person)
    and h.deleted_at is null and (h.gone_on is null or h.gone_on > public.clock_now()::date)
    and c.deleted_at is null and c.portal is distinct from false
    and not exists (select from public.settings s where s.practice_id = g.practice_id and s.portal ->> 'way' = 'off')
    -- Sold and bought back: what was shared before is not shared again. A day may begin an hour before UTC's.
    and not exists (
      select from public.horse_owners o
      where o.practice_id = g.practice_id and o.horse_id = g.horse_id and o.client_id = g.client_id and o.to_on is null
        and o.from_on > (g.from_at + interval '1 hour')::date)
  group by h.practice_id, h.id, h.client_id
$$;

-- Photos and files of their horses, and who reads them: of what came along never a vet's or a para-professional's; a sharer photos alone.
create function guest_files() returns table (horse_id uuid, from_on date, own_from date, to_on date, is_shared boolean)
language sql stable security definer rows 8 set search_path = '' as $$
  with mine as materialized (select a.client_id as id, bool_or(a.role = 'holder') as is_holder from public.guest_access() a group by 1),
  theirs as (
    select h.practice_id, h.id, h.client_id, false as is_shared from mine join public.horses h on h.client_id = mine.id
    where h.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
    union all
    select h.practice_id, h.id, h.client_id, true from public.guest_shared() s join public.horses h on h.id = s.horse_id
    where h.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
  )
  select t.id, coalesce(max(public.reading_begins(o, '{all}')), '-infinity'), coalesce(max(public.time_begins(o)), '-infinity'), 'infinity'::date,
    t.is_shared
  from theirs t left join public.horse_owners o
    on o.practice_id = t.practice_id and o.horse_id = t.id and o.client_id = t.client_id and o.to_on is null
  group by t.id, t.is_shared
  union all
  select o.horse_id, public.time_begins(o), public.time_begins(o), o.to_on, false from mine join public.horse_owners o on o.client_id = mine.id
  where o.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and o.to_on is not null and mine.is_holder
$$;
revoke all on function guest_files() from public;
grant execute on function guest_files() to pritchel_guest;

alter policy guest_sees_own on attachments using (shown_to_owner and exists (
  select from guest_files() g
  where g.horse_id = attachments.horse_id
    and coalesce(attachments.taken_on, attachments.created_at::date) between g.from_on and g.to_on
    and (uploaded_by in ('farrier', 'client') or coalesce(attachments.taken_on, attachments.created_at::date) >= g.own_from)
    and (file_type = 'image' or not g.is_shared)));

-- `files_from`: from when on they read its photos and files; `from_on` stays the day it became theirs.
drop function guest_times(uuid);
create function guest_times(horse uuid) returns table (client_id uuid, from_on date, to_on date, files_from date)
language sql stable security definer rows 2 set search_path = '' as $$
  with mine as materialized (select a.client_id as id, bool_or(a.role = 'holder') as is_holder from public.guest_access() a group by 1),
  theirs as (
    select h.id, h.client_id from public.horses h join mine on mine.id = h.client_id
    where h.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and h.id = horse
    union all
    select s.horse_id, s.client_id from public.guest_shared() s where s.horse_id = horse and s.client_id not in (select id from mine)
  )
  select t.client_id, nullif(max(public.time_begins(o)), '-infinity'), null::date, nullif(max(public.reading_begins(o, '{all}')), '-infinity')
  from theirs t left join public.horse_owners o
    on o.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and o.horse_id = t.id and o.client_id = t.client_id
      and o.to_on is null
  group by t.client_id
  union all
  select o.client_id, nullif(public.time_begins(o), '-infinity'), o.to_on, nullif(public.time_begins(o), '-infinity')
  from public.horse_owners o join mine on mine.id = o.client_id and mine.is_holder
  where o.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and o.horse_id = horse and o.to_on is not null
$$;
revoke all on function guest_times(uuid) from public;
grant execute on function guest_times(uuid) to pritchel_guest;
