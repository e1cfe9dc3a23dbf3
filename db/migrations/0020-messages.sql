-- Conversations with clients, and what the practice answers by itself.

create table threads (
  practice_id uuid not null,
  id uuid not null,
  client_id uuid not null,
  subject text not null check (subject <> ''),
  is_emergency boolean not null default false,
  emergency_rate_pence integer check (emergency_rate_pence >= 0), -- what the owner was told it costs when it began
  emergency_percent integer check (emergency_percent >= 100), -- of the usual rates
  member_id uuid, -- who began it; none: the client did
  read_to timestamptz, -- everything of the client's up to here has been read
  last_client_at timestamptz, -- their newest message
  last_message_at timestamptz not null, -- the newest of either side, else when it began
  closed_at timestamptz,
  rev integer not null, seq bigint not null, deleted_at timestamptz, fw jsonb not null default '{}',
  primary key (practice_id, id),
  foreign key (practice_id, client_id) references clients (practice_id, id),
  foreign key (practice_id, member_id) references members (practice_id, id),
  check (is_emergency or (emergency_rate_pence is null and emergency_percent is null))
);
create index on threads (practice_id, seq);
create index on threads (practice_id, client_id, last_message_at); -- where a text of theirs goes
create index on threads (practice_id, member_id);
create index on threads (practice_id, last_message_at, id); -- the list, a page at a time

create table messages (
  practice_id uuid not null,
  id uuid not null,
  thread_id uuid not null,
  client_id uuid not null, -- that of its thread: devices read a client's messages by it
  sender_type text not null check (sender_type in ('farrier', 'client')),
  member_id uuid, -- who wrote it; none: the client, or the practice by itself
  content text not null,
  reply_to_id uuid,
  appointment_id uuid,
  is_auto_reply boolean not null default false,
  via text check (via in ('sms', 'email', 'portal', 'triage')), -- how it came or goes; none: it could not go
  provider_ref text, -- of one that came, which may be brought twice
  notice_id uuid, -- of one that goes
  delivery text check (delivery in ('waiting', 'sent', 'delivered', 'simulated', 'handed_over', 'failed', 'stopped', 'unknown')),
  delivery_note text,
  sent_at timestamptz not null, -- when it was written, or came
  rev integer not null, seq bigint not null, deleted_at timestamptz, fw jsonb not null default '{}',
  primary key (practice_id, id),
  foreign key (practice_id, thread_id) references threads (practice_id, id),
  foreign key (practice_id, client_id) references clients (practice_id, id),
  foreign key (practice_id, member_id) references members (practice_id, id),
  foreign key (practice_id, reply_to_id) references messages (practice_id, id),
  foreign key (practice_id, appointment_id) references appointments (practice_id, id),
  foreign key (practice_id, notice_id) references notices (practice_id, id) on delete set null (notice_id),
  check (content <> '' or sender_type = 'client')
);
create index on messages (practice_id, seq);
create index on messages (practice_id, thread_id, sent_at, id); -- a conversation, a page at a time
create index on messages (practice_id, client_id);
create index on messages (practice_id, member_id);
create index on messages (practice_id, reply_to_id);
create index on messages (practice_id, appointment_id);
create index on messages (practice_id, notice_id);
create unique index on messages (practice_id, via, provider_ref) where provider_ref is not null;

alter table attachments add foreign key (practice_id, message_id) references messages (practice_id, id);
create index on attachments (practice_id, message_id);

alter table settings add column auto_reply jsonb not null default '{}'; -- what differs from the defaults

select seal_tenant_table(format('public.%I', name)::regclass)
from unnest(array['threads', 'messages']) name;
