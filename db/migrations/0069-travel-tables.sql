-- Miles and minutes by road between the places of a member's day. The server alone writes them, as a source of road times answered.
create table travel_tables (
  practice_id uuid not null,
  -- Of member and day.
  id uuid not null,
  member_id uuid not null,
  on_day date not null,
  -- It is named where its lengths are shown; null: it has no roads for these places.
  engine text check (engine in ('openrouteservice', 'osrm', 'valhalla')),
  -- Base and stops, to five decimals and in no order that tells anything: [latitude, longitude]. No names.
  places jsonb not null check (jsonb_typeof(places) = 'array'),
  -- From each to each: [km, minutes], or null where no road leads.
  legs jsonb not null check (jsonb_typeof(legs) = 'array'),
  made_at timestamptz not null,
  rev integer not null, seq bigint not null, deleted_at timestamptz, fw jsonb not null default '{}',
  created_at timestamptz not null default clock_now(),
  primary key (practice_id, id),
  foreign key (practice_id, member_id) references members (practice_id, id),
  check (jsonb_array_length(places) = jsonb_array_length(legs))
);
create index on travel_tables (practice_id, seq);
create index on travel_tables (practice_id, member_id);
create index on travel_tables (practice_id, on_day);
create index on travel_tables (practice_id, deleted_at) where deleted_at is not null;

select seal_tenant_table('public.travel_tables');

-- Practices with tables of days before this one.
create function directory.with_old_travel_tables(candidates uuid[], before date) returns setof uuid
language plpgsql security definer set search_path = '' set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  candidate uuid;
begin
  foreach candidate in array candidates loop
    perform set_config('app.practice_id', candidate::text, true);
    if exists (select from public.travel_tables t where t.practice_id = candidate and t.on_day < before and t.deleted_at is null) then
      return next candidate;
    end if;
  end loop;
  perform set_config('app.practice_id', '', true);
end $$;

revoke all on function directory.with_old_travel_tables(uuid[], date) from public;
grant execute on function directory.with_old_travel_tables(uuid[], date) to pritchel_directory;
