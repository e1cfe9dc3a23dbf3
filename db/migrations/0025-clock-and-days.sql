-- The moment it is on the clock the server goes by (lib/clock.ts), which a test may set: a connection opened then says how far it is ahead.
create function clock_now() returns timestamptz language sql stable parallel safe
return now() + coalesce(nullif(current_setting('pritchel.ahead', true), ''), '0 ms')::interval;
grant execute on function clock_now() to pritchel_app, pritchel_directory;

alter table directory.billing_events alter column came_at set default clock_now();
alter table directory.sessions alter column created_at set default clock_now();
alter table directory.sessions alter column last_seen_at set default clock_now();
alter table activity alter column at set default clock_now();
alter table bank_lines alter column created_at set default clock_now();
alter table devices alter column last_seen_at set default clock_now();
alter table erasures alter column created_at set default clock_now();
alter table erasures alter column state_at set default clock_now();
alter table exports alter column created_at set default clock_now();
alter table exports alter column state_at set default clock_now();
alter table files alter column state_at set default clock_now();
alter table imports alter column created_at set default clock_now();
alter table imports alter column state_at set default clock_now();
alter table notices alter column created_at set default clock_now();
alter table notices alter column state_at set default clock_now();
alter table push_subscriptions alter column created_at set default clock_now();
alter table sync_ops alter column applied_at set default clock_now();
alter table terms_versions alter column made_at set default clock_now();

create or replace function revoke_links(of_kind text, of_subject uuid, of_client uuid default null) returns void
  language sql security definer set search_path = '' as $$
  update directory.links set revoked_at = public.clock_now()
  where practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and kind = of_kind and subject_id = of_subject
    and (of_client is null or client_id = of_client) and revoked_at is null
$$;

-- When the server first had a record. Ids are made anywhere, so no day is read out of them but here, once: of a record of before it is the best
-- there is, if it is an id in the order of time and of a sensible one; else the day of its first line in the journal.
do $$
declare
  synced text;
  practice record;
begin
  for synced in select table_name from information_schema.columns where table_schema = 'public' and column_name = 'fw' loop
    execute format('alter table %I add column created_at timestamptz', synced);
    for practice in select id from directory.practices loop
      perform set_config('app.practice_id', practice.id::text, true);
      execute format($fill$
        update %1$I t set created_at = coalesce(
          case when substr(t.id::text, 15, 1) = '7' and timed.at between '2020-01-01' and clock_now() then timed.at end,
          (select min(a.at) from activity a where a.practice_id = t.practice_id and a.entity = %1$L and a.entity_id = t.id),
          clock_now())
        from (select practice_id, id, to_timestamp(('x' || substr(replace(id::text, '-', ''), 1, 12))::bit(48)::bigint / 1000.0) as at from %1$I) timed
        where t.practice_id = $1 and timed.practice_id = t.practice_id and timed.id = t.id$fill$, synced) using practice.id;
    end loop;
    perform set_config('app.practice_id', '', true);
    execute format('alter table %I alter column created_at set not null, alter column created_at set default clock_now()', synced);
  end loop;
end $$;
