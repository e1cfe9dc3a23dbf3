-- Notices wait in their own table until they are due. So that a worker need not ask every practice each second, the directory keeps one
-- moment for each: the next at which something of it is due; 'infinity' when nothing waits.

create table directory.wakes (
  practice_id uuid primary key references directory.practices (id) on delete cascade,
  due_at timestamptz not null
);
create index on directory.wakes (due_at);
grant select, insert, update, delete on directory.wakes to pritchel_directory;
insert into directory.wakes (practice_id, due_at) select id, now() from directory.practices; -- what waits already

-- Always a write: the row's lock is what keeps a worker from putting the practice to rest before this transaction's notices can be seen.
create function wake_at(due timestamptz) returns void
language sql security definer set search_path = '' as $$
  insert into directory.wakes as known (practice_id, due_at)
  values (nullif(current_setting('app.practice_id', true), '')::uuid, due)
  on conflict (practice_id) do update set due_at = least(known.due_at, excluded.due_at)
$$;
revoke all on function wake_at(timestamptz) from public;
grant execute on function wake_at(timestamptz) to pritchel_app;

create function hold_wake() returns void
language sql security definer set search_path = '' as $$
  select from directory.wakes where practice_id = nullif(current_setting('app.practice_id', true), '')::uuid for update
$$;
revoke all on function hold_wake() from public;
grant execute on function hold_wake() to pritchel_app;

create function rest_until(due timestamptz) returns void
language sql security definer set search_path = '' as $$
  update directory.wakes set due_at = due where practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
$$;
revoke all on function rest_until(timestamptz) from public;
grant execute on function rest_until(timestamptz) to pritchel_app;

-- What is due of a practice, the longest due first.
create index notices_due on notices (practice_id, (coalesce(case state when 'held' then hold_until else not_before end, '-infinity')))
  where state in ('held', 'queued');

-- The outbox, newest first: a planned reminder comes to it as it is due.
create index notices_came on notices (practice_id, (case when kind = 'reminder' and heeds_quiet then not_before else created_at end), id);
