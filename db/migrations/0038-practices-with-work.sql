-- Which of some practices a job has something to do in, so that it opens a transaction in no other. Each is asked in turn, as its owner and under
-- row-level security, in one call that answers with ids of practices and nothing else; what is asked is found by an index of that practice. One
-- practice too many is looked at for nothing, one too few would never be done.

do $$
declare
  synced text;
begin
  foreach synced in array array[
  'members', 'settings', 'clients', 'sms_preferences', 'yards', 'horses', 'appointments', 'visit_horses',
  'rounds', 'time_off', 'work_entries', 'threads', 'messages', 'expenses', 'attachments', 'voice_notes',
  'price_items', 'price_overrides', 'service_types', 'work_templates', 'tasks', 'rights_requests', 'terms_acceptances', 'visit_answers',
  'slot_offers', 'money_settings', 'invoices', 'charges', 'payments', 'allocations', 'trips'
  ] loop
    execute format('create index on %I (practice_id, deleted_at) where deleted_at is not null', synced);
  end loop;
end $$;
create index messages_by_age on messages (practice_id, sent_at) where deleted_at is null;
create index threads_by_age on threads (practice_id, last_message_at) where deleted_at is null;
create index visit_answers_by_age on visit_answers (practice_id, said_at) where deleted_at is null;
create index slot_offers_by_age on slot_offers (practice_id, expires_at) where deleted_at is null;
create index on client_access (practice_id, person_id);
create index on horse_grants (practice_id, person_id);

-- Visits on this day or later, which may need reminders.
create function directory.with_visits(candidates uuid[], from_day date) returns setof uuid
language plpgsql security definer set search_path = '' set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  candidate uuid;
begin
  foreach candidate in array candidates loop
    perform set_config('app.practice_id', candidate::text, true);
    if exists (
      select from public.appointments a where a.practice_id = candidate and a.on_day >= from_day and a.deleted_at is null
    ) then
      return next candidate;
    end if;
  end loop;
  perform set_config('app.practice_id', '', true);
end $$;

-- Invoices due before this day and not settled, where the practice has their payers reminded by itself.
create function directory.with_debts_to_chase(candidates uuid[], due_before date) returns setof uuid
language plpgsql security definer set search_path = '' set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  candidate uuid;
begin
  foreach candidate in array candidates loop
    perform set_config('app.practice_id', candidate::text, true);
    if exists (
      select from public.money_settings s where s.practice_id = candidate and s.fees ->> 'chases' = 'true'
    ) and exists (
      select from public.invoices i
      where i.practice_id = candidate and i.paid_pence < i.total_pence and i.kind = 'invoice' and i.due_on < due_before
    ) then
      return next candidate;
    end if;
  end loop;
  perform set_config('app.practice_id', '', true);
end $$;

-- Uploads that came to nothing, and files that are on no record. The stored files of a practice are read for it, each by its key.
create function directory.with_files_to_sweep(candidates uuid[], at timestamptz, ended_before timestamptz, unnamed_before timestamptz) returns setof uuid
language plpgsql security definer set search_path = '' set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  candidate uuid;
begin
  foreach candidate in array candidates loop
    perform set_config('app.practice_id', candidate::text, true);
    if exists (
      select from public.files f
      where f.practice_id = candidate and f.state in ('uploading', 'refused') and f.state_at < ended_before
        and (f.upload_ends_at is null or f.upload_ends_at < at)
    ) or exists (
      select from public.files f
      where f.practice_id = candidate and f.state = 'stored' and f.state_at < unnamed_before
        and not exists (
          select from public.attachments a
          where a.practice_id = candidate and a.file_id = f.id and (a.deleted_at is null or a.deleted_at > unnamed_before)
        )
        and not exists (
          select from public.voice_notes v
          where v.practice_id = candidate and v.file_id = f.id and (v.deleted_at is null or v.deleted_at > unnamed_before)
        )
    ) then
      return next candidate;
    end if;
  end loop;
  perform set_config('app.practice_id', '', true);
end $$;

