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
