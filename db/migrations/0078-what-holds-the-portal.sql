-- What holds the portal.

-- the door --------------------------------------------------------------------------------------------------------

-- Without anybody in it the door shows nothing: no names of members and no kinds of work either.
create policy guest_sees_own on members as restrictive for select to pritchel_guest using (exists (select from guest_clients()));
create policy guest_sees_own on settings as restrictive for select to pritchel_guest using (exists (select from guest_clients()));
create policy guest_sees_own on service_types as restrictive for select to pritchel_guest using (exists (select from guest_clients()));
create policy guest_sees_own on terms_versions as restrictive for select to pritchel_guest using (exists (select from guest_clients()));
-- Column by column, as everywhere, so that a new one is hidden.
revoke select on service_types from pritchel_guest;
grant select (practice_id, id, service_type, label, resets_cycle, is_offered, rev, seq, deleted_at, fw, created_at) on service_types to pritchel_guest;

-- A guest calls what is listed in `GUEST_CALLS` and nothing else.
revoke all on function exchange_at(timestamptz), rest_exchange_until(timestamptz) from public;
grant execute on function exchange_at(timestamptz), rest_exchange_until(timestamptz) to pritchel_app;

-- the index of addresses ------------------------------------------------------------------------------------------

-- By which key the index is made, and when it was whole. No row: it has yet to be made.
create table directory.address_index (
  is_only boolean primary key default true check (is_only),
  -- What tells this key from another; the key itself is in the data folder.
  key_check bytea not null,
  made_at timestamptz
);
grant select, insert, update, delete on directory.address_index to pritchel_directory;

drop function directory.clients_of_phone(text);

-- Whose an address is, and when they were last sent a text. It opens the practices that the index names and no other.
create function directory.clients_of_address(address bytea)
returns table (practice_id uuid, client_id uuid, told_at timestamptz)
language plpgsql security definer set search_path = ''
set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  found record;
begin
  for found in
    select a.practice_id, a.client_id from directory.addresses a join directory.practices p on p.id = a.practice_id
    where a.hash = address and p.mode = 'live' order by 1, 2
  loop
    perform set_config('app.practice_id', found.practice_id::text, true);
    return query
      select c.practice_id, c.id, (
        select max(n.state_at) from public.notices n
        where n.practice_id = found.practice_id and n.client_id = c.id and n.channel = 'sms'
          and n.state in ('sending', 'sent', 'delivered', 'undelivered', 'unknown')
      )
      from public.clients c
      where c.practice_id = found.practice_id and c.id = found.client_id and c.deleted_at is null;
  end loop;
  perform set_config('app.practice_id', '', true);
end $$;
revoke all on function directory.clients_of_address(bytea) from public;
grant execute on function directory.clients_of_address(bytea) to pritchel_directory;

-- who knows whom --------------------------------------------------------------------------------------------------

drop function directory.known_people(uuid[], uuid);

-- Whom practices have let in until now is found by their ways, too.
do $$
declare
  candidate uuid;
begin
  for candidate in select id from directory.practices order by id loop
    perform set_config('app.practice_id', candidate::text, true);
    insert into directory.ways (person_id, practice_id)
    select p.id, candidate from directory.people p
    where p.id in (
      select a.person_id from public.client_access a where a.practice_id = candidate
      union select g.person_id from public.horse_grants g where g.practice_id = candidate)
    on conflict do nothing;
  end loop;
  perform set_config('app.practice_id', '', true);
end $$;

-- The app role takes the way to its own practice from people whom nothing there names any more.
create function drop_ways(people uuid[]) returns void language sql security definer set search_path = '' as $$
  delete from directory.ways w
  where w.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and w.person_id = any (people)
    and not exists (select from public.client_access a where a.practice_id = w.practice_id and a.person_id = w.person_id)
    and not exists (select from public.horse_grants g where g.practice_id = w.practice_id and g.person_id = w.person_id);
$$;
revoke all on function drop_ways(uuid[]) from public;
grant execute on function drop_ways(uuid[]) to pritchel_app;

-- how long what owners opened is kept -----------------------------------------------------------------------------

alter table retention add column openings_days integer not null default 730 check (openings_days between 30 and 3650);
create index on client_access (practice_id, until) where until is not null;

drop function directory.with_words_to_forget(uuid[], timestamptz, integer, integer, integer);

create function directory.with_words_to_forget(
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
      select from public.exports e where e.practice_id = candidate and e.state = 'done' and e.dies_at < at
    ) or exists (
      select from public.erasures e where e.practice_id = candidate and e.state in ('queued', 'running')
    ) then
      return next candidate;
    end if;
  end loop;
  perform set_config('app.practice_id', '', true);
end $$;
revoke all on function directory.with_words_to_forget(uuid[], timestamptz, integer, integer, integer, integer) from public;
grant execute on function directory.with_words_to_forget(uuid[], timestamptz, integer, integer, integer, integer) to pritchel_directory;

-- What differs for a client in what they are shown.
grant select (portal_shows) on clients to pritchel_guest;
