-- The weather expected on a day in a square of about 2 km, for the stops of today and the next four days. No name is in it, and the server alone
-- writes it, as the weather service gives it.
create table place_forecasts (
  practice_id uuid not null,
  -- Of its square and its day.
  id uuid not null,
  cell text not null check (cell ~ '^-?[0-9]+,-?[0-9]+$'),
  on_day date not null,
  hours jsonb not null,
  made_at timestamptz not null,
  rev integer not null, seq bigint not null, deleted_at timestamptz, fw jsonb not null default '{}',
  created_at timestamptz not null default clock_now(),
  primary key (practice_id, id)
);
create index on place_forecasts (practice_id, seq);
create index on place_forecasts (practice_id, on_day);
create index on place_forecasts (practice_id, deleted_at) where deleted_at is not null;

select seal_tenant_table('public.place_forecasts');

alter table connections
  -- Requests that were made on a day, of a service that allows so many.
  add column calls_on date,
  add column calls integer not null default 0;

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
      or exists (select from public.calendar_changes t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.busy_blocks t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.travel_tables t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.place_forecasts t where t.practice_id = candidate and t.deleted_at < before) then
      return next candidate;
    end if;
  end loop;
  perform set_config('app.practice_id', '', true);
end $$;
