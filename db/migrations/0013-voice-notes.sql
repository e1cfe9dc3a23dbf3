-- Voice notes: a recording of a horse, and what was said in it once somebody, or a server, has written it down.

create table voice_notes (
  practice_id uuid not null,
  id uuid not null,
  horse_id uuid not null,
  appointment_id uuid,
  visit_horse_id uuid,
  work_entry_id uuid,
  member_id uuid not null, -- who spoke
  file_id uuid, -- none once the file of a removed one was swept
  file_name text not null check (file_name <> ''),
  service_type text not null default 'voice-note',
  description text not null,
  mime text not null,
  bytes bigint not null, -- of its file, whose row no device has
  duration_ms integer check (duration_ms >= 0), -- none where the sender did not say
  waveform smallint[], -- loudest of each of so many equal parts, 0 to 100
  recorded_at timestamptz not null,
  transcript text,
  transcript_state text not null default 'none' check (transcript_state in ('none', 'waiting', 'working', 'done', 'failed')),
  transcript_note text, -- why it failed, or waits longer
  transcript_tries smallint not null default 0,
  rev integer not null, seq bigint not null, deleted_at timestamptz, fw jsonb not null default '{}',
  primary key (practice_id, id),
  foreign key (practice_id, file_id) references files (practice_id, id) on delete set null (file_id),
  foreign key (practice_id, member_id) references members (practice_id, id),
  foreign key (practice_id, horse_id) references horses (practice_id, id),
  foreign key (practice_id, appointment_id) references appointments (practice_id, id),
  foreign key (practice_id, visit_horse_id) references visit_horses (practice_id, id),
  foreign key (practice_id, work_entry_id) references work_entries (practice_id, id)
);
create index on voice_notes (practice_id, seq);
create index on voice_notes (practice_id, file_id);
create index on voice_notes (practice_id, member_id);
create index on voice_notes (practice_id, horse_id);
create index on voice_notes (practice_id, appointment_id);
create index on voice_notes (practice_id, visit_horse_id);
create index on voice_notes (practice_id, work_entry_id);

select seal_tenant_table('public.voice_notes'::regclass);

-- Whether recordings go to the transcription server this one may be set up with. Nothing leaves unless an owner says so.
alter table settings add column transcribes_voice boolean not null default false;
