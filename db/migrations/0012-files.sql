-- Files, and what each is of. The bytes lie outside the database, named by their content; a row here comes before them and outlives them.

create table files (
  practice_id uuid not null references directory.practices (id) on delete cascade,
  id uuid not null,
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'), -- as announced until it is stored, then as it is
  bytes bigint check (bytes between 1 and 104857600),
  mime text not null default 'application/octet-stream', -- as announced, then as its content says
  store_key text, -- none until it is stored
  state text not null default 'uploading' check (state in ('uploading', 'stored', 'refused')),
  made_by_kind text not null default 'member' check (made_by_kind in ('member', 'client', 'vet', 'para')),
  made_by_person uuid not null,
  upload_key bytea, -- what the upload URL ends in; none once there is nothing more to send
  upload_ends_at timestamptz,
  state_at timestamptz not null default now(),
  primary key (practice_id, id),
  check ((state = 'stored') = (store_key is not null)),
  check (state <> 'stored' or (sha256 is not null and bytes is not null))
);
create index on files (practice_id, sha256); -- whether anybody still names these bytes
create index on files (practice_id, state, state_at); -- what the nightly sweep looks through

create table attachments (
  practice_id uuid not null,
  id uuid not null,
  file_id uuid, -- none once the file of a removed one was swept
  file_type text not null check (file_type in ('image', 'video', 'scan', 'radiograph', 'gait-analysis', 'document')),
  file_name text not null check (file_name <> ''),
  bytes bigint not null, -- of its file, whose row no device has
  mime text not null,
  description text,
  uploaded_by text not null default 'farrier' check (uploaded_by in ('farrier', 'vet', 'para-professional', 'client')),
  filed_by_member uuid,
  received_from text, -- who made it, where a member filed it for them
  horse_id uuid,
  appointment_id uuid,
  work_entry_id uuid,
  message_id uuid, -- messages and expenses have no tables yet
  client_id uuid,
  yard_id uuid,
  expense_id uuid,
  foot text check (foot in ('NF', 'OF', 'NH', 'OH')),
  view text,
  taken_on date,
  shown_to_owner boolean not null default false,
  rev integer not null, seq bigint not null, deleted_at timestamptz, fw jsonb not null default '{}',
  primary key (practice_id, id),
  foreign key (practice_id, file_id) references files (practice_id, id) on delete set null (file_id),
  foreign key (practice_id, filed_by_member) references members (practice_id, id),
  foreign key (practice_id, horse_id) references horses (practice_id, id),
  foreign key (practice_id, appointment_id) references appointments (practice_id, id),
  foreign key (practice_id, work_entry_id) references work_entries (practice_id, id),
  foreign key (practice_id, client_id) references clients (practice_id, id),
  foreign key (practice_id, yard_id) references yards (practice_id, id),
  check (num_nonnulls(horse_id, appointment_id, work_entry_id, message_id, client_id, yard_id, expense_id) > 0)
);
create index on attachments (practice_id, seq);
create index on attachments (practice_id, file_id);
create index on attachments (practice_id, filed_by_member);
create index on attachments (practice_id, horse_id);
create index on attachments (practice_id, appointment_id);
create index on attachments (practice_id, work_entry_id);
create index on attachments (practice_id, client_id);
create index on attachments (practice_id, yard_id);

select seal_tenant_table(format('public.%I', name)::regclass)
from unnest(array['files', 'attachments']) name;
