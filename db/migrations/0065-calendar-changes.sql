-- What a member did to one of our entries in a calendar elsewhere. Nothing follows from it until they answer.
create table calendar_changes (
  practice_id uuid not null,
  id uuid not null,
  member_id uuid not null, -- whose calendar it is
  appointment_id uuid not null,
  kind text not null check (kind in ('moved', 'deleted', 'new')),
  calendar text not null check (calendar <> ''), -- what its card calls it
  -- Where the calendar had the entry, and where it has it now. Without instants: all day.
  was_day date,
  was_start timestamptz,
  was_end timestamptz,
  now_day date,
  now_start timestamptz,
  now_end timestamptz,
  state text not null default 'open' check (state in ('open', 'applied', 'put_back')),
  decided_at timestamptz,
  rev integer not null, seq bigint not null, deleted_at timestamptz, fw jsonb not null default '{}',
  created_at timestamptz not null default clock_now(),
  primary key (practice_id, id),
  foreign key (practice_id, member_id) references members (practice_id, id),
  foreign key (practice_id, appointment_id) references appointments (practice_id, id),
  check ((kind = 'new') = (was_day is null)),
  check ((kind = 'deleted') = (now_day is null)),
  check ((was_start is null) = (was_end is null) and (now_start is null) = (now_end is null)),
  check (was_start is null or was_day is not null),
  check (now_start is null or now_day is not null),
  check ((state = 'open') = (decided_at is null))
);
create index on calendar_changes (practice_id, seq);
create index on calendar_changes (practice_id, member_id);
create index on calendar_changes (practice_id, appointment_id);
create index on calendar_changes (practice_id, deleted_at) where deleted_at is not null;

select seal_tenant_table('public.calendar_changes');

-- Changes that were applied, and records that were removed, before a moment. Every synced table is here.
create or replace function directory.with_old_changes(candidates uuid[], before timestamptz) returns setof uuid
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
      or exists (select from public.trips t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.calendar_changes t where t.practice_id = candidate and t.deleted_at < before) then
      return next candidate;
    end if;
  end loop;
  perform set_config('app.practice_id', '', true);
end $$;
