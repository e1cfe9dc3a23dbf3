-- What a practice decides once (working hours, wording, feet) moves out of the directory into a synced row of its own, so that devices
-- know it without a signal; and the price list.

create table settings (
  practice_id uuid not null references directory.practices (id) on delete cascade,
  id uuid not null, -- one per practice, of its id: two devices that make it at once make one
  working_hours jsonb not null default '[
    {"dayOfWeek": 0, "isWorking": false, "startTime": "09:00", "endTime": "17:00"},
    {"dayOfWeek": 1, "isWorking": true, "startTime": "09:00", "endTime": "17:00"},
    {"dayOfWeek": 2, "isWorking": true, "startTime": "09:00", "endTime": "17:00"},
    {"dayOfWeek": 3, "isWorking": true, "startTime": "09:00", "endTime": "17:00"},
    {"dayOfWeek": 4, "isWorking": true, "startTime": "09:00", "endTime": "17:00"},
    {"dayOfWeek": 5, "isWorking": true, "startTime": "09:00", "endTime": "17:00"},
    {"dayOfWeek": 6, "isWorking": false, "startTime": "09:00", "endTime": "17:00"}]',
  feet text not null default 'near-off' check (feet in ('near-off', 'left-right')),
  travel_buffer_minutes integer not null default 15 check (travel_buffer_minutes between 0 and 240),
  prep_line text,
  wording jsonb not null default '{}',
  rev integer not null, seq bigint not null, deleted_at timestamptz, fw jsonb not null default '{}',
  primary key (practice_id, id),
  unique (practice_id)
);
create index on settings (practice_id, seq);

create table price_items (
  practice_id uuid not null references directory.practices (id) on delete cascade,
  id uuid not null,
  service_type text not null check (service_type <> ''),
  label text not null check (label <> ''),
  unit_pence integer not null check (unit_pence between 0 and 10000000),
  vat_rate_bp integer not null default 0 check (vat_rate_bp between 0 and 10000),
  rev integer not null, seq bigint not null, deleted_at timestamptz, fw jsonb not null default '{}',
  primary key (practice_id, id),
  unique (practice_id, service_type)
);
create index on price_items (practice_id, seq);

create table price_overrides (
  practice_id uuid not null,
  id uuid not null,
  price_item_id uuid not null,
  client_id uuid,
  horse_id uuid,
  yard_id uuid,
  unit_pence integer check (unit_pence between 0 and 10000000), -- none: back to the list
  rev integer not null, seq bigint not null, deleted_at timestamptz, fw jsonb not null default '{}',
  primary key (practice_id, id),
  foreign key (practice_id, price_item_id) references price_items (practice_id, id) on delete cascade,
  foreign key (practice_id, client_id) references clients (practice_id, id),
  foreign key (practice_id, horse_id) references horses (practice_id, id),
  foreign key (practice_id, yard_id) references yards (practice_id, id),
  check (num_nonnulls(client_id, horse_id, yard_id) = 1)
);
create index on price_overrides (practice_id, seq);
create index on price_overrides (practice_id, price_item_id);
create index on price_overrides (practice_id, client_id);
create index on price_overrides (practice_id, horse_id);
create index on price_overrides (practice_id, yard_id);

select seal_tenant_table(format('public.%I', name)::regclass)
from unnest(array['settings', 'price_items', 'price_overrides']) name;

-- What practices of before had decided, and the standard rates they had in their heads ----------------------------------

-- The id `uuidOf(...)` gives in the application: a version 5 UUID, for which PostgreSQL alone has no SHA-1.
create function uuid_of(name text) returns uuid language plpgsql immutable as $$
declare
  message bytea := decode('6f1a4c0e8a1b5d0e9a5570726974636c', 'hex') || convert_to(name, 'UTF8');
  padded bytea := message || '\x80'::bytea;
  mask constant bigint := 4294967295;
  state bigint[] := array[1732584193, 4023233417, 2562383102, 271733878, 3285377520];
  words bigint[];
  a bigint; b bigint; c bigint; d bigint; e bigint; mixed bigint; turned bigint;
  digest bytea;
