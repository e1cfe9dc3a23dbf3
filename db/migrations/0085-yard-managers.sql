-- The manager of a yard: sees of the practice the coming visits there, and which horses to have in.

-- An owner who does not want their horses on the yard's board.
alter table clients add column hides_from_yard boolean not null default false;

create table yard_access (
  practice_id uuid not null,
  yard_id uuid not null,
  person_id uuid not null,
  since timestamptz not null,
  until timestamptz,
  -- Who the farrier said it is.
  to_name text,
  by_member uuid,
  primary key (practice_id, yard_id, person_id, since),
  foreign key (practice_id, yard_id) references yards (practice_id, id),
  foreign key (practice_id, by_member) references members (practice_id, id)
);
create index on yard_access (practice_id, person_id);
create index on yard_access (practice_id, by_member);
create index on yard_access (practice_id, until) where until is not null;
select seal_tenant_table('public.yard_access');

-- What a manager says about the yard stands with what owners ask, and is nobody's client's.
alter table owner_asks
  alter column client_id drop not null,
  add column yard_id uuid,
  add foreign key (practice_id, yard_id) references yards (practice_id, id),
  drop constraint owner_asks_kind_check,
  add constraint owner_asks_kind_check check (kind in ('sold', 'died', 'new_horse', 'details', 'vet_invite', 'access', 'words', 'yard')),
  add constraint owner_asks_of_yard check ((kind = 'yard') = (yard_id is not null) and (kind = 'yard') = (client_id is null));
create index on owner_asks (practice_id, yard_id) where yard_id is not null;

create or replace function drop_ways(people uuid[]) returns void language sql security definer set search_path = '' as $$
  delete from directory.ways w
  where w.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and w.person_id = any (people)
    and not exists (select from public.client_access a where a.practice_id = w.practice_id and a.person_id = w.person_id)
    and not exists (select from public.horse_grants g where g.practice_id = w.practice_id and g.person_id = w.person_id)
    and not exists (select from public.yard_access y where y.practice_id = w.practice_id and y.person_id = w.person_id);
$$;

-- the door --------------------------------------------------------------------------------------------------------

-- The yards of which a person is the manager: as long as the yard is there, and the portal is on.
create function managed_by(person uuid) returns table (yard_id uuid, name text, to_name text, prep_line text)
language sql stable rows 2 set search_path = '' as $$
  select y.id, y.name, max(a.to_name), max(s.prep_line)
  from public.yard_access a
  join public.yards y on y.practice_id = a.practice_id and y.id = a.yard_id
  left join public.settings s on s.practice_id = a.practice_id
  where a.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and a.person_id = person
    and (a.until is null or a.until > public.clock_now())
    and y.deleted_at is null and s.portal ->> 'way' is distinct from 'off'
  group by y.id, y.name
$$;
revoke all on function managed_by(uuid) from public;
grant execute on function managed_by(uuid) to pritchel_app;

-- A manager reads by these two, and no table: no policy lets them see a row.
create function guest_yards() returns table (yard_id uuid, name text, prep_line text)
language sql stable security definer rows 2 set search_path = '' as $$
  select m.yard_id, m.name, m.prep_line from public.managed_by(nullif(current_setting('app.person_id', true), '')::uuid) m
$$;

-- The visits at a yard from a day on, one line for each horse that is still to be done; at least one a visit. Without the horses of owners who hide
-- theirs, and without visits that are for these alone.
create function guest_yard_stops(yard uuid, from_day date)
returns table (visit_id uuid, on_day date, is_call_only boolean, call_period text, local_start time, horse text)
language sql stable security definer rows 100 set search_path = '' as $$
  select v.id, v.on_day, v.is_call_only, case when v.is_call_only then v.call_period end, case when not v.is_call_only then v.local_start end,
    case when l.outcome is null and h.deleted_at is null and (h.gone_on is null or h.gone_on > v.on_day) then h.name end
  from public.guest_yards() g
  join public.appointments v on v.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and v.yard_id = g.yard_id
  left join public.visit_horses l on l.practice_id = v.practice_id and l.appointment_id = v.id and l.deleted_at is null
  left join public.horses h on h.practice_id = v.practice_id and h.id = l.horse_id
  left join public.clients c on c.practice_id = v.practice_id and c.id = coalesce(h.client_id, l.client_id, v.client_id)
  where g.yard_id = yard and v.on_day >= from_day and v.status in ('booked', 'done') and v.deleted_at is null
    and c.hides_from_yard is not true
  order by v.starts_at, v.id, l.place, l.id