-- Changes that were applied, and records that were removed, before a moment. Every synced table is here.
create function directory.with_old_changes(candidates uuid[], before timestamptz) returns setof uuid
language plpgsql security definer set search_path = '' set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  candidate uuid;
begin
  foreach candidate in array candidates loop
    perform set_config('app.practice_id', candidate::text, true);
    if exists (select from public.sync_ops t where t.practice_id = candidate and t.applied_at < before)
      or exists (select from public.members t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.settings t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.clients t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.sms_preferences t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.yards t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.horses t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.appointments t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.visit_horses t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.rounds t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.time_off t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.work_entries t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.threads t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.messages t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.expenses t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.attachments t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.voice_notes t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.price_items t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.price_overrides t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.service_types t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.work_templates t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.tasks t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.rights_requests t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.terms_acceptances t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.visit_answers t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.slot_offers t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.money_settings t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.invoices t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.charges t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.payments t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.allocations t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.trips t where t.practice_id = candidate and t.deleted_at < before) then
      return next candidate;
    end if;
  end loop;
  perform set_config('app.practice_id', '', true);
end $$;

-- Words older than the practice keeps them, and exports and erasures whose job a restore has lost. The days hold where the practice has chosen none.
create function directory.with_words_to_forget(candidates uuid[], at timestamptz, texts_days integer, messages_days integer, answers_days integer) returns setof uuid
language plpgsql security definer set search_path = '' set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  candidate uuid;
  kept public.retention;
  said timestamptz;
  answered timestamptz;
  texted timestamptz;
begin
  foreach candidate in array candidates loop
    perform set_config('app.practice_id', candidate::text, true);
    select * into kept from public.retention r where r.practice_id = candidate;
    said := at - make_interval(days => coalesce(kept.messages_days, messages_days));
    answered := at - make_interval(days => coalesce(kept.answers_days, answers_days));
    texted := at - make_interval(days => coalesce(kept.texts_days, texts_days));
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
      select from public.exports e where e.practice_id = candidate and e.state = 'done' and e.dies_at < at
    ) or exists (
      select from public.erasures e where e.practice_id = candidate and e.state in ('queued', 'running')
    ) then
      return next candidate;
    end if;
  end loop;
  perform set_config('app.practice_id', '', true);
end $$;

-- Which of these people any practice knows beside one client: as another client's, or for a horse.
create function directory.known_people(people uuid[], but_for_client uuid) returns setof uuid
language plpgsql security definer set search_path = '' set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  candidate uuid;
begin
  for candidate in select id from directory.practices order by id loop
    perform set_config('app.practice_id', candidate::text, true);
    return query
      select a.person_id from public.client_access a
      where a.practice_id = candidate and a.person_id = any (people) and a.client_id <> but_for_client
      union
      select g.person_id from public.horse_grants g where g.practice_id = candidate and g.person_id = any (people);
  end loop;
  perform set_config('app.practice_id', '', true);
end $$;

revoke all on function directory.with_visits(uuid[], date) from public;
grant execute on function directory.with_visits(uuid[], date) to pritchel_directory;
revoke all on function directory.with_debts_to_chase(uuid[], date) from public;
grant execute on function directory.with_debts_to_chase(uuid[], date) to pritchel_directory;
revoke all on function directory.with_files_to_sweep(uuid[], timestamptz, timestamptz, timestamptz) from public;
grant execute on function directory.with_files_to_sweep(uuid[], timestamptz, timestamptz, timestamptz) to pritchel_directory;
revoke all on function directory.with_old_changes(uuid[], timestamptz) from public;
grant execute on function directory.with_old_changes(uuid[], timestamptz) to pritchel_directory;
revoke all on function directory.with_words_to_forget(uuid[], timestamptz, integer, integer, integer) from public;
grant execute on function directory.with_words_to_forget(uuid[], timestamptz, integer, integer, integer) to pritchel_directory;
revoke all on function directory.known_people(uuid[], uuid) from public;
grant execute on function directory.known_people(uuid[], uuid) to pritchel_directory;
