-- Texts, e-mails and calls to a device that really leave: how they may, what became of them, and the way an answer finds back.

alter table notices drop constraint notices_channel_check;
alter table notices add constraint notices_channel_check check (channel in ('sms', 'email', 'push'));
alter table notices drop constraint notices_state_check;
alter table notices add constraint notices_state_check check (state in
  ('held', 'queued', 'sending', 'sent', 'delivered', 'undelivered', 'simulated', 'handed_over', 'failed', 'unknown', 'cancelled'));
alter table notices add column purpose text not null default 'service' check (purpose in ('service', 'marketing'));
alter table notices add column heeds_quiet boolean not null default false; -- waits for the end of the quiet hours
alter table notices add column is_urgent boolean not null default false; -- goes whatever the day's cap is
alter table notices add column thread_id uuid; -- where an answer by e-mail belongs

-- What the practice has decided of sending; what is absent is as it comes.
alter table settings add column sending jsonb not null default '{}';

-- How and where consent to marketing was given; `soft_opt_in`: a customer who was told and has not objected (PECR reg. 22).
alter table clients add column marketing_consent_how text check (marketing_consent_how in ('said', 'written', 'form', 'soft_opt_in'));
create index on clients (practice_id, phone_e164);

-- Texts that left on a day of the practice, for the cap and the cost.
create table sending_days (
  practice_id uuid not null references directory.practices (id) on delete cascade,
  on_day date not null,
  texts integer not null default 0, -- those the cap counts
  segments integer not null default 0, -- of all texts: what is paid for
  primary key (practice_id, on_day)
);

-- A member's own telephone, for what cannot wait.
create table alert_phones (
  practice_id uuid not null,
  member_id uuid not null,
  phone_e164 text not null check (phone_e164 <> ''),
  primary key (practice_id, member_id),
  foreign key (practice_id, member_id) references members (practice_id, id) on delete cascade
);

create table push_subscriptions (
  practice_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  device text not null default '', -- what it is called in a sentence
  endpoint text not null check (endpoint <> ''),
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now(),
  primary key (practice_id, id),
  unique (practice_id, endpoint),
  foreign key (practice_id, member_id) references members (practice_id, id) on delete cascade
);
create index on push_subscriptions (practice_id, member_id);

select seal_tenant_table(format('public.%I', name)::regclass) from unnest(array['sending_days', 'alert_phones', 'push_subscriptions']) name;

-- An address for answers by e-mail: one per client, or per client and thread. It is born with the e-mail that names it.
alter table directory.inbound add column client_id uuid;
alter table directory.inbound add column thread_id uuid;
create unique index inbound_once on directory.inbound (practice_id, client_id, thread_id) nulls not distinct where client_id is not null;

create function reply_address(fresh text, client uuid, thread uuid) returns text
language sql security definer set search_path = '' as $$
  insert into directory.inbound (address, practice_id, client_id, thread_id)
  values (fresh, nullif(current_setting('app.practice_id', true), '')::uuid, client, thread)
  on conflict (practice_id, client_id, thread_id) where client_id is not null do update set thread_id = excluded.thread_id
  returning address
$$;
revoke all on function reply_address(text, uuid, uuid) from public;
grant execute on function reply_address(text, uuid, uuid) to pritchel_app;

-- Whoever is forgotten can be answered no more.
create function forget_reply_addresses(client uuid) returns void
language sql security definer set search_path = '' as $$
  delete from directory.inbound where practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and client_id = client
$$;
revoke all on function forget_reply_addresses(uuid) from public;
grant execute on function forget_reply_addresses(uuid) to pritchel_app;

-- Who a text from this number may be from. A number has no row in `directory`, so each practice is asked in turn, as its owner and under
-- row-level security; `told_at` is when that practice last texted it.
create function directory.clients_of_phone(phone text) returns table (practice_id uuid, client_id uuid, told_at timestamptz)
language plpgsql security definer set search_path = '' as $$
declare
  candidate uuid;
begin
  for candidate in select id from directory.practices order by id loop
    perform set_config('app.practice_id', candidate::text, true);
    return query
      select c.practice_id, c.id, (
        select max(n.state_at) from public.notices n
        where n.practice_id = candidate and n.client_id = c.id and n.channel = 'sms'
          and n.state in ('sending', 'sent', 'delivered', 'undelivered', 'unknown')
      )
      from public.clients c
      where c.practice_id = candidate and c.phone_e164 = phone and c.deleted_at is null;
  end loop;
  perform set_config('app.practice_id', '', true);
end $$;
revoke all on function directory.clients_of_phone(text) from public;
grant execute on function directory.clients_of_phone(text) to pritchel_directory;

-- What was taken and not settled: after a crash it is found by its age.
create index notices_sending on notices (practice_id, state_at) where state = 'sending';