begin
  while length(padded) % 64 <> 56 loop padded := padded || '\x00'::bytea; end loop;
  padded := padded || int8send(length(message)::bigint * 8);
  for block in 0 .. length(padded) / 64 - 1 loop
    for i in 0 .. 79 loop
      if i < 16 then
        words[i] := (get_byte(padded, block * 64 + i * 4)::bigint << 24) | (get_byte(padded, block * 64 + i * 4 + 1) << 16)
          | (get_byte(padded, block * 64 + i * 4 + 2) << 8) | get_byte(padded, block * 64 + i * 4 + 3);
      else
        mixed := words[i - 3] # words[i - 8] # words[i - 14] # words[i - 16];
        words[i] := ((mixed << 1) | (mixed >> 31)) & mask;
      end if;
    end loop;
    a := state[1]; b := state[2]; c := state[3]; d := state[4]; e := state[5];
    for i in 0 .. 79 loop
      mixed := case
        when i < 20 then ((b & c) | ((mask - b) & d)) + 1518500249
        when i < 40 then (b # c # d) + 1859775393
        when i < 60 then ((b & c) | (b & d) | (c & d)) + 2400959708
        else (b # c # d) + 3395469782 end;
      turned := (((a << 5) | (a >> 27)) & mask) + mixed + e + words[i];
      e := d; d := c; c := ((b << 30) | (b >> 2)) & mask; b := a; a := turned & mask;
    end loop;
    state := array[(state[1] + a) & mask, (state[2] + b) & mask, (state[3] + c) & mask, (state[4] + d) & mask, (state[5] + e) & mask];
  end loop;
  digest := int8send((state[1] << 32) | state[2]) || int8send((state[3] << 32) | state[4]);
  digest := set_byte(set_byte(digest, 6, (get_byte(digest, 6) & 15) | 80), 8, (get_byte(digest, 8) & 63) | 128);
  return encode(digest, 'hex')::uuid;
end $$;

do $$
declare
  practice record;
  before bigint;
begin
  for practice in select id, working_days from directory.practices loop
    perform set_config('app.practice_id', practice.id::text, true);
    update sync_counters set seq = seq + 9 where practice_id = practice.id returning seq - 9 into before;
    continue when before is null; -- registered half-way: nobody can reach it
    insert into settings (practice_id, id, working_hours, rev, seq)
      select practice.id, uuid_of(practice.id || E'\n' || 'settings'),
        jsonb_agg(jsonb_build_object('dayOfWeek', day, 'isWorking', day = any (practice.working_days),
          'startTime', '09:00', 'endTime', '17:00') order by day), 1, before + 1
      from generate_series(0, 6) day;
    insert into price_items (practice_id, id, service_type, label, unit_pence, rev, seq)
      select practice.id, uuid_of(practice.id || E'\n' || 'price_items' || E'\n' || service_type),
        service_type, label, unit_pence, 1, before + 1 + place
      from (values -- Spec §9 Standard rates
        (1, 'Trim', 'Trim', 3500), (2, 'Front shoes new', 'Front shoes new', 8500), (3, 'Hind shoes new', 'Hind shoes new', 9500),
        (4, 'Full set new', 'Full set new', 18000), (5, 'Front refit', 'Front refit', 7000), (6, 'Hind refit', 'Hind refit', 8000),
        (7, 'Full set refit', 'Full set refit', 15000), (8, 'Emergency call-out', 'Emergency call-out, additional', 2500)
      ) as rate (place, service_type, label, unit_pence);
  end loop;
  perform set_config('app.practice_id', '', true);
end $$;

drop function uuid_of(text);
alter table directory.practices drop column working_days;
