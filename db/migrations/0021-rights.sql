-- What people ask of their data, and the clock of each. Devices of those who answer for records keep them, so that a deadline is seen offline.

create table rights_requests (
  practice_id uuid not null,
  id uuid not null,
  client_id uuid not null,
  request_type text not null
    check (request_type in ('data_access', 'data_deletion', 'data_portability', 'rectification', 'objection', 'complaint')),
  status text not null default 'pending' check (status in ('pending', 'processing', 'completed', 'rejected')),
  received_via text not null check (received_via in ('sms', 'email', 'in_person', 'phone', 'letter', 'portal')),
  received_on date not null, -- the clock counts from here
  requested_at timestamptz not null, -- when it was written down
  notes text,
  objects_to text check (objects_to in ('marketing', 'other')),
  waits json[] not null default '{}', -- {why, fromOn, untilOn}, in order: the clock stands
  extended_on date, -- the day they were told that it takes two months longer
  extended_why text,
  acknowledged_on date, -- of a complaint
  sms_sent boolean not null default false,
  closed_at timestamptz,
  rev integer not null, seq bigint not null, deleted_at timestamptz, fw jsonb not null default '{}',
  primary key (practice_id, id),
  foreign key (practice_id, client_id) references clients (practice_id, id),
  check ((closed_at is null) = (status in ('pending', 'processing'))),
  check ((extended_on is null) = (extended_why is null))
);
create index on rights_requests (practice_id, seq);
create index on rights_requests (practice_id, client_id);

select seal_tenant_table('rights_requests');

-- Bank holidays differ by nation, and a text that names a deadline is written where only the practice's own tables are in reach.
create function practice_nation() returns text language sql stable security definer set search_path = '' as $$
  select nation from directory.practices where id = nullif(current_setting('app.practice_id', true), '')::uuid
$$;
revoke all on function practice_nation() from public;
grant execute on function practice_nation() to pritchel_app;