$$;

create or replace function note_opening(line uuid, client uuid, opened text, subject uuid) returns void
language sql security definer set search_path = '' as $$
  insert into public.guest_log (practice_id, id, person_id, client_id, what, subject_id, hour, at, role)
  select nullif(current_setting('app.practice_id', true), '')::uuid, line, nullif(current_setting('app.person_id', true), '')::uuid, client, opened,
    subject, date_trunc('hour', public.clock_now()), public.clock_now(), who.role
  from (
    -- The most that they are there.
    select as_what.role from (
      select a.role from public.guest_access() a where a.client_id = client and opened <> 'yard'
      union all
      select 'sharer' from public.guest_shared() s where s.client_id = client and opened <> 'yard'
      union all
      select 'yard' from public.guest_yards() y where y.yard_id = subject and client is null and opened = 'yard'
    ) as_what
    order by array_position(array['holder', 'helper', 'sharer', 'yard'], as_what.role) limit 1
  ) who
  where nullif(current_setting('app.person_id', true), '') is not null
  on conflict do nothing
$$;

do $$
declare
  made text;
begin
  foreach made in array array['guest_yards()', 'guest_yard_stops(uuid, date)'] loop
    execute format('revoke all on function %s from public', made);
    execute format('grant execute on function %s to pritchel_guest', made);
  end loop;
end $$;

-- what is forgotten -----------------------------------------------------------------------------------------------

create or replace function directory.with_words_to_forget(
  candidates uuid[], at timestamptz, texts_days integer, messages_days integer, answers_days integer, openings_days integer
) returns setof uuid language plpgsql security definer set search_path = ''
set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  candidate uuid;
  kept public.retention;
  said timestamptz;
  answered timestamptz;
  texted timestamptz;
  opened timestamptz;
begin
  foreach candidate in array candidates loop
    perform set_config('app.practice_id', candidate::text, true);
    select * into kept from public.retention r where r.practice_id = candidate;
    said := at - make_interval(days => coalesce(kept.messages_days, messages_days));
    answered := at - make_interval(days => coalesce(kept.answers_days, answers_days));
    texted := at - make_interval(days => coalesce(kept.texts_days, texts_days));
    opened := at - make_interval(days => coalesce(kept.openings_days, openings_days));
    if exists (
      select from public.messages m where m.practice_id = candidate and m.sent_at < said and m.deleted_at is null
    ) or exists (
      select from public.threads t where t.practice_id = candidate and t.last_message_at < said and t.deleted_at is null
    ) or exists (
      select from public.messages m join public.attachments a on a.practice_id = candidate and a.message_id = m.id and a.deleted_at is null
      where m.practice_id = candidate and m.deleted_at is not null
        and num_nonnulls(a.horse_id, a.appointment_id, a.work_entry_id, a.client_id, a.yard_id, a.expense_id) = 0
    ) or exists (
      select from public.visit_answers v where v.practice_id = candidate and v.said_at < answered and v.deleted_at is null
    ) or exists (
      select from public.slot_offers o
      where o.practice_id = candidate and o.expires_at < answered and o.state <> 'offered' and o.deleted_at is null
    ) or exists (
      select from public.notices n
      where n.practice_id = candidate and n.created_at < texted and n.state_at < texted and n.state not in ('held', 'queued', 'sending')
    ) or exists (
      select from public.guest_log g where g.practice_id = candidate and g.at < opened
    ) or exists (
      select from public.client_access a where a.practice_id = candidate and a.until < opened
    ) or exists (
      select from public.yard_access a where a.practice_id = candidate and a.until < opened
    ) or exists (
      select from public.yards y join public.yard_access a on a.practice_id = candidate and a.yard_id = y.id
      where y.practice_id = candidate and y.deleted_at < opened
    ) or exists (
      select from public.owner_asks o
      where o.practice_id = candidate and o.asked_at < opened and o.seen_at is not null and o.deleted_at is null
    ) or exists (
      select from public.portal_invites i where i.practice_id = candidate and i.made_at < opened
    ) or exists (
      select from public.exports e where e.practice_id = candidate and e.state = 'done' and e.dies_at < at
    ) or exists (
      select from public.erasures e where e.practice_id = candidate and e.state in ('queued', 'running')
    ) then
      return next candidate;
    end if;
  end loop;
  perform set_config('app.practice_id', '', true);
end $$;
