-- Made by npm run schema from db/migrations; do not edit.

create schema directory;

create table directory.address_index (
  is_only boolean default true not null,
  key_check bytea not null,
  made_at timestamp with time zone,
  constraint address_index_is_only_check CHECK (is_only),
  constraint address_index_pkey PRIMARY KEY (is_only)
);

create table directory.addresses (
  hash bytea not null,
  practice_id uuid not null,
  client_id uuid not null,
  constraint addresses_pkey PRIMARY KEY (hash, practice_id, client_id),
  constraint addresses_practice_id_fkey FOREIGN KEY (practice_id) REFERENCES directory.practices(id) ON DELETE CASCADE
);

create table directory.api_keys (
  key_hash bytea not null,
  id uuid not null,
  practice_id uuid not null,
  person_id uuid not null,
  constraint api_keys_id_key UNIQUE (id),
  constraint api_keys_person_id_fkey FOREIGN KEY (person_id) REFERENCES directory.people(id) ON DELETE CASCADE,
  constraint api_keys_person_id_practice_id_fkey FOREIGN KEY (person_id, practice_id) REFERENCES directory.memberships(person_id, practice_id) ON DELETE CASCADE,
  constraint api_keys_pkey PRIMARY KEY (key_hash),
  constraint api_keys_practice_id_fkey FOREIGN KEY (practice_id) REFERENCES directory.practices(id) ON DELETE CASCADE
);

create table directory.asks (
  id uuid not null,
  browser_hash bytea not null,
  address_hash bytea not null,
  kind text not null,
  sealed bytea,
  vault_key_id text,
  asked_at timestamp with time zone not null,
  code_hash bytea,
  link_hash bytea,
  practice_id uuid,
  tries integer default 0 not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  due_at timestamp with time zone,
  what text default 'code'::text not null,
  person_id uuid,
  constraint asks_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'phone'::text]))),
  constraint asks_link_hash_key UNIQUE (link_hash),
  constraint asks_person_id_fkey FOREIGN KEY (person_id) REFERENCES directory.people(id) ON DELETE CASCADE,
  constraint asks_pkey PRIMARY KEY (id),
  constraint asks_practice_id_fkey FOREIGN KEY (practice_id) REFERENCES directory.practices(id) ON DELETE CASCADE,
  constraint asks_what_check CHECK ((what = ANY (ARRAY['code'::text, 'add'::text, 'device'::text])))
);

create table directory.billing_events (
  id text not null,
  came_at timestamp with time zone default clock_now() not null,
  constraint billing_events_pkey PRIMARY KEY (id)
);

create table directory.browsers (
  id uuid not null,
  person_id uuid not null,
  constraint browsers_person_id_fkey FOREIGN KEY (person_id) REFERENCES directory.people(id) ON DELETE CASCADE,
  constraint browsers_pkey PRIMARY KEY (id)
);

create table directory.calendars (
  person_id uuid not null,
  token_hash bytea not null,
  salt bytea not null,
  made_at timestamp with time zone not null,
  constraint calendars_person_id_fkey FOREIGN KEY (person_id) REFERENCES directory.people(id) ON DELETE CASCADE,
  constraint calendars_pkey PRIMARY KEY (person_id),
  constraint calendars_token_hash_key UNIQUE (token_hash)
);

create table directory.challenges (
  hash bytea not null,
  person_id uuid,
  expires_at timestamp with time zone not null,
  constraint challenges_person_id_fkey FOREIGN KEY (person_id) REFERENCES directory.people(id) ON DELETE CASCADE,
  constraint challenges_pkey PRIMARY KEY (hash)
);

create table directory.checkouts (
  id uuid not null,
  person_id uuid not null,
  practice_id uuid not null,
  client_id uuid not null,
  service text not null,
  horse_ids uuid[] not null,
  made_at timestamp with time zone default clock_now() not null,
  session text,
  done_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint checkouts_check CHECK (((done_at IS NULL) OR (ended_at IS NOT NULL))),
  constraint checkouts_horse_ids_check CHECK (((cardinality(horse_ids) >= 1) AND (cardinality(horse_ids) <= 100))),
  constraint checkouts_person_id_fkey FOREIGN KEY (person_id) REFERENCES directory.people(id) ON DELETE CASCADE,
  constraint checkouts_pkey PRIMARY KEY (id),
  constraint checkouts_practice_id_fkey FOREIGN KEY (practice_id) REFERENCES directory.practices(id) ON DELETE CASCADE,
  constraint checkouts_service_check CHECK ((service = ANY (ARRAY['portal'::text, 'vet-integration'::text, 'para-professional'::text]))),
  constraint checkouts_session_key UNIQUE (session)
);

create table directory.connected_accounts (
  practice_id uuid not null,
  connector text not null,
  account_hash bytea not null,
  constraint connected_accounts_pkey PRIMARY KEY (practice_id, connector),
  constraint connected_accounts_practice_id_fkey FOREIGN KEY (practice_id) REFERENCES directory.practices(id) ON DELETE CASCADE
);

create table directory.customers (
  person_id uuid not null,
  customer text not null,
  subscription text not null,
  began_on date not null,
  billed_from date not null,
  billed_to date not null,
  paid_until date not null,
  is_past_due boolean default false not null,
  is_ending boolean default false not null,
  is_over boolean default false not null,
  pay_url text,
  constraint customers_customer_key UNIQUE (customer),
  constraint customers_person_id_fkey FOREIGN KEY (person_id) REFERENCES directory.people(id) ON DELETE CASCADE,
  constraint customers_pkey PRIMARY KEY (person_id),
  constraint customers_subscription_key UNIQUE (subscription)
);

create table directory.demo_copies (
  practice_id uuid not null,
  person_id uuid not null,
  made_at timestamp with time zone default clock_now() not null,
  state text not null,
  given_at timestamp with time zone,
  constraint demo_copies_check CHECK (((state = 'given'::text) <= (given_at IS NOT NULL))),
  constraint demo_copies_pkey PRIMARY KEY (practice_id),
  constraint demo_copies_practice_id_fkey FOREIGN KEY (practice_id) REFERENCES directory.practices(id) ON DELETE CASCADE,
  constraint demo_copies_state_check CHECK ((state = ANY (ARRAY['making'::text, 'ready'::text, 'given'::text, 'over'::text])))
);

create table directory.exchanges (
  practice_id uuid not null,
  due_at timestamp with time zone not null,
  taken_until timestamp with time zone,
  quiet_until timestamp with time zone default '-infinity'::timestamp with time zone not null,
  is_changed boolean default false not null,
  constraint exchanges_pkey PRIMARY KEY (practice_id),
  constraint exchanges_practice_id_fkey FOREIGN KEY (practice_id) REFERENCES directory.practices(id) ON DELETE CASCADE
);

create table directory.inbound (
  address text not null,
  practice_id uuid not null,
  client_id uuid,
  thread_id uuid,
  constraint inbound_pkey PRIMARY KEY (address),
  constraint inbound_practice_id_fkey FOREIGN KEY (practice_id) REFERENCES directory.practices(id) ON DELETE CASCADE
);

create table directory.invitations (
  id uuid not null,
  practice_id uuid not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  role text not null,
  token_hash bytea not null,
  is_mailed boolean not null,
  expires_at timestamp with time zone not null,
  constraint invitations_email_check CHECK ((email = lower(email))),
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_practice_id_email_key UNIQUE (practice_id, email),
  constraint invitations_practice_id_fkey FOREIGN KEY (practice_id) REFERENCES directory.practices(id) ON DELETE CASCADE,
  constraint invitations_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'farrier'::text, 'apprentice'::text, 'office'::text]))),
  constraint invitations_token_hash_key UNIQUE (token_hash)
);

create table directory.job_runs (
  job text not null,
  on_day date not null,
  reached uuid,
  done integer default 0 not null,
  failed uuid[] default '{}'::uuid[] not null,
  seconds double precision default 0 not null,
  runner uuid,
  seen_at timestamp with time zone not null,
  is_over boolean default false not null,
  finished_at timestamp with time zone,
  constraint job_runs_pkey PRIMARY KEY (job)
);

create table directory.kept_keys (
  id uuid not null,
  person_id uuid not null,
  practice_id uuid not null,
  device_id uuid not null,
  key bytea not null,
  created_at timestamp with time zone not null,
  constraint kept_keys_key_check CHECK ((length(key) = 32)),
  constraint kept_keys_person_id_fkey FOREIGN KEY (person_id) REFERENCES directory.people(id) ON DELETE CASCADE,
  constraint kept_keys_pkey PRIMARY KEY (id),
  constraint kept_keys_practice_id_fkey FOREIGN KEY (practice_id) REFERENCES directory.practices(id) ON DELETE CASCADE
);

create table directory.known_devices (
  token_hash bytea not null,
  person_id uuid not null,
  seen_at timestamp with time zone not null,
  constraint known_devices_person_id_fkey FOREIGN KEY (person_id) REFERENCES directory.people(id) ON DELETE CASCADE,
  constraint known_devices_pkey PRIMARY KEY (token_hash, person_id)
);

create table directory.left_checkouts (
  id uuid not null,
  left_at timestamp with time zone default clock_now() not null,
  constraint left_checkouts_pkey PRIMARY KEY (id)
);

create table directory.left_customers (
  customer text not null,
  subscription text not null,
  left_at timestamp with time zone default clock_now() not null,
  constraint left_customers_pkey PRIMARY KEY (customer)
);

create table directory.links (
  token_hash bytea not null,
  practice_id uuid not null,
  kind text not null,
  subject_id uuid not null,
  client_id uuid,
  on_day date,
  dies_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  address_hash bytea,
  constraint links_kind_check CHECK ((kind = ANY (ARRAY['queue'::text, 'answer'::text, 'invoice'::text, 'statement'::text, 'visit_card'::text, 'terms'::text, 'triage'::text, 'vet'::text, 'raw'::text, 'offer'::text, 'pack'::text, 'portal'::text, 'message'::text, 'lone'::text, 'picture'::text, 'feed'::text, 'calendar'::text, 'share'::text, 'care'::text, 'photos'::text, 'post'::text]))),
  constraint links_pkey PRIMARY KEY (token_hash),
  constraint links_practice_id_fkey FOREIGN KEY (practice_id) REFERENCES directory.practices(id) ON DELETE CASCADE
);

create table directory.memberships (
  person_id uuid not null,
  practice_id uuid not null,
  member_id uuid not null,
  constraint memberships_person_id_fkey FOREIGN KEY (person_id) REFERENCES directory.people(id) ON DELETE CASCADE,
  constraint memberships_pkey PRIMARY KEY (person_id, practice_id),
  constraint memberships_practice_id_fkey FOREIGN KEY (practice_id) REFERENCES directory.practices(id) ON DELETE CASCADE
);

create table directory.oauth_starts (
  state_hash bytea not null,
  practice_id uuid not null,
  person_id uuid not null,
  session_id uuid not null,
  connector text not null,
  verifier bytea not null,
  vault_key_id text not null,
  expires_at timestamp with time zone not null,
  constraint oauth_starts_person_id_fkey FOREIGN KEY (person_id) REFERENCES directory.people(id) ON DELETE CASCADE,
  constraint oauth_starts_pkey PRIMARY KEY (state_hash),
  constraint oauth_starts_practice_id_fkey FOREIGN KEY (practice_id) REFERENCES directory.practices(id) ON DELETE CASCADE,
  constraint oauth_starts_session_id_fkey FOREIGN KEY (session_id) REFERENCES directory.sessions(id) ON DELETE CASCADE
);

create table directory.passkeys (
  credential_id text not null,
  person_id uuid not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  is_backed_up boolean not null,
  name text not null,
  made_at timestamp with time zone not null,
  used_at timestamp with time zone,
  is_members boolean default false not null,
  constraint passkeys_person_id_fkey FOREIGN KEY (person_id) REFERENCES directory.people(id) ON DELETE CASCADE,
  constraint passkeys_pkey PRIMARY KEY (credential_id)
);

create table directory.people (
  id uuid not null,
  email text,
  phone_e164 text,
  password_hash text,
  verified_at timestamp with time zone,
  first_name text default ''::text not null,
  last_name text default ''::text not null,
  profile_file_id uuid,
  constraint people_email_check CHECK ((email = lower(email))),
  constraint people_email_key UNIQUE (email),
  constraint people_pkey PRIMARY KEY (id)
);

create table directory.practices (
  id uuid not null,
  name text not null,
  slug text not null,
  nation text default 'england'::text not null,
  zone text default 'Europe/London'::text not null,
  tier text default 'professional'::text not null,
  trial_ends_on date,
  frc_number text,
  mode text default 'live'::text not null,
  paid_until date,
  next_tier text,
  is_past_due boolean default false not null,
  billing_customer text,
  billing_subscription text,
  is_ending boolean default false not null,
  wishes text[] default '{}'::text[] not null,
  demo_day date,
  demo_from timestamp with time zone,
  to_ask text[] default '{}'::text[] not null,
  constraint practices_billing_customer_key UNIQUE (billing_customer),
  constraint practices_billing_subscription_key UNIQUE (billing_subscription),
  constraint practices_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'demo'::text]))),
  constraint practices_name_check CHECK ((name <> ''::text)),
  constraint practices_nation_check CHECK ((nation = ANY (ARRAY['england'::text, 'wales'::text, 'scotland'::text, 'northern-ireland'::text]))),
  constraint practices_next_tier_check CHECK ((next_tier = ANY (ARRAY['essential'::text, 'professional'::text, 'enterprise'::text]))),
  constraint practices_pkey PRIMARY KEY (id),
  constraint practices_slug_key UNIQUE (slug),
  constraint practices_tier_check CHECK ((tier = ANY (ARRAY['essential'::text, 'professional'::text, 'enterprise'::text]))),
  constraint practices_to_ask_check CHECK ((to_ask <@ ARRAY['frcNumber'::text, 'nation'::text, 'workingDays'::text]))
);

create table directory.proofs (
  address text not null,
  person_id uuid not null,
  kind text not null,
  proven_at timestamp with time zone not null,
  used_at timestamp with time zone not null,
  constraint proofs_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'phone'::text]))),
  constraint proofs_person_id_fkey FOREIGN KEY (person_id) REFERENCES directory.people(id) ON DELETE CASCADE,
  constraint proofs_pkey PRIMARY KEY (address)
);

create table directory.pushes (
  endpoint text not null,
  session_id uuid not null,
  person_id uuid not null,
  p256dh text not null,
  auth text not null,
  made_at timestamp with time zone default clock_now() not null,
  constraint pushes_endpoint_check CHECK ((endpoint <> ''::text)),
  constraint pushes_person_id_fkey FOREIGN KEY (person_id) REFERENCES directory.people(id) ON DELETE CASCADE,
  constraint pushes_pkey PRIMARY KEY (endpoint),
  constraint pushes_session_id_fkey FOREIGN KEY (session_id) REFERENCES directory.sessions(id) ON DELETE CASCADE
);

create table directory.seat_money (
  id uuid not null,
  person_id uuid,
  customer text not null,
  seat_id uuid not null,
  kind text not null,
  service text not null,
  pence integer not null,
  from_on date not null,
  to_on date not null,
  is_first boolean default false not null,
  item text,
  invoice text,
  of_id uuid,
  why text,
  way text,
  refund text,
  made_at timestamp with time zone default clock_now() not null,
  done_at timestamp with time zone,
  constraint seat_money_check CHECK ((to_on > from_on)),
  constraint seat_money_check1 CHECK (((kind = 'back'::text) = ((of_id IS NOT NULL) AND (why IS NOT NULL)))),
  constraint seat_money_kind_check CHECK ((kind = ANY (ARRAY['charge'::text, 'back'::text]))),
  constraint seat_money_of_id_fkey FOREIGN KEY (of_id) REFERENCES directory.seat_money(id),
  constraint seat_money_pence_check CHECK ((pence > 0)),
  constraint seat_money_person_id_fkey FOREIGN KEY (person_id) REFERENCES directory.people(id) ON DELETE SET NULL,
  constraint seat_money_pkey PRIMARY KEY (id),
  constraint seat_money_service_check CHECK ((service = ANY (ARRAY['portal'::text, 'vet-integration'::text, 'para-professional'::text]))),
  constraint seat_money_way_check CHECK ((way = ANY (ARRAY['refund'::text, 'bill'::text, 'void'::text])))
);

create table directory.seats (
  id uuid not null,
  practice_id uuid not null,
  horse_id uuid not null,
  service text not null,
  person_id uuid,
  from_on date not null,
  ends_on date,
  ended_why text,
  rev integer default 1 not null,
  constraint seats_check CHECK (((ends_on IS NULL) = (ended_why IS NULL))),
  constraint seats_ended_why_check CHECK ((ended_why = ANY (ARRAY['owner'::text, 'farrier'::text, 'operator'::text, 'gone'::text, 'left'::text, 'off'::text, 'plan'::text, 'unpaid'::text]))),
  constraint seats_person_id_fkey FOREIGN KEY (person_id) REFERENCES directory.people(id) ON DELETE CASCADE,
  constraint seats_pkey PRIMARY KEY (id),
  constraint seats_practice_id_fkey FOREIGN KEY (practice_id) REFERENCES directory.practices(id) ON DELETE CASCADE,
  constraint seats_service_check CHECK ((service = ANY (ARRAY['portal'::text, 'vet-integration'::text, 'para-professional'::text])))
);

create table directory.service_notices (
  id uuid not null,
  person_id uuid not null,
  kind text not null,
  key text not null,
  facts jsonb default '{}'::jsonb not null,
  due_at timestamp with time zone,
  tries integer default 0 not null,
  address text,
  subject text,
  body text,
  state text default 'queued'::text not null,
  state_reason text,
  made_at timestamp with time zone default clock_now() not null,
  state_at timestamp with time zone default clock_now() not null,
  constraint service_notices_kind_check CHECK ((kind = ANY (ARRAY['begun'::text, 'ended'::text, 'failed'::text, 'last-days'::text, 'reminder'::text, 'price'::text, 'unused'::text]))),
  constraint service_notices_person_id_fkey FOREIGN KEY (person_id) REFERENCES directory.people(id) ON DELETE CASCADE,
  constraint service_notices_person_id_kind_key_key UNIQUE (person_id, kind, key),
  constraint service_notices_pkey PRIMARY KEY (id),
  constraint service_notices_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'simulated'::text, 'failed'::text, 'unknown'::text])))
);

create table directory.service_prices (
  service text not null,
  from_on date not null,
  pence integer not null,
  constraint service_prices_pence_check CHECK (((pence >= 1) AND (pence <= 10000))),
  constraint service_prices_pkey PRIMARY KEY (service, from_on),
  constraint service_prices_service_check CHECK ((service = ANY (ARRAY['portal'::text, 'vet-integration'::text, 'para-professional'::text])))
);

create table directory.sessions (
  token_hash bytea not null,
  id uuid not null,
  person_id uuid not null,
  practice_id uuid,
  kind text not null,
  device_id uuid,
  user_agent text default ''::text not null,
  created_at timestamp with time zone default clock_now() not null,
  last_seen_at timestamp with time zone default clock_now() not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  revoked_why text,
  browser_id uuid,
  proved_at timestamp with time zone,
  is_shared boolean default false not null,
  only_hash bytea,
  transport text default 'cookie'::text not null,
  client_kind text,
  client_model text,
  constraint sessions_browser_id_fkey FOREIGN KEY (browser_id) REFERENCES directory.browsers(id) ON DELETE SET NULL,
  constraint sessions_check CHECK (((revoked_why IS NULL) OR (revoked_at IS NOT NULL))),
  constraint sessions_client_check CHECK ((((transport = 'bearer'::text) = (client_kind IS NOT NULL)) AND ((client_kind IS NULL) = (client_model IS NULL)))),
  constraint sessions_client_kind_check CHECK ((client_kind = ANY (ARRAY['desktop'::text, 'ios'::text, 'android'::text]))),
  constraint sessions_client_model_check CHECK ((char_length(client_model) <= 60)),
  constraint sessions_id_key UNIQUE (id),
  constraint sessions_kind_check CHECK ((kind = ANY (ARRAY['member'::text, 'guest'::text]))),
  constraint sessions_person_id_fkey FOREIGN KEY (person_id) REFERENCES directory.people(id) ON DELETE CASCADE,
  constraint sessions_pkey PRIMARY KEY (token_hash),
  constraint sessions_practice_id_fkey FOREIGN KEY (practice_id) REFERENCES directory.practices(id) ON DELETE CASCADE,
  constraint sessions_revoked_why_check CHECK ((revoked_why = ANY (ARRAY['signed_out'::text, 'dismissed'::text, 'revoked'::text]))),
  constraint sessions_transport_check CHECK ((transport = ANY (ARRAY['cookie'::text, 'bearer'::text])))
);

create table directory.shell_codes (
  code_hash bytea not null,
  letters_hash bytea not null,
  challenge bytea not null,
  person_id uuid not null,
  practice_id uuid not null,
  session_id uuid not null,
  client_kind text not null,
  client_model text not null,
  code_until timestamp with time zone not null,
  letters_until timestamp with time zone not null,
  tries integer default 0 not null,
  used_at timestamp with time zone,
  constraint shell_codes_client_kind_check CHECK ((client_kind = ANY (ARRAY['desktop'::text, 'ios'::text, 'android'::text]))),
  constraint shell_codes_client_model_check CHECK ((char_length(client_model) <= 60)),
  constraint shell_codes_person_id_fkey FOREIGN KEY (person_id) REFERENCES directory.people(id) ON DELETE CASCADE,
  constraint shell_codes_pkey PRIMARY KEY (code_hash),
  constraint shell_codes_practice_id_fkey FOREIGN KEY (practice_id) REFERENCES directory.practices(id) ON DELETE CASCADE,
  constraint shell_codes_session_id_fkey FOREIGN KEY (session_id) REFERENCES directory.sessions(id) ON DELETE CASCADE
);

create table directory.signin_links (
  token_hash bytea not null,
  person_id uuid not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint signin_links_person_id_fkey FOREIGN KEY (person_id) REFERENCES directory.people(id) ON DELETE CASCADE,
  constraint signin_links_pkey PRIMARY KEY (token_hash)
);

create table directory.tries (
  key bytea not null,
  count integer not null,
  since timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  constraint tries_pkey PRIMARY KEY (key)
);

create table directory.wakes (
  practice_id uuid not null,
  due_at timestamp with time zone not null,
  constraint wakes_pkey PRIMARY KEY (practice_id),
  constraint wakes_practice_id_fkey FOREIGN KEY (practice_id) REFERENCES directory.practices(id) ON DELETE CASCADE
);

create table directory.ways (
  person_id uuid not null,
  practice_id uuid not null,
  constraint ways_person_id_fkey FOREIGN KEY (person_id) REFERENCES directory.people(id) ON DELETE CASCADE,
  constraint ways_pkey PRIMARY KEY (person_id, practice_id),
  constraint ways_practice_id_fkey FOREIGN KEY (practice_id) REFERENCES directory.practices(id) ON DELETE CASCADE
);

create table directory.webhook_wakes (
  practice_id uuid not null,
  due_at timestamp with time zone not null,
  taken_until timestamp with time zone,
  constraint webhook_wakes_pkey PRIMARY KEY (practice_id),
  constraint webhook_wakes_practice_id_fkey FOREIGN KEY (practice_id) REFERENCES directory.practices(id) ON DELETE CASCADE
);

create table public.activity (
  practice_id uuid not null,
  id uuid not null,
  at timestamp with time zone default clock_now() not null,
  member_id uuid,
  device_id uuid,
  entity text not null,
  entity_id uuid not null,
  verb text not null,
  before jsonb,
  after jsonb,
  act_id uuid,
  by_person uuid,
  by_key uuid,
  constraint activity_pkey PRIMARY KEY (practice_id, id)
);
alter table public.activity enable row level security;
alter table public.activity force row level security;

create table public.alert_phones (
  practice_id uuid not null,
  member_id uuid not null,
  phone_e164 text not null,
  constraint alert_phones_phone_e164_check CHECK ((phone_e164 <> ''::text)),
  constraint alert_phones_pkey PRIMARY KEY (practice_id, member_id),
  constraint alert_phones_practice_id_member_id_fkey FOREIGN KEY (practice_id, member_id) REFERENCES members(practice_id, id) ON DELETE CASCADE
);
alter table public.alert_phones enable row level security;
alter table public.alert_phones force row level security;

create table public.allocations (
  practice_id uuid not null,
  id uuid not null,
  payment_id uuid,
  credit_id uuid,
  invoice_id uuid not null,
  amount_pence integer not null,
  rev integer not null,
  seq bigint not null,
  deleted_at timestamp with time zone,
  fw jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default clock_now() not null,
  constraint allocations_amount_pence_check CHECK ((amount_pence > 0)),
  constraint allocations_check CHECK ((num_nonnulls(payment_id, credit_id) = 1)),
  constraint allocations_pkey PRIMARY KEY (practice_id, id),
  constraint allocations_practice_id_credit_id_fkey FOREIGN KEY (practice_id, credit_id) REFERENCES invoices(practice_id, id),
  constraint allocations_practice_id_invoice_id_fkey FOREIGN KEY (practice_id, invoice_id) REFERENCES invoices(practice_id, id),
  constraint allocations_practice_id_payment_id_fkey FOREIGN KEY (practice_id, payment_id) REFERENCES payments(practice_id, id)
);
alter table public.allocations enable row level security;
alter table public.allocations force row level security;

create table public.api_keys (
  practice_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  name text not null,
  scopes text[] not null,
  made_at timestamp with time zone default clock_now() not null,
  expires_on date,
  last_used_on date,
  revoked_at timestamp with time zone,
  constraint api_keys_name_check CHECK ((name <> ''::text)),
  constraint api_keys_pkey PRIMARY KEY (practice_id, id),
  constraint api_keys_practice_id_fkey FOREIGN KEY (practice_id) REFERENCES directory.practices(id) ON DELETE CASCADE,
  constraint api_keys_practice_id_member_id_fkey FOREIGN KEY (practice_id, member_id) REFERENCES members(practice_id, id) ON DELETE CASCADE,
  constraint api_keys_scopes_check CHECK ((cardinality(scopes) > 0))
);
alter table public.api_keys enable row level security;
alter table public.api_keys force row level security;

create table public.appointments (
  practice_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  client_id uuid,
  yard_id uuid,
  title text default ''::text not null,
  description text,
  location text,
  notes text,
  on_day date not null,
  local_start time without time zone not null,
  local_end time without time zone not null,
  zone text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  is_call_only boolean default false not null,
  call_number smallint default 1 not null,
  call_period text default 'AM'::text not null,
  round_rank text,
  status text default 'booked'::text not null,
  status_reason text,
  is_call_complete boolean default false not null,
  completed_at timestamp with time zone,
  as_was jsonb,
  rev integer not null,
  seq bigint not null,
  deleted_at timestamp with time zone,
  fw jsonb default '{}'::jsonb not null,
  tariff text default 'standard'::text not null,
  created_at timestamp with time zone default clock_now() not null,
  constraint appointments_call_number_check CHECK (((call_number >= 1) AND (call_number <= 99))),
  constraint appointments_call_period_check CHECK ((call_period = ANY (ARRAY['AM'::text, 'PM'::text]))),
  constraint appointments_check CHECK ((ends_at >= starts_at)),
  constraint appointments_pkey PRIMARY KEY (practice_id, id),
  constraint appointments_practice_id_client_id_fkey FOREIGN KEY (practice_id, client_id) REFERENCES clients(practice_id, id),
  constraint appointments_practice_id_member_id_fkey FOREIGN KEY (practice_id, member_id) REFERENCES members(practice_id, id),
  constraint appointments_practice_id_yard_id_fkey FOREIGN KEY (practice_id, yard_id) REFERENCES yards(practice_id, id),
  constraint appointments_status_check CHECK ((status = ANY (ARRAY['pencilled'::text, 'booked'::text, 'done'::text, 'cancelled'::text, 'no_show'::text]))),
  constraint appointments_tariff_check CHECK ((tariff = ANY (ARRAY['standard'::text, 'emergency'::text, 'out-of-hours'::text])))
);
alter table public.appointments enable row level security;
alter table public.appointments force row level security;

create table public.attachments (
  practice_id uuid not null,
  id uuid not null,
  file_id uuid,
  file_type text not null,
  file_name text not null,
  bytes bigint not null,
  mime text not null,
  description text,
  uploaded_by text default 'farrier'::text not null,
  filed_by_member uuid,
  received_from text,
  horse_id uuid,
  appointment_id uuid,
  work_entry_id uuid,
  message_id uuid,
  client_id uuid,
  yard_id uuid,
  expense_id uuid,
  foot text,
  view text,
  taken_on date,
  shown_to_owner boolean default false not null,
  rev integer not null,
  seq bigint not null,
  deleted_at timestamp with time zone,
  fw jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default clock_now() not null,
  owner_sees_from date,
  may_pass_on boolean default false not null,
  made_by_grant uuid,
  constraint attachments_check CHECK ((num_nonnulls(horse_id, appointment_id, work_entry_id, message_id, client_id, yard_id, expense_id) > 0)),
  constraint attachments_file_name_check CHECK ((file_name <> ''::text)),
  constraint attachments_file_type_check CHECK ((file_type = ANY (ARRAY['image'::text, 'video'::text, 'scan'::text, 'radiograph'::text, 'gait-analysis'::text, 'document'::text]))),
  constraint attachments_foot_check CHECK ((foot = ANY (ARRAY['NF'::text, 'OF'::text, 'NH'::text, 'OH'::text]))),
  constraint attachments_pkey PRIMARY KEY (practice_id, id),
  constraint attachments_practice_id_appointment_id_fkey FOREIGN KEY (practice_id, appointment_id) REFERENCES appointments(practice_id, id),
  constraint attachments_practice_id_client_id_fkey FOREIGN KEY (practice_id, client_id) REFERENCES clients(practice_id, id),
  constraint attachments_practice_id_expense_id_fkey FOREIGN KEY (practice_id, expense_id) REFERENCES expenses(practice_id, id),
  constraint attachments_practice_id_file_id_fkey FOREIGN KEY (practice_id, file_id) REFERENCES files(practice_id, id) ON DELETE SET NULL (file_id),
  constraint attachments_practice_id_filed_by_member_fkey FOREIGN KEY (practice_id, filed_by_member) REFERENCES members(practice_id, id),
  constraint attachments_practice_id_horse_id_fkey FOREIGN KEY (practice_id, horse_id) REFERENCES horses(practice_id, id),
  constraint attachments_practice_id_made_by_grant_fkey FOREIGN KEY (practice_id, made_by_grant) REFERENCES horse_grants(practice_id, id) ON DELETE SET NULL (made_by_grant),
  constraint attachments_practice_id_message_id_fkey FOREIGN KEY (practice_id, message_id) REFERENCES messages(practice_id, id),
  constraint attachments_practice_id_work_entry_id_fkey FOREIGN KEY (practice_id, work_entry_id) REFERENCES work_entries(practice_id, id),
  constraint attachments_practice_id_yard_id_fkey FOREIGN KEY (practice_id, yard_id) REFERENCES yards(practice_id, id),
  constraint attachments_uploaded_by_check CHECK ((uploaded_by = ANY (ARRAY['farrier'::text, 'vet'::text, 'para-professional'::text, 'client'::text])))
);
alter table public.attachments enable row level security;
alter table public.attachments force row level security;

create table public.bank_lines (
  practice_id uuid not null,
  id uuid not null,
  import_id uuid not null,
  file_name text not null,
  fingerprint text not null,
  on_day date not null,
  description text default ''::text not null,
  amount_pence integer not null,
  state text default 'new'::text not null,
  payment_id uuid,
  member_id uuid not null,
  created_at timestamp with time zone default clock_now() not null,
  source text default 'file'::text not null,
  kind text default 'taking'::text not null,
  of_line_id uuid,
  payout_id uuid,
  constraint bank_lines_check CHECK (((state = 'matched'::text) = (payment_id IS NOT NULL))),
  constraint bank_lines_check1 CHECK (((kind = 'taking'::text) OR (source = 'card'::text))),
  constraint bank_lines_check2 CHECK (((payout_id IS NULL) OR ((source = 'file'::text) AND (state = 'ignored'::text)))),
  constraint bank_lines_kind_check CHECK ((kind = ANY (ARRAY['taking'::text, 'refund'::text, 'fee'::text, 'payout'::text]))),
  constraint bank_lines_pkey PRIMARY KEY (practice_id, id),
  constraint bank_lines_practice_id_fingerprint_key UNIQUE (practice_id, fingerprint),
  constraint bank_lines_practice_id_member_id_fkey FOREIGN KEY (practice_id, member_id) REFERENCES members(practice_id, id),
  constraint bank_lines_practice_id_of_line_id_fkey FOREIGN KEY (practice_id, of_line_id) REFERENCES bank_lines(practice_id, id),
  constraint bank_lines_practice_id_payment_id_fkey FOREIGN KEY (practice_id, payment_id) REFERENCES payments(practice_id, id),
  constraint bank_lines_practice_id_payout_id_fkey FOREIGN KEY (practice_id, payout_id) REFERENCES bank_lines(practice_id, id),
  constraint bank_lines_source_check CHECK ((source = ANY (ARRAY['file'::text, 'accounting'::text, 'card'::text]))),
  constraint bank_lines_state_check CHECK ((state = ANY (ARRAY['new'::text, 'matched'::text, 'ignored'::text])))
);
alter table public.bank_lines enable row level security;
alter table public.bank_lines force row level security;

create table public.busy_blocks (
  practice_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  connection_id uuid not null,
  source text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  is_all_day boolean not null,
  rev integer not null,
  seq bigint not null,
  deleted_at timestamp with time zone,
  fw jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default clock_now() not null,
  constraint busy_blocks_check CHECK ((starts_at < ends_at)),
  constraint busy_blocks_pkey PRIMARY KEY (practice_id, id),
  constraint busy_blocks_practice_id_member_id_fkey FOREIGN KEY (practice_id, member_id) REFERENCES members(practice_id, id),
  constraint busy_blocks_source_check CHECK ((source <> ''::text))
);
alter table public.busy_blocks enable row level security;
alter table public.busy_blocks force row level security;

create table public.calendar_changes (
  practice_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  appointment_id uuid not null,
  kind text not null,
  calendar text not null,
  was_day date,
  was_start timestamp with time zone,
  was_end timestamp with time zone,
  now_day date,
  now_start timestamp with time zone,
  now_end timestamp with time zone,
  state text default 'open'::text not null,
  decided_at timestamp with time zone,
  rev integer not null,
  seq bigint not null,
  deleted_at timestamp with time zone,
  fw jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default clock_now() not null,
  constraint calendar_changes_calendar_check CHECK ((calendar <> ''::text)),
  constraint calendar_changes_check CHECK (((kind = 'new'::text) = (was_day IS NULL))),
  constraint calendar_changes_check1 CHECK (((kind = 'deleted'::text) = (now_day IS NULL))),
  constraint calendar_changes_check2 CHECK ((((was_start IS NULL) = (was_end IS NULL)) AND ((now_start IS NULL) = (now_end IS NULL)))),
  constraint calendar_changes_check3 CHECK (((was_start IS NULL) OR (was_day IS NOT NULL))),
  constraint calendar_changes_check4 CHECK (((now_start IS NULL) OR (now_day IS NOT NULL))),
  constraint calendar_changes_check5 CHECK (((state = 'open'::text) = (decided_at IS NULL))),
  constraint calendar_changes_kind_check CHECK ((kind = ANY (ARRAY['moved'::text, 'deleted'::text, 'new'::text]))),
  constraint calendar_changes_pkey PRIMARY KEY (practice_id, id),
  constraint calendar_changes_practice_id_appointment_id_fkey FOREIGN KEY (practice_id, appointment_id) REFERENCES appointments(practice_id, id),
  constraint calendar_changes_practice_id_member_id_fkey FOREIGN KEY (practice_id, member_id) REFERENCES members(practice_id, id),
  constraint calendar_changes_state_check CHECK ((state = ANY (ARRAY['open'::text, 'applied'::text, 'put_back'::text])))
);
alter table public.calendar_changes enable row level security;
alter table public.calendar_changes force row level security;

create table public.care_consents (
  practice_id uuid not null,
  id uuid not null,
  client_id uuid not null,
  role text not null,
  horse_ids uuid[] not null,
  to_name text not null,
  to_address text not null,
  to_practice text,
  reg_number text,
  back_to_on date,
  until_on date not null,
  may_contact boolean default false not null,
  words text not null,
  asked_at timestamp with time zone not null,
  asked_person uuid,
  asked_member uuid,
  agreed_at timestamp with time zone,
  agreed_how text,
  agreed_person uuid,
  agreed_member uuid,
  approved_at timestamp with time zone,
  approved_member uuid,
  refused_at timestamp with time zone,
  taken_back_at timestamp with time zone,
  taken_back_person uuid,
  taken_back_member uuid,
  refused_by text,
  renews_id uuid,
  colleague_of uuid,
  constraint care_consents_agreed_how_check CHECK ((agreed_how = ANY (ARRAY['portal'::text, 'link'::text, 'said'::text, 'written'::text]))),
  constraint care_consents_check CHECK ((num_nonnulls(asked_person, asked_member) = 1)),
  constraint care_consents_check1 CHECK (((agreed_at IS NULL) = (agreed_how IS NULL))),
  constraint care_consents_check2 CHECK (((agreed_how IS NULL) OR ((agreed_how = ANY (ARRAY['said'::text, 'written'::text])) = (agreed_member IS NOT NULL)))),
  constraint care_consents_check3 CHECK (((refused_at IS NULL) = (refused_by IS NULL))),
  constraint care_consents_horse_ids_check CHECK (((cardinality(horse_ids) >= 1) AND (cardinality(horse_ids) <= 50))),
  constraint care_consents_pkey PRIMARY KEY (practice_id, id),
  constraint care_consents_practice_id_agreed_member_fkey FOREIGN KEY (practice_id, agreed_member) REFERENCES members(practice_id, id),
  constraint care_consents_practice_id_approved_member_fkey FOREIGN KEY (practice_id, approved_member) REFERENCES members(practice_id, id),
  constraint care_consents_practice_id_asked_member_fkey FOREIGN KEY (practice_id, asked_member) REFERENCES members(practice_id, id),
  constraint care_consents_practice_id_client_id_fkey FOREIGN KEY (practice_id, client_id) REFERENCES clients(practice_id, id),
  constraint care_consents_practice_id_taken_back_member_fkey FOREIGN KEY (practice_id, taken_back_member) REFERENCES members(practice_id, id),
  constraint care_consents_refused_by_check CHECK ((refused_by = ANY (ARRAY['owner'::text, 'practice'::text, 'invited'::text]))),
  constraint care_consents_role_check CHECK ((role = ANY (ARRAY['vet'::text, 'para-professional'::text])))
);
alter table public.care_consents enable row level security;
alter table public.care_consents force row level security;

create table public.care_notes (
  practice_id uuid not null,
  id uuid not null,
  horse_id uuid not null,
  person_id uuid,
  member_id uuid,
  author_name text not null,
  author_role text not null,
  kind text not null,
  reply_to_id uuid,
  body text not null,
  plan jsonb,
  figures jsonb,
  film_id uuid,
  review_on date,
  owner_sees_from date,
  said_at timestamp with time zone not null,
  taken_at timestamp with time zone,
  taken_by uuid,
  withdrawn_at timestamp with time zone,
  rev integer not null,
  seq bigint not null,
  deleted_at timestamp with time zone,
  fw jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default clock_now() not null,
  constraint care_notes_author_role_check CHECK ((author_role = ANY (ARRAY['vet'::text, 'para-professional'::text, 'farrier'::text]))),
  constraint care_notes_check CHECK (((kind = 'answer'::text) = (reply_to_id IS NOT NULL))),
  constraint care_notes_check1 CHECK (((kind = 'plan'::text) = (plan IS NOT NULL))),
  constraint care_notes_check2 CHECK (((taken_at IS NULL) = (taken_by IS NULL))),
  constraint care_notes_check3 CHECK (((kind <> 'answer'::text) OR (taken_at IS NULL))),
  constraint care_notes_kind_check CHECK ((kind = ANY (ARRAY['note'::text, 'plan'::text, 'answer'::text]))),
  constraint care_notes_pkey PRIMARY KEY (practice_id, id),
  constraint care_notes_practice_id_film_id_fkey FOREIGN KEY (practice_id, film_id) REFERENCES attachments(practice_id, id),
  constraint care_notes_practice_id_horse_id_fkey FOREIGN KEY (practice_id, horse_id) REFERENCES horses(practice_id, id),
  constraint care_notes_practice_id_member_id_fkey FOREIGN KEY (practice_id, member_id) REFERENCES members(practice_id, id),
  constraint care_notes_practice_id_taken_by_fkey FOREIGN KEY (practice_id, taken_by) REFERENCES members(practice_id, id)
);
alter table public.care_notes enable row level security;
alter table public.care_notes force row level security;

create table public.charges (
  practice_id uuid not null,
  id uuid not null,
  payer_client_id uuid not null,
  client_id uuid not null,
  appointment_id uuid,
  visit_horse_id uuid,
  horse_id uuid,
  work_entry_id uuid,
  invoice_id uuid,
  kind text not null,
  description text not null,
  quantity integer default 1 not null,
  unit_pence integer not null,
  vat_rate_bp integer default 0 not null,
  includes_vat boolean default false not null,
  charged_on date not null,
  place integer default 0 not null,
  is_by_hand boolean default false not null,
  rev integer not null,
  seq bigint not null,
  deleted_at timestamp with time zone,
  fw jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default clock_now() not null,
  constraint charges_description_check CHECK ((description <> ''::text)),
  constraint charges_kind_check CHECK ((kind = ANY (ARRAY['work'::text, 'call-out'::text, 'mileage'::text, 'extra'::text, 'discount'::text, 'late-fee'::text, 'interest'::text, 'compensation'::text, 'late-cancellation'::text]))),
  constraint charges_pkey PRIMARY KEY (practice_id, id),
  constraint charges_practice_id_appointment_id_fkey FOREIGN KEY (practice_id, appointment_id) REFERENCES appointments(practice_id, id),
  constraint charges_practice_id_client_id_fkey FOREIGN KEY (practice_id, client_id) REFERENCES clients(practice_id, id),
  constraint charges_practice_id_horse_id_fkey FOREIGN KEY (practice_id, horse_id) REFERENCES horses(practice_id, id),
  constraint charges_practice_id_invoice_id_fkey FOREIGN KEY (practice_id, invoice_id) REFERENCES invoices(practice_id, id),
  constraint charges_practice_id_payer_client_id_fkey FOREIGN KEY (practice_id, payer_client_id) REFERENCES clients(practice_id, id),
  constraint charges_practice_id_visit_horse_id_fkey FOREIGN KEY (practice_id, visit_horse_id) REFERENCES visit_horses(practice_id, id),
  constraint charges_practice_id_work_entry_id_fkey FOREIGN KEY (practice_id, work_entry_id) REFERENCES work_entries(practice_id, id),
  constraint charges_quantity_check CHECK (((quantity >= 1) AND (quantity <= 10000))),
  constraint charges_unit_pence_check CHECK (((unit_pence >= '-10000000'::integer) AND (unit_pence <= 10000000))),
  constraint charges_vat_rate_bp_check CHECK (((vat_rate_bp >= 0) AND (vat_rate_bp <= 10000)))
);
alter table public.charges enable row level security;
alter table public.charges force row level security;

create table public.client_access (
  practice_id uuid not null,
  client_id uuid not null,
  person_id uuid not null,
  since timestamp with time zone not null,
  until timestamp with time zone,
  role text default 'holder'::text not null,
  sees_money boolean default true not null,
  by_member uuid,
  by_person uuid,
  proven_how text default 'address'::text not null,
  confirmed_at timestamp with time zone,
  to_name text,
  constraint client_access_pkey PRIMARY KEY (practice_id, client_id, person_id, since),
  constraint client_access_practice_id_client_id_fkey FOREIGN KEY (practice_id, client_id) REFERENCES clients(practice_id, id),
  constraint client_access_proven_how_check CHECK ((proven_how = ANY (ARRAY['address'::text, 'invited'::text, 'handed'::text]))),
  constraint client_access_role_check CHECK ((role = ANY (ARRAY['holder'::text, 'helper'::text])))
);
alter table public.client_access enable row level security;
alter table public.client_access force row level security;

create table public.clients (
  practice_id uuid not null,
  id uuid not null,
  name text not null,
  email text,
  phone_e164 text,
  phone_as_typed text,
  business_name text,
  is_business boolean default false not null,
  address text,
  postcode text,
  notes text,
  is_active boolean default true not null,
  preferred_channel text default 'sms'::text not null,
  tags text[] default '{}'::text[] not null,
  marketing_consent_at timestamp with time zone,
  stopped_at timestamp with time zone,
  rev integer not null,
  seq bigint not null,
  deleted_at timestamp with time zone,
  fw jsonb default '{}'::jsonb not null,
  lat double precision,
  lng double precision,
  position_source text,
  what3words text,
  payer_client_id uuid,
  not_same_as uuid[] default '{}'::uuid[] not null,
  marketing_consent_how text,
  oldest_due_on date,
  created_at timestamp with time zone default clock_now() not null,
  portal boolean,
  portal_shows jsonb,
  hides_from_yard boolean default false not null,
  constraint clients_check CHECK (((lat IS NULL) = (lng IS NULL))),
  constraint clients_lat_check CHECK (((lat >= ('-90'::integer)::double precision) AND (lat <= (90)::double precision))),
  constraint clients_lng_check CHECK (((lng >= ('-180'::integer)::double precision) AND (lng <= (180)::double precision))),
  constraint clients_marketing_consent_how_check CHECK ((marketing_consent_how = ANY (ARRAY['said'::text, 'written'::text, 'form'::text, 'soft_opt_in'::text]))),
  constraint clients_name_check CHECK ((name <> ''::text)),
  constraint clients_pkey PRIMARY KEY (practice_id, id),
  constraint clients_position_source_check CHECK ((position_source = ANY (ARRAY['gps'::text, 'pin'::text, 'pasted'::text, 'geocoder'::text, 'what3words'::text, 'postcode'::text]))),
  constraint clients_practice_id_payer_client_id_fkey FOREIGN KEY (practice_id, payer_client_id) REFERENCES clients(practice_id, id),
  constraint clients_preferred_channel_check CHECK ((preferred_channel = ANY (ARRAY['sms'::text, 'email'::text, 'portal'::text, 'none'::text])))
);
alter table public.clients enable row level security;
alter table public.clients force row level security;

create table public.connection_items (
  practice_id uuid not null,
  connection_id uuid not null,
  subject_id uuid not null,
  remote_id text,
  remote_tag text,
  sent_hash text,
  sent_when text,
  sending_when text,
  state text not null,
  sentence text,
  erasure_id uuid,
  kind text,
  sent_pence integer,
  constraint connection_items_kind_check CHECK ((kind <> ''::text)),
  constraint connection_items_pkey PRIMARY KEY (practice_id, connection_id, subject_id),
  constraint connection_items_practice_id_connection_id_fkey FOREIGN KEY (practice_id, connection_id) REFERENCES connections(practice_id, id) ON DELETE CASCADE,
  constraint connection_items_state_check CHECK ((state = ANY (ARRAY['sending'::text, 'sent'::text, 'asked'::text, 'left'::text, 'parked'::text, 'erased'::text, 'doubt'::text])))
);
alter table public.connection_items enable row level security;
alter table public.connection_items force row level security;

create table public.connection_log (
  practice_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  at timestamp with time zone not null,
  verb text not null,
  count integer not null,
  words text,
  constraint connection_log_pkey PRIMARY KEY (practice_id, id),
  constraint connection_log_practice_id_connection_id_fkey FOREIGN KEY (practice_id, connection_id) REFERENCES connections(practice_id, id) ON DELETE CASCADE,
  constraint connection_log_verb_check CHECK ((verb = ANY (ARRAY['added'::text, 'changed'::text, 'removed'::text, 'moved_there'::text, 'deleted_there'::text, 'added_there'::text, 'read'::text, 'failed'::text, 'rehearsed'::text])))
);
alter table public.connection_log enable row level security;
alter table public.connection_log force row level security;

create table public.connections (
  practice_id uuid not null,
  id uuid not null,
  connector text not null,
  member_id uuid,
  enabled boolean not null,
  settings jsonb default '{}'::jsonb not null,
  secret bytea,
  vault_key_id text,
  last_success_at timestamp with time zone,
  off_at timestamp with time zone,
  status text default 'connected'::text not null,
  sentence text,
  account text,
  secret_tail text,
  far_calendar text,
  cursor text,
  last_tried_at timestamp with time zone,
  next_at timestamp with time zone,
  failures integer default 0 not null,
  leased_until timestamp with time zone,
  many text,
  is_ending boolean default false not null,
  busy_read_at timestamp with time zone,
  own_calendar text,
  tokens_rev integer default 0 not null,
  renewing_until timestamp with time zone,
  calls_on date,
  calls integer default 0 not null,
  constraint connections_check CHECK (((secret IS NULL) = (vault_key_id IS NULL))),
  constraint connections_check1 CHECK ((enabled = (off_at IS NULL))),
  constraint connections_connector_check CHECK ((connector <> ''::text)),
  constraint connections_many_check CHECK ((many = ANY (ARRAY['found'::text, 'ask'::text, 'back'::text]))),
  constraint connections_pkey PRIMARY KEY (practice_id, id),
  constraint connections_practice_id_connector_member_id_key UNIQUE NULLS NOT DISTINCT (practice_id, connector, member_id),
  constraint connections_practice_id_fkey FOREIGN KEY (practice_id) REFERENCES directory.practices(id) ON DELETE CASCADE,
  constraint connections_practice_id_member_id_fkey FOREIGN KEY (practice_id, member_id) REFERENCES members(practice_id, id) ON DELETE CASCADE,
  constraint connections_status_check CHECK ((status = ANY (ARRAY['connected'::text, 'error'::text])))
);
alter table public.connections enable row level security;
alter table public.connections force row level security;

create table public.devices (
  practice_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  last_k bigint default 0 not null,
  view uuid not null,
  app_version text default ''::text not null,
  last_seen_at timestamp with time zone default clock_now() not null,
  name text default ''::text not null,
  constraint devices_pkey PRIMARY KEY (practice_id, id),
  constraint devices_practice_id_member_id_fkey FOREIGN KEY (practice_id, member_id) REFERENCES members(practice_id, id)
);
alter table public.devices enable row level security;
alter table public.devices force row level security;

create table public.erasures (
  practice_id uuid not null,
  id uuid not null,
  client_id uuid not null,
  request_id uuid,
  member_id uuid,
  state text default 'queued'::text not null,
  handled integer default 0 not null,
  total integer default 0 not null,
  goes jsonb default '[]'::jsonb not null,
  stays jsonb default '[]'::jsonb not null,
  file_ids uuid[] default '{}'::uuid[] not null,
  problem text,
  created_at timestamp with time zone default clock_now() not null,
  state_at timestamp with time zone default clock_now() not null,
  constraint erasures_pkey PRIMARY KEY (practice_id, id),
  constraint erasures_practice_id_client_id_fkey FOREIGN KEY (practice_id, client_id) REFERENCES clients(practice_id, id),
  constraint erasures_practice_id_fkey FOREIGN KEY (practice_id) REFERENCES directory.practices(id) ON DELETE CASCADE,
  constraint erasures_practice_id_member_id_fkey FOREIGN KEY (practice_id, member_id) REFERENCES members(practice_id, id),
  constraint erasures_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text])))
);
alter table public.erasures enable row level security;
alter table public.erasures force row level security;

create table public.expenses (
  practice_id uuid not null,
  id uuid not null,
  spent_on date not null,
  category text not null,
  description text not null,
  supplier text,
  total_pence integer not null,
  vat_pence integer default 0 not null,
  method text default 'card'::text not null,
  member_id uuid not null,
  rev integer not null,
  seq bigint not null,
  deleted_at timestamp with time zone,
  fw jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default clock_now() not null,
  constraint expenses_category_check CHECK ((category = ANY (ARRAY['cost-of-goods'::text, 'subcontractors'::text, 'staff'::text, 'travel'::text, 'premises'::text, 'maintenance'::text, 'admin'::text, 'entertainment'::text, 'advertising'::text, 'loan-interest'::text, 'finance'::text, 'bad-debts'::text, 'professional'::text, 'depreciation'::text, 'other'::text]))),
  constraint expenses_check CHECK ((abs(vat_pence) <= abs(total_pence))),
  constraint expenses_description_check CHECK ((description <> ''::text)),
  constraint expenses_method_check CHECK ((method = ANY (ARRAY['cash'::text, 'bank-transfer'::text, 'card'::text]))),
  constraint expenses_pkey PRIMARY KEY (practice_id, id),
  constraint expenses_practice_id_member_id_fkey FOREIGN KEY (practice_id, member_id) REFERENCES members(practice_id, id),
  constraint expenses_total_pence_check CHECK (((total_pence >= '-10000000'::integer) AND (total_pence <= 10000000)))
);
alter table public.expenses enable row level security;
alter table public.expenses force row level security;

create table public.exports (
  practice_id uuid not null,
  id uuid not null,
  kind text not null,
  client_id uuid,
  request_id uuid,
  member_id uuid,
  state text default 'queued'::text not null,
  handled integer default 0 not null,
  total integer default 0 not null,
  file_name text default ''::text not null,
  bytes bigint,
  store_key text,
  problem text,
  dies_at timestamp with time zone,
  created_at timestamp with time zone default clock_now() not null,
  state_at timestamp with time zone default clock_now() not null,
  report jsonb,
  constraint exports_check CHECK (((kind = 'client'::text) = (client_id IS NOT NULL))),
  constraint exports_check1 CHECK (((state = 'done'::text) = (store_key IS NOT NULL))),
  constraint exports_check2 CHECK (((kind = 'report'::text) = (report IS NOT NULL))),
  constraint exports_kind_check CHECK ((kind = ANY (ARRAY['client'::text, 'practice'::text, 'report'::text]))),
  constraint exports_pkey PRIMARY KEY (practice_id, id),
  constraint exports_practice_id_client_id_fkey FOREIGN KEY (practice_id, client_id) REFERENCES clients(practice_id, id),
  constraint exports_practice_id_fkey FOREIGN KEY (practice_id) REFERENCES directory.practices(id) ON DELETE CASCADE,
  constraint exports_practice_id_member_id_fkey FOREIGN KEY (practice_id, member_id) REFERENCES members(practice_id, id),
  constraint exports_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text, 'gone'::text])))
);
alter table public.exports enable row level security;
alter table public.exports force row level security;

create table public.files (
  practice_id uuid not null,
  id uuid not null,
  sha256 text,
  bytes bigint,
  mime text default 'application/octet-stream'::text not null,
  store_key text,
  state text default 'uploading'::text not null,
  made_by_kind text default 'member'::text not null,
  made_by_person uuid not null,
  upload_key bytea,
  upload_ends_at timestamp with time zone,
  state_at timestamp with time zone default clock_now() not null,
  pictures_asked_at timestamp with time zone,
  pictures_fault text,
  made_by_grant uuid,
  constraint files_bytes_check CHECK (((bytes >= 1) AND (bytes <= 104857600))),
  constraint files_check CHECK (((state = 'stored'::text) = (store_key IS NOT NULL))),
  constraint files_check1 CHECK (((state <> 'stored'::text) OR ((sha256 IS NOT NULL) AND (bytes IS NOT NULL)))),
  constraint files_check2 CHECK (((made_by_grant IS NULL) OR (made_by_kind = ANY (ARRAY['vet'::text, 'para'::text])))),
  constraint files_made_by_kind_check CHECK ((made_by_kind = ANY (ARRAY['member'::text, 'client'::text, 'vet'::text, 'para'::text]))),
  constraint files_pictures_fault_check CHECK ((pictures_fault = ANY (ARRAY['too_large'::text, 'unreadable'::text, 'too_heavy'::text, 'too_slow'::text, 'no_ffmpeg'::text]))),
  constraint files_pkey PRIMARY KEY (practice_id, id),
  constraint files_practice_id_fkey FOREIGN KEY (practice_id) REFERENCES directory.practices(id) ON DELETE CASCADE,
  constraint files_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint files_state_check CHECK ((state = ANY (ARRAY['uploading'::text, 'stored'::text, 'refused'::text])))
);
alter table public.files enable row level security;
alter table public.files force row level security;

create table public.film_marks (
  practice_id uuid not null,
  id uuid not null,
  attachment_id uuid not null,
  horse_id uuid not null,
  member_id uuid,
  person_id uuid,
  author_name text not null,
  kind text not null,
  places json[] not null,
  frame integer not null,
  label text,
  made_at timestamp with time zone not null,
  rev integer not null,
  seq bigint not null,
  deleted_at timestamp with time zone,
  fw jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default clock_now() not null,
  constraint film_marks_check CHECK ((cardinality(places) =
CASE kind
    WHEN 'length'::text THEN 2
    ELSE 3
END)),
  constraint film_marks_check1 CHECK ((num_nonnulls(member_id, person_id) <= 1)),
  constraint film_marks_frame_check CHECK ((frame >= 0)),
  constraint film_marks_kind_check CHECK ((kind = ANY (ARRAY['length'::text, 'angle'::text]))),
  constraint film_marks_pkey PRIMARY KEY (practice_id, id),
  constraint film_marks_practice_id_attachment_id_fkey FOREIGN KEY (practice_id, attachment_id) REFERENCES attachments(practice_id, id),
  constraint film_marks_practice_id_horse_id_fkey FOREIGN KEY (practice_id, horse_id) REFERENCES horses(practice_id, id),
  constraint film_marks_practice_id_member_id_fkey FOREIGN KEY (practice_id, member_id) REFERENCES members(practice_id, id)
);
alter table public.film_marks enable row level security;
alter table public.film_marks force row level security;

create table public.guest_log (
  practice_id uuid not null,
  id uuid not null,
  person_id uuid,
  client_id uuid,
  what text not null,
  subject_id uuid not null,
  hour timestamp with time zone not null,
  at timestamp with time zone not null,
  share_id uuid,
  role text,
  constraint guest_log_check CHECK (((share_id IS NULL) <> (person_id IS NULL))),
  constraint guest_log_check1 CHECK (((client_id IS NULL) = (what = 'yard'::text))),
  constraint guest_log_once UNIQUE NULLS NOT DISTINCT (practice_id, person_id, share_id, client_id, what, subject_id, hour),
  constraint guest_log_pkey PRIMARY KEY (practice_id, id),
  constraint guest_log_practice_id_client_id_fkey FOREIGN KEY (practice_id, client_id) REFERENCES clients(practice_id, id),
  constraint guest_log_role_check CHECK ((role = ANY (ARRAY['holder'::text, 'helper'::text, 'sharer'::text, 'yard'::text, 'link'::text, 'vet'::text, 'para-professional'::text]))),
  constraint guest_log_what_check CHECK ((what = ANY (ARRAY['home'::text, 'horse'::text, 'visit'::text, 'file'::text, 'invoice'::text, 'conversation'::text, 'bills'::text, 'statement'::text, 'terms'::text, 'texts'::text, 'yard'::text, 'copy'::text])))
);
alter table public.guest_log enable row level security;
alter table public.guest_log force row level security;

create table public.horse_grants (
  practice_id uuid not null,
  id uuid not null,
  horse_id uuid not null,
  client_id uuid not null,
  person_id uuid not null,
  role text not null,
  to_name text,
  may_answer boolean default false not null,
  from_at timestamp with time zone not null,
  until_at timestamp with time zone,
  by_person uuid,
  by_member uuid,
  ended_at timestamp with time zone,
  ended_by_person uuid,
  ended_by_member uuid,
  consent_id uuid,
  constraint horse_grants_check CHECK (((role = 'sharer'::text) = (consent_id IS NULL))),
  constraint horse_grants_check1 CHECK (((role = 'sharer'::text) OR (until_at IS NOT NULL))),
  constraint horse_grants_pkey PRIMARY KEY (practice_id, id),
  constraint horse_grants_practice_id_by_member_fkey FOREIGN KEY (practice_id, by_member) REFERENCES members(practice_id, id),
  constraint horse_grants_practice_id_client_id_fkey FOREIGN KEY (practice_id, client_id) REFERENCES clients(practice_id, id),
  constraint horse_grants_practice_id_consent_id_fkey FOREIGN KEY (practice_id, consent_id) REFERENCES care_consents(practice_id, id),
  constraint horse_grants_practice_id_ended_by_member_fkey FOREIGN KEY (practice_id, ended_by_member) REFERENCES members(practice_id, id),
  constraint horse_grants_practice_id_horse_id_fkey FOREIGN KEY (practice_id, horse_id) REFERENCES horses(practice_id, id),
  constraint horse_grants_role_check CHECK ((role = ANY (ARRAY['sharer'::text, 'vet'::text, 'para-professional'::text])))
);
alter table public.horse_grants enable row level security;
alter table public.horse_grants force row level security;

create table public.horse_owners (
  practice_id uuid not null,
  horse_id uuid not null,
  client_id uuid not null,
  from_on date not null,
  to_on date,
  brings text,
  constraint horse_owners_brings_check CHECK ((brings = ANY (ARRAY['record'::text, 'all'::text]))),
  constraint horse_owners_pkey PRIMARY KEY (practice_id, horse_id, client_id, from_on),
  constraint horse_owners_practice_id_client_id_fkey FOREIGN KEY (practice_id, client_id) REFERENCES clients(practice_id, id),
  constraint horse_owners_practice_id_horse_id_fkey FOREIGN KEY (practice_id, horse_id) REFERENCES horses(practice_id, id)
);
alter table public.horse_owners enable row level security;
alter table public.horse_owners force row level security;

create table public.horse_services (
  practice_id uuid not null,
  id uuid not null,
  horse_id uuid not null,
  service text not null,
  person_id uuid,
  from_on date not null,
  paid_until date,
  is_past_due boolean default false not null,
  ends_on date,
  ended_why text,
  seat_rev integer default 0 not null,
  constraint horse_services_pkey PRIMARY KEY (practice_id, id),
  constraint horse_services_practice_id_horse_id_fkey FOREIGN KEY (practice_id, horse_id) REFERENCES horses(practice_id, id),
  constraint horse_services_service_check CHECK ((service = ANY (ARRAY['portal'::text, 'vet-integration'::text, 'para-professional'::text])))
);
alter table public.horse_services enable row level security;
alter table public.horse_services force row level security;

create table public.horse_shares (
  practice_id uuid not null,
  id uuid not null,
  horse_id uuid not null,
  client_id uuid not null,
  person_id uuid not null,
  to_name text not null,
  purpose text not null,
  parts jsonb not null,
  from_on date,
  photo_ids uuid[] not null,
  made_at timestamp with time zone not null,
  until_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  ended_by_person uuid,
  ended_by_member uuid,
  opens integer default 0 not null,
  last_open_at timestamp with time zone,
  constraint horse_shares_check CHECK ((until_at <= (made_at + '2160:00:00'::interval))),
  constraint horse_shares_pkey PRIMARY KEY (practice_id, id),
  constraint horse_shares_practice_id_client_id_fkey FOREIGN KEY (practice_id, client_id) REFERENCES clients(practice_id, id),
  constraint horse_shares_practice_id_ended_by_member_fkey FOREIGN KEY (practice_id, ended_by_member) REFERENCES members(practice_id, id),
  constraint horse_shares_practice_id_horse_id_fkey FOREIGN KEY (practice_id, horse_id) REFERENCES horses(practice_id, id),
  constraint horse_shares_purpose_check CHECK ((purpose = ANY (ARRAY['sale'::text, 'insurance'::text, 'vet'::text, 'other'::text])))
);
alter table public.horse_shares enable row level security;
alter table public.horse_shares force row level security;

create table public.horses (
  practice_id uuid not null,
  id uuid not null,
  client_id uuid not null,
  name text not null,
  birth_year integer,
  breed text,
  color text,
  markings text,
  temperament text,
  special_notes text,
  flags text[] default '{}'::text[] not null,
  yard_id uuid,
  payer_client_id uuid,
  vet_name text,
  vet_phone text,
  cycle_days integer,
  gone_on date,
  gone_reason text,
  ueln text,
  microchip text,
  last_service_on date,
  next_due_on date,
  rev integer not null,
  seq bigint not null,
  deleted_at timestamp with time zone,
  fw jsonb default '{}'::jsonb not null,
  winter_cycle_days integer,
  cycle_rules json[] default '{}'::json[] not null,
  pauses json[] default '{}'::json[] not null,
  passport_seen_on date,
  last_service_type text,
  owners json[] default '{}'::json[] not null,
  created_at timestamp with time zone default clock_now() not null,
  constraint horses_birth_year_check CHECK (((birth_year >= 1900) AND (birth_year <= 2200))),
  constraint horses_cycle_days_check CHECK (((cycle_days >= 7) AND (cycle_days <= 366))),
  constraint horses_gone_reason_check CHECK ((gone_reason = ANY (ARRAY['deceased'::text, 'sold'::text, 'moved'::text, 'retired'::text]))),
  constraint horses_name_check CHECK ((name <> ''::text)),
  constraint horses_pkey PRIMARY KEY (practice_id, id),
  constraint horses_practice_id_client_id_fkey FOREIGN KEY (practice_id, client_id) REFERENCES clients(practice_id, id),
  constraint horses_practice_id_payer_client_id_fkey FOREIGN KEY (practice_id, payer_client_id) REFERENCES clients(practice_id, id),
  constraint horses_practice_id_yard_id_fkey FOREIGN KEY (practice_id, yard_id) REFERENCES yards(practice_id, id),
  constraint horses_winter_cycle_days_check CHECK (((winter_cycle_days >= 7) AND (winter_cycle_days <= 366)))
);
alter table public.horses enable row level security;
alter table public.horses force row level security;

create table public.imports (
  practice_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  file_name text not null,
  source text not null,
  kind text not null,
  state text default 'draft'::text not null,
  content bytea,
  plan jsonb,
  choices jsonb default '{}'::jsonb not null,
  total integer default 0 not null,
  handled integer default 0 not null,
  counts jsonb,
  left_out jsonb,
  kept jsonb,
  problem text,
  created_at timestamp with time zone default clock_now() not null,
  state_at timestamp with time zone default clock_now() not null,
  constraint imports_file_name_check CHECK ((file_name <> ''::text)),
  constraint imports_kind_check CHECK ((kind = ANY (ARRAY['clients'::text, 'horses'::text, 'yards'::text, 'visits'::text]))),
  constraint imports_pkey PRIMARY KEY (practice_id, id),
  constraint imports_practice_id_fkey FOREIGN KEY (practice_id) REFERENCES directory.practices(id) ON DELETE CASCADE,
  constraint imports_practice_id_member_id_fkey FOREIGN KEY (practice_id, member_id) REFERENCES members(practice_id, id),
  constraint imports_source_check CHECK ((source = ANY (ARRAY['csv'::text, 'vcard'::text, 'ics'::text]))),
  constraint imports_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'queued'::text, 'running'::text, 'done'::text, 'failed'::text, 'cancelled'::text, 'undoing'::text, 'undone'::text])))
);
alter table public.imports enable row level security;
alter table public.imports force row level security;

create table public.income_shares (
  practice_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  payment_id uuid,
  counts_with uuid,
  on_day date,
  vat_pence integer not null,
  other_pence integer not null,
  constraint income_shares_check CHECK ((num_nonnulls(counts_with, on_day) = 1)),
  constraint income_shares_pkey PRIMARY KEY (practice_id, id),
  constraint income_shares_practice_id_counts_with_fkey FOREIGN KEY (practice_id, counts_with) REFERENCES payments(practice_id, id),
  constraint income_shares_practice_id_invoice_id_fkey FOREIGN KEY (practice_id, invoice_id) REFERENCES invoices(practice_id, id),
  constraint income_shares_practice_id_payment_id_fkey FOREIGN KEY (practice_id, payment_id) REFERENCES payments(practice_id, id)
);
alter table public.income_shares enable row level security;
alter table public.income_shares force row level security;

create table public.invoice_counters (
  practice_id uuid not null,
  series text not null,
  next integer default 1 not null,
  constraint invoice_counters_next_check CHECK ((next > 0)),
  constraint invoice_counters_pkey PRIMARY KEY (practice_id, series),
  constraint invoice_counters_practice_id_fkey FOREIGN KEY (practice_id) REFERENCES directory.practices(id) ON DELETE CASCADE
);
alter table public.invoice_counters enable row level security;
alter table public.invoice_counters force row level security;

create table public.invoices (
  practice_id uuid not null,
  id uuid not null,
  payer_client_id uuid not null,
  kind text default 'invoice'::text not null,
  credits_invoice_id uuid,
  series text not null,
  number integer not null,
  appointment_id uuid,
  issued_on date not null,
  due_on date not null,
  note text,
  as_was jsonb not null,
  net_pence integer not null,
  vat_pence integer not null,
  total_pence integer not null,
  paid_pence integer default 0 not null,
  sent_at timestamp with time zone,
  member_id uuid,
  rev integer not null,
  seq bigint not null,
  deleted_at timestamp with time zone,
  fw jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default clock_now() not null,
  checkout_session text,
  checkout_account text,
  constraint invoices_check CHECK (((kind = 'credit'::text) = (credits_invoice_id IS NOT NULL))),
  constraint invoices_check1 CHECK (((net_pence + vat_pence) = total_pence)),
  constraint invoices_check2 CHECK (((total_pence >= 0) AND ((paid_pence >= 0) AND (paid_pence <= total_pence)))),
  constraint invoices_deleted_at_check CHECK ((deleted_at IS NULL)),
  constraint invoices_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'credit'::text]))),
  constraint invoices_number_check CHECK ((number > 0)),
  constraint invoices_pkey PRIMARY KEY (practice_id, id),
  constraint invoices_practice_id_appointment_id_fkey FOREIGN KEY (practice_id, appointment_id) REFERENCES appointments(practice_id, id),
  constraint invoices_practice_id_credits_invoice_id_fkey FOREIGN KEY (practice_id, credits_invoice_id) REFERENCES invoices(practice_id, id),
  constraint invoices_practice_id_member_id_fkey FOREIGN KEY (practice_id, member_id) REFERENCES members(practice_id, id),
  constraint invoices_practice_id_payer_client_id_fkey FOREIGN KEY (practice_id, payer_client_id) REFERENCES clients(practice_id, id),
  constraint invoices_practice_id_series_number_key UNIQUE (practice_id, series, number),
  constraint invoices_series_check CHECK ((series <> ''::text))
);
alter table public.invoices enable row level security;
alter table public.invoices force row level security;

create table public.lone_contacts (
  practice_id uuid not null,
  member_id uuid not null,
  id uuid not null,
  name text not null,
  phone_e164 text not null,
  asked_at timestamp with time zone default clock_now() not null,
  agreed_at timestamp with time zone,
  refused_at timestamp with time zone,
  constraint lone_contacts_check CHECK (((agreed_at IS NULL) OR (refused_at IS NULL))),
  constraint lone_contacts_name_check CHECK ((name <> ''::text)),
  constraint lone_contacts_phone_e164_check CHECK ((phone_e164 <> ''::text)),
  constraint lone_contacts_pkey PRIMARY KEY (practice_id, member_id),
  constraint lone_contacts_practice_id_id_key UNIQUE (practice_id, id),
  constraint lone_contacts_practice_id_member_id_fkey FOREIGN KEY (practice_id, member_id) REFERENCES members(practice_id, id) ON DELETE CASCADE
);
alter table public.lone_contacts enable row level security;
alter table public.lone_contacts force row level security;

create table public.lone_timers (
  practice_id uuid not null,
  member_id uuid not null,
  id uuid not null,
  appointment_id uuid not null,
  contact_id uuid not null,
  contact_name text not null,
  ring_at timestamp with time zone not null,
  text_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  constraint lone_timers_check CHECK ((text_at > ring_at)),
  constraint lone_timers_pkey PRIMARY KEY (practice_id, member_id),
  constraint lone_timers_practice_id_id_key UNIQUE (practice_id, id),
  constraint lone_timers_practice_id_member_id_fkey FOREIGN KEY (practice_id, member_id) REFERENCES members(practice_id, id) ON DELETE CASCADE
);
alter table public.lone_timers enable row level security;
alter table public.lone_timers force row level security;

create table public.members (
  practice_id uuid not null,
  id uuid not null,
  person_id uuid not null,
  name text not null,
  role text not null,
  initials text not null,
  is_active boolean default true not null,
  rev integer not null,
  seq bigint not null,
  deleted_at timestamp with time zone,
  fw jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default clock_now() not null,
  constraint members_name_check CHECK ((name <> ''::text)),
  constraint members_pkey PRIMARY KEY (practice_id, id),
  constraint members_practice_id_fkey FOREIGN KEY (practice_id) REFERENCES directory.practices(id) ON DELETE CASCADE,
  constraint members_practice_id_person_id_key UNIQUE (practice_id, person_id),
  constraint members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'farrier'::text, 'apprentice'::text, 'office'::text])))
);
alter table public.members enable row level security;
alter table public.members force row level security;

create table public.messages (
  practice_id uuid not null,
  id uuid not null,
  thread_id uuid not null,
  client_id uuid not null,
  sender_type text not null,
  member_id uuid,
  content text not null,
  reply_to_id uuid,
  appointment_id uuid,
  is_auto_reply boolean default false not null,
  via text,
  provider_ref text,
  notice_id uuid,
  delivery text,
  delivery_note text,
  sent_at timestamp with time zone not null,
  rev integer not null,
  seq bigint not null,
  deleted_at timestamp with time zone,
  fw jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default clock_now() not null,
  constraint messages_check CHECK (((content <> ''::text) OR (sender_type = 'client'::text))),
  constraint messages_delivery_check CHECK ((delivery = ANY (ARRAY['waiting'::text, 'sent'::text, 'delivered'::text, 'simulated'::text, 'handed_over'::text, 'failed'::text, 'stopped'::text, 'unknown'::text]))),
  constraint messages_pkey PRIMARY KEY (practice_id, id),
  constraint messages_practice_id_appointment_id_fkey FOREIGN KEY (practice_id, appointment_id) REFERENCES appointments(practice_id, id),
  constraint messages_practice_id_client_id_fkey FOREIGN KEY (practice_id, client_id) REFERENCES clients(practice_id, id),
  constraint messages_practice_id_member_id_fkey FOREIGN KEY (practice_id, member_id) REFERENCES members(practice_id, id),
  constraint messages_practice_id_notice_id_fkey FOREIGN KEY (practice_id, notice_id) REFERENCES notices(practice_id, id) ON DELETE SET NULL (notice_id),
  constraint messages_practice_id_reply_to_id_fkey FOREIGN KEY (practice_id, reply_to_id) REFERENCES messages(practice_id, id),
  constraint messages_practice_id_thread_id_fkey FOREIGN KEY (practice_id, thread_id) REFERENCES threads(practice_id, id),
  constraint messages_sender_type_check CHECK ((sender_type = ANY (ARRAY['farrier'::text, 'client'::text]))),
  constraint messages_via_check CHECK ((via = ANY (ARRAY['sms'::text, 'email'::text, 'portal'::text, 'triage'::text])))
);
alter table public.messages enable row level security;
alter table public.messages force row level security;

create table public.money_settings (
  practice_id uuid not null,
  id uuid not null,
  invoicing jsonb default '{}'::jsonb not null,
  vat jsonb default '{}'::jsonb not null,
  bank jsonb default '{}'::jsonb not null,
  fees jsonb default '{}'::jsonb not null,
  tax jsonb default '{}'::jsonb not null,
  rev integer not null,
  seq bigint not null,
  deleted_at timestamp with time zone,
  fw jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default clock_now() not null,
  constraint money_settings_pkey PRIMARY KEY (practice_id, id),
  constraint money_settings_practice_id_fkey FOREIGN KEY (practice_id) REFERENCES directory.practices(id) ON DELETE CASCADE,
  constraint money_settings_practice_id_key UNIQUE (practice_id)
);
alter table public.money_settings enable row level security;
alter table public.money_settings force row level security;

create table public.notices (
  practice_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  kind text not null,
  subject_id uuid,
  client_id uuid,
  member_id uuid,
  channel text not null,
  address text not null,
  subject text,
  body text not null,
  facts jsonb default '{}'::jsonb not null,
  hold_until timestamp with time zone,
  not_before timestamp with time zone,
  not_after timestamp with time zone,
  state text not null,
  state_reason text,
  provider_ref text,
  segments integer default 1 not null,
  attempts integer default 0 not null,
  created_at timestamp with time zone default clock_now() not null,
  state_at timestamp with time zone default clock_now() not null,
  purpose text default 'service'::text not null,
  heeds_quiet boolean default false not null,
  is_urgent boolean default false not null,
  thread_id uuid,
  news_of uuid[] default '{}'::uuid[] not null,
  constraint notices_channel_check CHECK ((channel = ANY (ARRAY['sms'::text, 'email'::text, 'push'::text]))),
  constraint notices_check CHECK ((num_nonnulls(client_id, member_id) = 1)),
  constraint notices_pkey PRIMARY KEY (practice_id, id),
  constraint notices_practice_id_client_id_fkey FOREIGN KEY (practice_id, client_id) REFERENCES clients(practice_id, id),
  constraint notices_practice_id_member_id_fkey FOREIGN KEY (practice_id, member_id) REFERENCES members(practice_id, id),
  constraint notices_purpose_check CHECK ((purpose = ANY (ARRAY['service'::text, 'marketing'::text]))),
  constraint notices_state_check CHECK ((state = ANY (ARRAY['held'::text, 'queued'::text, 'sending'::text, 'sent'::text, 'delivered'::text, 'undelivered'::text, 'simulated'::text, 'handed_over'::text, 'failed'::text, 'unknown'::text, 'cancelled'::text])))
);
alter table public.notices enable row level security;
alter table public.notices force row level security;

create table public.owner_asks (
  practice_id uuid not null,
  id uuid not null,
  client_id uuid,
  person_id uuid,
  kind text not null,
  horse_id uuid,
  facts jsonb default '{}'::jsonb not null,
  words text,
  asked_at timestamp with time zone not null,
  seen_at timestamp with time zone,
  seen_by uuid,
  outcome text,
  rev integer not null,
  seq bigint not null,
  deleted_at timestamp with time zone,
  fw jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default clock_now() not null,
  yard_id uuid,
  reply text,
  replied_at timestamp with time zone,
  replied_by uuid,
  constraint owner_asks_check CHECK (((seen_at IS NULL) = (seen_by IS NULL))),
  constraint owner_asks_check1 CHECK (((outcome IS NULL) OR (seen_at IS NOT NULL))),
  constraint owner_asks_check2 CHECK (((reply IS NULL) OR (kind = ANY (ARRAY['words'::text, 'yard'::text])))),
  constraint owner_asks_check3 CHECK ((((reply IS NULL) = (replied_at IS NULL)) AND ((reply IS NULL) = (replied_by IS NULL)))),
  constraint owner_asks_kind_check CHECK ((kind = ANY (ARRAY['sold'::text, 'died'::text, 'new_horse'::text, 'details'::text, 'vet_invite'::text, 'access'::text, 'yard'::text, 'words'::text]))),
  constraint owner_asks_of_yard CHECK ((((kind = 'yard'::text) = (yard_id IS NOT NULL)) AND ((kind = 'yard'::text) = (client_id IS NULL)))),
  constraint owner_asks_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'declined'::text]))),
  constraint owner_asks_pkey PRIMARY KEY (practice_id, id),
  constraint owner_asks_practice_id_client_id_fkey FOREIGN KEY (practice_id, client_id) REFERENCES clients(practice_id, id),
  constraint owner_asks_practice_id_horse_id_fkey FOREIGN KEY (practice_id, horse_id) REFERENCES horses(practice_id, id),
  constraint owner_asks_practice_id_replied_by_fkey FOREIGN KEY (practice_id, replied_by) REFERENCES members(practice_id, id),
  constraint owner_asks_practice_id_seen_by_fkey FOREIGN KEY (practice_id, seen_by) REFERENCES members(practice_id, id),
  constraint owner_asks_practice_id_yard_id_fkey FOREIGN KEY (practice_id, yard_id) REFERENCES yards(practice_id, id)
);
alter table public.owner_asks enable row level security;
alter table public.owner_asks force row level security;

create table public.owner_calendars (
  practice_id uuid not null,
  client_id uuid not null,
  secret bytea not null,
  vault_key_id text not null,
  constraint owner_calendars_pkey PRIMARY KEY (practice_id, client_id),
  constraint owner_calendars_practice_id_client_id_fkey FOREIGN KEY (practice_id, client_id) REFERENCES clients(practice_id, id) ON DELETE CASCADE
);
alter table public.owner_calendars enable row level security;
alter table public.owner_calendars force row level security;

create table public.payments (
  practice_id uuid not null,
  id uuid not null,
  payer_client_id uuid not null,
  amount_pence integer not null,
  method text not null,
  received_on date not null,
  reference text,
  provider_ref text,
  refunds_payment_id uuid,
  appointment_id uuid,
  invoice_id uuid,
  member_id uuid,
  rev integer not null,
  seq bigint not null,
  deleted_at timestamp with time zone,
  fw jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default clock_now() not null,
  constraint payments_amount_pence_check CHECK ((amount_pence <> 0)),
  constraint payments_check CHECK (((amount_pence < 0) = (refunds_payment_id IS NOT NULL))),
  constraint payments_method_check CHECK ((method = ANY (ARRAY['cash'::text, 'bank-transfer'::text, 'card'::text]))),
  constraint payments_pkey PRIMARY KEY (practice_id, id),
  constraint payments_practice_id_appointment_id_fkey FOREIGN KEY (practice_id, appointment_id) REFERENCES appointments(practice_id, id),
  constraint payments_practice_id_invoice_id_fkey FOREIGN KEY (practice_id, invoice_id) REFERENCES invoices(practice_id, id),
  constraint payments_practice_id_member_id_fkey FOREIGN KEY (practice_id, member_id) REFERENCES members(practice_id, id),
  constraint payments_practice_id_payer_client_id_fkey FOREIGN KEY (practice_id, payer_client_id) REFERENCES clients(practice_id, id),
  constraint payments_practice_id_refunds_payment_id_fkey FOREIGN KEY (practice_id, refunds_payment_id) REFERENCES payments(practice_id, id)
);
alter table public.payments enable row level security;
alter table public.payments force row level security;

create table public.photo_consents (
  practice_id uuid not null,
  id uuid not null,
  client_id uuid not null,
  horse_id uuid,
  uses text[] not null,
  wording_version integer not null,
  asked_at timestamp with time zone,
  how text,
  given_at timestamp with time zone,
  refused_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  withdrawn_by text,
  member_id uuid,
  rev integer not null,
  seq bigint not null,
  deleted_at timestamp with time zone,
  fw jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default clock_now() not null,
  constraint photo_consents_check CHECK (((given_at IS NULL) = (how IS NULL))),
  constraint photo_consents_check1 CHECK (((withdrawn_at IS NULL) = (withdrawn_by IS NULL))),
  constraint photo_consents_check2 CHECK (((asked_at IS NOT NULL) OR (given_at IS NOT NULL))),
  constraint photo_consents_check3 CHECK (((given_at IS NULL) OR (refused_at IS NULL))),
  constraint photo_consents_how_check CHECK ((how = ANY (ARRAY['link'::text, 'portal'::text, 'said'::text, 'written'::text]))),
  constraint photo_consents_pkey PRIMARY KEY (practice_id, id),
  constraint photo_consents_practice_id_client_id_fkey FOREIGN KEY (practice_id, client_id) REFERENCES clients(practice_id, id),
  constraint photo_consents_practice_id_horse_id_fkey FOREIGN KEY (practice_id, horse_id) REFERENCES horses(practice_id, id),
  constraint photo_consents_practice_id_member_id_fkey FOREIGN KEY (practice_id, member_id) REFERENCES members(practice_id, id),
  constraint photo_consents_uses_check CHECK (((cardinality(uses) > 0) AND (uses <@ ARRAY['card'::text, 'social'::text]))),
  constraint photo_consents_withdrawn_by_check CHECK ((withdrawn_by = ANY (ARRAY['owner'::text, 'practice'::text]))),
  constraint photo_consents_wording_version_check CHECK ((wording_version > 0))
);
alter table public.photo_consents enable row level security;
alter table public.photo_consents force row level security;

create table public.place_forecasts (
  practice_id uuid not null,
  id uuid not null,
  cell text not null,
  on_day date not null,
  hours jsonb not null,
  made_at timestamp with time zone not null,
  rev integer not null,
  seq bigint not null,
  deleted_at timestamp with time zone,
  fw jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default clock_now() not null,
  constraint place_forecasts_cell_check CHECK ((cell ~ '^-?[0-9]+,-?[0-9]+$'::text)),
  constraint place_forecasts_pkey PRIMARY KEY (practice_id, id)
);
alter table public.place_forecasts enable row level security;
alter table public.place_forecasts force row level security;

create table public.portal_invites (
  practice_id uuid not null,
  id uuid not null,
  client_id uuid,
  how text not null,
  by_member uuid,
  made_at timestamp with time zone not null,
  dies_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  used_at timestamp with time zone,
  used_by uuid,
  role text default 'holder'::text not null,
  horse_id uuid,
  yard_id uuid,
  to_name text,
  to_address text,
  sees_money boolean default false not null,
  may_answer boolean default false not null,
  by_person uuid,
  consent_id uuid,
  constraint portal_invites_check CHECK (((role = 'sharer'::text) = (horse_id IS NOT NULL))),
  constraint portal_invites_check1 CHECK (((role = 'yard'::text) = (yard_id IS NOT NULL))),
  constraint portal_invites_check2 CHECK (((role = 'yard'::text) = (client_id IS NULL))),
  constraint portal_invites_check3 CHECK (((role = 'holder'::text) = (to_address IS NULL))),
  constraint portal_invites_check4 CHECK (((role = 'holder'::text) OR (how <> 'handed'::text))),
  constraint portal_invites_check5 CHECK (((role = ANY (ARRAY['vet'::text, 'para-professional'::text])) = (consent_id IS NOT NULL))),
  constraint portal_invites_how_check CHECK ((how = ANY (ARRAY['sms'::text, 'email'::text, 'handed'::text]))),
  constraint portal_invites_pkey PRIMARY KEY (practice_id, id),
  constraint portal_invites_practice_id_by_member_fkey FOREIGN KEY (practice_id, by_member) REFERENCES members(practice_id, id),
  constraint portal_invites_practice_id_client_id_fkey FOREIGN KEY (practice_id, client_id) REFERENCES clients(practice_id, id),
  constraint portal_invites_practice_id_consent_id_fkey FOREIGN KEY (practice_id, consent_id) REFERENCES care_consents(practice_id, id),
  constraint portal_invites_practice_id_horse_id_fkey FOREIGN KEY (practice_id, horse_id) REFERENCES horses(practice_id, id),
  constraint portal_invites_practice_id_yard_id_fkey FOREIGN KEY (practice_id, yard_id) REFERENCES yards(practice_id, id),
  constraint portal_invites_role_check CHECK ((role = ANY (ARRAY['holder'::text, 'helper'::text, 'sharer'::text, 'yard'::text, 'vet'::text, 'para-professional'::text])))
);
alter table public.portal_invites enable row level security;
alter table public.portal_invites force row level security;

create table public.posts (
  practice_id uuid not null,
  id uuid not null,
  client_id uuid not null,
  horse_id uuid not null,
  before_id uuid,
  after_id uuid,
  picture_id uuid,
  text text default ''::text not null,
  alt_text text default ''::text not null,
  networks text[] default '{}'::text[] not null,
  nobody_by uuid,
  nobody_at timestamp with time zone,
  state text default 'draft'::text not null,
  pressed_by uuid,
  pressed_at timestamp with time zone,
  down_at timestamp with time zone,
  down_by text,
  targets jsonb default '{}'::jsonb not null,
  member_id uuid,
  rev integer not null,
  seq bigint not null,
  deleted_at timestamp with time zone,
  fw jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default clock_now() not null,
  constraint posts_alt_text_check CHECK ((length(alt_text) <= 2000)),
  constraint posts_check CHECK (((nobody_at IS NULL) = (nobody_by IS NULL))),
  constraint posts_check1 CHECK (((down_at IS NULL) = (down_by IS NULL))),
  constraint posts_check2 CHECK (((state = 'down'::text) = (down_at IS NOT NULL))),
  constraint posts_check3 CHECK (((state <> 'posting'::text) OR (pressed_at IS NOT NULL))),
  constraint posts_down_by_check CHECK ((down_by = ANY (ARRAY['member'::text, 'consent'::text]))),
  constraint posts_pkey PRIMARY KEY (practice_id, id),
  constraint posts_practice_id_after_id_fkey FOREIGN KEY (practice_id, after_id) REFERENCES attachments(practice_id, id),
  constraint posts_practice_id_before_id_fkey FOREIGN KEY (practice_id, before_id) REFERENCES attachments(practice_id, id),
  constraint posts_practice_id_client_id_fkey FOREIGN KEY (practice_id, client_id) REFERENCES clients(practice_id, id),
  constraint posts_practice_id_horse_id_fkey FOREIGN KEY (practice_id, horse_id) REFERENCES horses(practice_id, id),
  constraint posts_practice_id_member_id_fkey FOREIGN KEY (practice_id, member_id) REFERENCES members(practice_id, id),
  constraint posts_practice_id_nobody_by_fkey FOREIGN KEY (practice_id, nobody_by) REFERENCES members(practice_id, id),
  constraint posts_practice_id_picture_id_fkey FOREIGN KEY (practice_id, picture_id) REFERENCES attachments(practice_id, id),
  constraint posts_practice_id_pressed_by_fkey FOREIGN KEY (practice_id, pressed_by) REFERENCES members(practice_id, id),
  constraint posts_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'posting'::text, 'down'::text]))),
  constraint posts_text_check CHECK ((length(text) <= 3000))
);
alter table public.posts enable row level security;
alter table public.posts force row level security;

create table public.practice_pictures (
  practice_id uuid not null,
  id uuid not null,
  kind text not null,
  key text not null,
  mime text not null,
  width integer not null,
  height integer not null,
  content bytea not null,
  constraint practice_pictures_height_check CHECK ((height > 0)),
  constraint practice_pictures_key_check CHECK ((key <> ''::text)),
  constraint practice_pictures_kind_check CHECK ((kind = ANY (ARRAY['logo'::text, 'farrier'::text]))),
  constraint practice_pictures_mime_check CHECK ((mime = ANY (ARRAY['image/jpeg'::text, 'image/png'::text]))),
  constraint practice_pictures_pkey PRIMARY KEY (practice_id, kind),
  constraint practice_pictures_practice_id_fkey FOREIGN KEY (practice_id) REFERENCES directory.practices(id) ON DELETE CASCADE,
  constraint practice_pictures_practice_id_id_key UNIQUE (practice_id, id),
  constraint practice_pictures_width_check CHECK ((width > 0))
);
alter table public.practice_pictures enable row level security;
alter table public.practice_pictures force row level security;

create table public.price_items (
  practice_id uuid not null,
  id uuid not null,
  service_type text not null,
  label text not null,
  unit_pence integer not null,
  vat_rate_bp integer default 0 not null,
  rev integer not null,
  seq bigint not null,
  deleted_at timestamp with time zone,
  fw jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default clock_now() not null,
  constraint price_items_label_check CHECK ((label <> ''::text)),
  constraint price_items_pkey PRIMARY KEY (practice_id, id),
  constraint price_items_practice_id_fkey FOREIGN KEY (practice_id) REFERENCES directory.practices(id) ON DELETE CASCADE,
  constraint price_items_practice_id_service_type_key UNIQUE (practice_id, service_type),
  constraint price_items_service_type_check CHECK ((service_type <> ''::text)),
  constraint price_items_unit_pence_check CHECK (((unit_pence >= 0) AND (unit_pence <= 10000000))),
  constraint price_items_vat_rate_bp_check CHECK (((vat_rate_bp >= 0) AND (vat_rate_bp <= 10000)))
);
alter table public.price_items enable row level security;
alter table public.price_items force row level security;

create table public.price_overrides (
  practice_id uuid not null,
  id uuid not null,
  price_item_id uuid not null,
  client_id uuid,
  horse_id uuid,
  yard_id uuid,
  unit_pence integer,
  rev integer not null,
  seq bigint not null,
  deleted_at timestamp with time zone,
  fw jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default clock_now() not null,
  constraint price_overrides_check CHECK ((num_nonnulls(client_id, horse_id, yard_id) = 1)),
  constraint price_overrides_pkey PRIMARY KEY (practice_id, id),
  constraint price_overrides_practice_id_client_id_fkey FOREIGN KEY (practice_id, client_id) REFERENCES clients(practice_id, id),
  constraint price_overrides_practice_id_horse_id_fkey FOREIGN KEY (practice_id, horse_id) REFERENCES horses(practice_id, id),
  constraint price_overrides_practice_id_price_item_id_fkey FOREIGN KEY (practice_id, price_item_id) REFERENCES price_items(practice_id, id) ON DELETE CASCADE,
  constraint price_overrides_practice_id_yard_id_fkey FOREIGN KEY (practice_id, yard_id) REFERENCES yards(practice_id, id),
  constraint price_overrides_unit_pence_check CHECK (((unit_pence >= 0) AND (unit_pence <= 10000000)))
);
alter table public.price_overrides enable row level security;
alter table public.price_overrides force row level security;

create table public.push_subscriptions (
  practice_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  device text default ''::text not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamp with time zone default clock_now() not null,
  browser_id uuid,
  constraint push_subscriptions_browser_id_fkey FOREIGN KEY (browser_id) REFERENCES directory.browsers(id) ON DELETE CASCADE,
  constraint push_subscriptions_endpoint_check CHECK ((endpoint <> ''::text)),
  constraint push_subscriptions_pkey PRIMARY KEY (practice_id, id),
  constraint push_subscriptions_practice_id_endpoint_key UNIQUE (practice_id, endpoint),
  constraint push_subscriptions_practice_id_member_id_fkey FOREIGN KEY (practice_id, member_id) REFERENCES members(practice_id, id) ON DELETE CASCADE
);
alter table public.push_subscriptions enable row level security;
alter table public.push_subscriptions force row level security;

create table public.retention (
  practice_id uuid not null,
  texts_days integer not null,
  messages_days integer not null,
  answers_days integer not null,
  exports_days integer not null,
  inactive_years integer not null,
  openings_days integer default 730 not null,
  constraint retention_answers_days_check CHECK (((answers_days >= 30) AND (answers_days <= 3650))),
  constraint retention_exports_days_check CHECK (((exports_days >= 1) AND (exports_days <= 14))),
  constraint retention_inactive_years_check CHECK (((inactive_years >= 1) AND (inactive_years <= 20))),
  constraint retention_messages_days_check CHECK (((messages_days >= 30) AND (messages_days <= 3650))),
  constraint retention_openings_days_check CHECK (((openings_days >= 30) AND (openings_days <= 3650))),
  constraint retention_pkey PRIMARY KEY (practice_id),
  constraint retention_practice_id_fkey FOREIGN KEY (practice_id) REFERENCES directory.practices(id) ON DELETE CASCADE,
  constraint retention_texts_days_check CHECK (((texts_days >= 30) AND (texts_days <= 3650)))
);
alter table public.retention enable row level security;
alter table public.retention force row level security;

create table public.rights_requests (
  practice_id uuid not null,
  id uuid not null,
  client_id uuid not null,
  request_type text not null,
  status text default 'pending'::text not null,
  received_via text not null,
  received_on date not null,
  requested_at timestamp with time zone not null,
  notes text,
  objects_to text,
  waits json[] default '{}'::json[] not null,
  extended_on date,
  extended_why text,
  acknowledged_on date,
  sms_sent boolean default false not null,
  closed_at timestamp with time zone,
  rev integer not null,
  seq bigint not null,
  deleted_at timestamp with time zone,
  fw jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default clock_now() not null,
  constraint rights_requests_check CHECK (((closed_at IS NULL) = (status = ANY (ARRAY['pending'::text, 'processing'::text])))),
  constraint rights_requests_check1 CHECK (((extended_on IS NULL) = (extended_why IS NULL))),
  constraint rights_requests_objects_to_check CHECK ((objects_to = ANY (ARRAY['marketing'::text, 'other'::text]))),
  constraint rights_requests_pkey PRIMARY KEY (practice_id, id),
  constraint rights_requests_practice_id_client_id_fkey FOREIGN KEY (practice_id, client_id) REFERENCES clients(practice_id, id),
  constraint rights_requests_received_via_check CHECK ((received_via = ANY (ARRAY['sms'::text, 'email'::text, 'in_person'::text, 'phone'::text, 'letter'::text, 'portal'::text]))),
  constraint rights_requests_request_type_check CHECK ((request_type = ANY (ARRAY['data_access'::text, 'data_deletion'::text, 'data_portability'::text, 'rectification'::text, 'objection'::text, 'complaint'::text]))),
  constraint rights_requests_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'processing'::text, 'completed'::text, 'rejected'::text])))
);
alter table public.rights_requests enable row level security;
alter table public.rights_requests force row level security;

create table public.rounds (
  practice_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  on_day date not null,
  state text default 'planned'::text not null,
  reason text,
  late_minutes integer,
  said_at timestamp with time zone,
  rev integer not null,
  seq bigint not null,
  deleted_at timestamp with time zone,
  fw jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default clock_now() not null,
  constraint rounds_late_minutes_check CHECK (((late_minutes >= 0) AND (late_minutes <= 1440))),
  constraint rounds_pkey PRIMARY KEY (practice_id, id),
  constraint rounds_practice_id_member_id_fkey FOREIGN KEY (practice_id, member_id) REFERENCES members(practice_id, id),
  constraint rounds_practice_id_member_id_on_day_key UNIQUE (practice_id, member_id, on_day),
  constraint rounds_state_check CHECK ((state = ANY (ARRAY['planned'::text, 'running'::text, 'paused'::text, 'late'::text, 'finished'::text])))
);
alter table public.rounds enable row level security;
alter table public.rounds force row level security;

create table public.sending_days (
  practice_id uuid not null,
  on_day date not null,
  texts integer default 0 not null,
  segments integer default 0 not null,
  constraint sending_days_pkey PRIMARY KEY (practice_id, on_day),
  constraint sending_days_practice_id_fkey FOREIGN KEY (practice_id) REFERENCES directory.practices(id) ON DELETE CASCADE
);
alter table public.sending_days enable row level security;
alter table public.sending_days force row level security;

create table public.service_types (
  practice_id uuid not null,
  id uuid not null,
  service_type text not null,
  label text not null,
  resets_cycle boolean default true not null,
  is_offered boolean default true not null,
  rev integer not null,
  seq bigint not null,
  deleted_at timestamp with time zone,
  fw jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default clock_now() not null,
  constraint service_types_label_check CHECK ((label <> ''::text)),
  constraint service_types_pkey PRIMARY KEY (practice_id, id),
  constraint service_types_practice_id_fkey FOREIGN KEY (practice_id) REFERENCES directory.practices(id) ON DELETE CASCADE,
  constraint service_types_practice_id_service_type_key UNIQUE (practice_id, service_type),
  constraint service_types_service_type_check CHECK ((service_type <> ''::text))
);
alter table public.service_types enable row level security;
alter table public.service_types force row level security;

create table public.settings (
  practice_id uuid not null,
  id uuid not null,
  working_hours jsonb default '[{"endTime": "17:00", "dayOfWeek": 0, "isWorking": false, "startTime": "09:00"}, {"endTime": "17:00", "dayOfWeek": 1, "isWorking": true, "startTime": "09:00"}, {"endTime": "17:00", "dayOfWeek": 2, "isWorking": true, "startTime": "09:00"}, {"endTime": "17:00", "dayOfWeek": 3, "isWorking": true, "startTime": "09:00"}, {"endTime": "17:00", "dayOfWeek": 4, "isWorking": true, "startTime": "09:00"}, {"endTime": "17:00", "dayOfWeek": 5, "isWorking": true, "startTime": "09:00"}, {"endTime": "17:00", "dayOfWeek": 6, "isWorking": false, "startTime": "09:00"}]'::jsonb not null,
  feet text default 'near-off'::text not null,
  travel_buffer_minutes integer default 15 not null,
  prep_line text,
  wording jsonb default '{}'::jsonb not null,
  rev integer not null,
  seq bigint not null,
  deleted_at timestamp with time zone,
  fw jsonb default '{}'::jsonb not null,
  base_lat double precision,
  base_lng double precision,
  transcribes_voice boolean default false not null,
  sending jsonb default '{}'::jsonb not null,
  auto_reply jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default clock_now() not null,
  portal jsonb default '{}'::jsonb not null,
  services jsonb default '{}'::jsonb not null,
  constraint settings_base_lat_check CHECK (((base_lat >= ('-90'::integer)::double precision) AND (base_lat <= (90)::double precision))),
  constraint settings_base_lng_check CHECK (((base_lng >= ('-180'::integer)::double precision) AND (base_lng <= (180)::double precision))),
  constraint settings_check CHECK (((base_lat IS NULL) = (base_lng IS NULL))),
  constraint settings_feet_check CHECK ((feet = ANY (ARRAY['near-off'::text, 'left-right'::text]))),
  constraint settings_pkey PRIMARY KEY (practice_id, id),
  constraint settings_practice_id_fkey FOREIGN KEY (practice_id) REFERENCES directory.practices(id) ON DELETE CASCADE,
  constraint settings_practice_id_key UNIQUE (practice_id),
  constraint settings_travel_buffer_minutes_check CHECK (((travel_buffer_minutes >= 0) AND (travel_buffer_minutes <= 240)))
);
alter table public.settings enable row level security;
alter table public.settings force row level security;

create table public.slot_offers (
  practice_id uuid not null,
  id uuid not null,
  gap_id uuid not null,
  client_id uuid not null,
  member_id uuid not null,
  on_day date not null,
  local_start time without time zone not null,
  local_end time without time zone not null,
  zone text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  yard_id uuid,
  horses jsonb not null,
  expires_at timestamp with time zone not null,
  state text default 'offered'::text not null,
  state_at timestamp with time zone not null,
  appointment_id uuid,
  asked_by uuid not null,
  rev integer not null,
  seq bigint not null,
  deleted_at timestamp with time zone,
  fw jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default clock_now() not null,
  constraint slot_offers_check CHECK ((ends_at > starts_at)),
  constraint slot_offers_check1 CHECK (((state = 'taken'::text) = (appointment_id IS NOT NULL))),
  constraint slot_offers_pkey PRIMARY KEY (practice_id, id),
  constraint slot_offers_practice_id_appointment_id_fkey FOREIGN KEY (practice_id, appointment_id) REFERENCES appointments(practice_id, id),
  constraint slot_offers_practice_id_asked_by_fkey FOREIGN KEY (practice_id, asked_by) REFERENCES members(practice_id, id),
  constraint slot_offers_practice_id_client_id_fkey FOREIGN KEY (practice_id, client_id) REFERENCES clients(practice_id, id),
  constraint slot_offers_practice_id_member_id_fkey FOREIGN KEY (practice_id, member_id) REFERENCES members(practice_id, id),
  constraint slot_offers_practice_id_yard_id_fkey FOREIGN KEY (practice_id, yard_id) REFERENCES yards(practice_id, id),
  constraint slot_offers_state_check CHECK ((state = ANY (ARRAY['offered'::text, 'taken'::text, 'gone'::text, 'declined'::text, 'withdrawn'::text])))
);
alter table public.slot_offers enable row level security;
alter table public.slot_offers force row level security;

create table public.sms_preferences (
  practice_id uuid not null,
  id uuid not null,
  client_id uuid not null,
  enable_reminders boolean default true not null,
  reminder_hours integer default 48 not null,
  enable_updates boolean default true not null,
  enable_confirmations boolean default true not null,
  rev integer not null,
  seq bigint not null,
  deleted_at timestamp with time zone,
  fw jsonb default '{}'::jsonb not null,
  next_stops_before smallint default 1 not null,
  created_at timestamp with time zone default clock_now() not null,
  constraint sms_preferences_next_stops_before_check CHECK (((next_stops_before >= 0) AND (next_stops_before <= 5))),
  constraint sms_preferences_pkey PRIMARY KEY (practice_id, id),
  constraint sms_preferences_practice_id_client_id_fkey FOREIGN KEY (practice_id, client_id) REFERENCES clients(practice_id, id),
  constraint sms_preferences_practice_id_client_id_key UNIQUE (practice_id, client_id),
  constraint sms_preferences_reminder_hours_check CHECK ((reminder_hours = ANY (ARRAY[2, 4, 12, 24, 48, 72])))
);
alter table public.sms_preferences enable row level security;
alter table public.sms_preferences force row level security;

create table public.sync_counters (
  practice_id uuid not null,
  seq bigint default 0 not null,
  min_seq bigint default 0 not null,
  epoch uuid not null,
  cursor_key uuid default gen_random_uuid() not null,
  has_exchanges boolean default false not null,
  has_webhooks boolean default false not null,
  constraint sync_counters_pkey PRIMARY KEY (practice_id),
  constraint sync_counters_practice_id_fkey FOREIGN KEY (practice_id) REFERENCES directory.practices(id) ON DELETE CASCADE
);
alter table public.sync_counters enable row level security;
alter table public.sync_counters force row level security;

create table public.sync_ops (
  practice_id uuid not null,
  op_id uuid not null,
  device_id uuid not null,
  fingerprint text not null,
  entity text not null,
  entity_id uuid not null,
  rev integer not null,
  applied_at timestamp with time zone default clock_now() not null,
  schema integer default 1 not null,
  constraint sync_ops_pkey PRIMARY KEY (practice_id, op_id)
);
alter table public.sync_ops enable row level security;
alter table public.sync_ops force row level security;

create table public.tasks (
  practice_id uuid not null,
  id uuid not null,
  horse_id uuid,
  client_id uuid,
  yard_id uuid,
  appointment_id uuid,
  work_entry_id uuid,
  title text not null,
  notes text,
  due_on date,
  for_whom text default 'farrier'::text not null,
  member_id uuid not null,
  done_at timestamp with time zone,
  done_by uuid,
  rev integer not null,
  seq bigint not null,
  deleted_at timestamp with time zone,
  fw jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default clock_now() not null,
  constraint tasks_check CHECK (((done_at IS NULL) = (done_by IS NULL))),
  constraint tasks_for_whom_check CHECK ((for_whom = ANY (ARRAY['farrier'::text, 'owner'::text]))),
  constraint tasks_pkey PRIMARY KEY (practice_id, id),
  constraint tasks_practice_id_appointment_id_fkey FOREIGN KEY (practice_id, appointment_id) REFERENCES appointments(practice_id, id),
  constraint tasks_practice_id_client_id_fkey FOREIGN KEY (practice_id, client_id) REFERENCES clients(practice_id, id),
  constraint tasks_practice_id_done_by_fkey FOREIGN KEY (practice_id, done_by) REFERENCES members(practice_id, id),
  constraint tasks_practice_id_horse_id_fkey FOREIGN KEY (practice_id, horse_id) REFERENCES horses(practice_id, id),
  constraint tasks_practice_id_member_id_fkey FOREIGN KEY (practice_id, member_id) REFERENCES members(practice_id, id),
  constraint tasks_practice_id_work_entry_id_fkey FOREIGN KEY (practice_id, work_entry_id) REFERENCES work_entries(practice_id, id),
  constraint tasks_practice_id_yard_id_fkey FOREIGN KEY (practice_id, yard_id) REFERENCES yards(practice_id, id),
  constraint tasks_title_check CHECK ((title <> ''::text))
);
alter table public.tasks enable row level security;
alter table public.tasks force row level security;

create table public.terms_acceptances (
  practice_id uuid not null,
  id uuid not null,
  client_id uuid not null,
  version_id uuid not null,
  terms_version text not null,
  acceptance_method text not null,
  accepted_at timestamp with time zone not null,
  notes text,
  typed_name text,
  from_address text,
  from_agent text,
  member_id uuid,
  rev integer not null,
  seq bigint not null,
  deleted_at timestamp with time zone,
  fw jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default clock_now() not null,
  constraint terms_acceptances_acceptance_method_check CHECK ((acceptance_method = ANY (ARRAY['web'::text, 'sms'::text, 'email'::text, 'verbal'::text]))),
  constraint terms_acceptances_check CHECK (((member_id IS NULL) = (typed_name IS NOT NULL))),
  constraint terms_acceptances_pkey PRIMARY KEY (practice_id, id),
  constraint terms_acceptances_practice_id_client_id_fkey FOREIGN KEY (practice_id, client_id) REFERENCES clients(practice_id, id),
  constraint terms_acceptances_practice_id_member_id_fkey FOREIGN KEY (practice_id, member_id) REFERENCES members(practice_id, id),
  constraint terms_acceptances_practice_id_version_id_fkey FOREIGN KEY (practice_id, version_id) REFERENCES terms_versions(practice_id, id)
);
alter table public.terms_acceptances enable row level security;
alter table public.terms_acceptances force row level security;

create table public.terms_versions (
  practice_id uuid not null,
  id uuid not null,
  number integer not null,
  in_force_on date not null,
  sections json not null,
  member_id uuid,
  made_at timestamp with time zone default clock_now() not null,
  constraint terms_versions_number_check CHECK ((number > 0)),
  constraint terms_versions_pkey PRIMARY KEY (practice_id, id),
  constraint terms_versions_practice_id_fkey FOREIGN KEY (practice_id) REFERENCES directory.practices(id) ON DELETE CASCADE,
  constraint terms_versions_practice_id_member_id_fkey FOREIGN KEY (practice_id, member_id) REFERENCES members(practice_id, id),
  constraint terms_versions_practice_id_number_key UNIQUE (practice_id, number)
);
alter table public.terms_versions enable row level security;
alter table public.terms_versions force row level security;

create table public.threads (
  practice_id uuid not null,
  id uuid not null,
  client_id uuid not null,
  subject text not null,
  is_emergency boolean default false not null,
  emergency_rate_pence integer,
  emergency_percent integer,
  member_id uuid,
  read_to timestamp with time zone,
  last_client_at timestamp with time zone,
  last_message_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  rev integer not null,
  seq bigint not null,
  deleted_at timestamp with time zone,
  fw jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default clock_now() not null,
  client_read_to timestamp with time zone,
  constraint threads_check CHECK ((is_emergency OR ((emergency_rate_pence IS NULL) AND (emergency_percent IS NULL)))),
  constraint threads_emergency_percent_check CHECK ((emergency_percent >= 100)),
  constraint threads_emergency_rate_pence_check CHECK ((emergency_rate_pence >= 0)),
  constraint threads_pkey PRIMARY KEY (practice_id, id),
  constraint threads_practice_id_client_id_fkey FOREIGN KEY (practice_id, client_id) REFERENCES clients(practice_id, id),
  constraint threads_practice_id_member_id_fkey FOREIGN KEY (practice_id, member_id) REFERENCES members(practice_id, id),
  constraint threads_subject_check CHECK ((subject <> ''::text))
);
alter table public.threads enable row level security;
alter table public.threads force row level security;

create table public.time_off (
  practice_id uuid not null,
  id uuid not null,
  member_id uuid,
  from_day date not null,
  to_day date not null,
  local_start time without time zone,
  local_end time without time zone,
  kind text not null,
  title text default ''::text not null,
  cover_note text,
  rev integer not null,
  seq bigint not null,
  deleted_at timestamp with time zone,
  fw jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default clock_now() not null,
  constraint time_off_check CHECK ((to_day >= from_day)),
  constraint time_off_kind_check CHECK ((kind = ANY (ARRAY['holiday'::text, 'course'::text, 'personal'::text, 'ill'::text]))),
  constraint time_off_pkey PRIMARY KEY (practice_id, id),
  constraint time_off_practice_id_member_id_fkey FOREIGN KEY (practice_id, member_id) REFERENCES members(practice_id, id)
);
alter table public.time_off enable row level security;
alter table public.time_off force row level security;

create table public.travel_tables (
  practice_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  on_day date not null,
  engine text,
  places jsonb not null,
  legs jsonb not null,
  made_at timestamp with time zone not null,
  rev integer not null,
  seq bigint not null,
  deleted_at timestamp with time zone,
  fw jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default clock_now() not null,
  constraint travel_tables_check CHECK ((jsonb_array_length(places) = jsonb_array_length(legs))),
  constraint travel_tables_engine_check CHECK ((engine = ANY (ARRAY['openrouteservice'::text, 'osrm'::text, 'valhalla'::text]))),
  constraint travel_tables_legs_check CHECK ((jsonb_typeof(legs) = 'array'::text)),
  constraint travel_tables_pkey PRIMARY KEY (practice_id, id),
  constraint travel_tables_places_check CHECK ((jsonb_typeof(places) = 'array'::text)),
  constraint travel_tables_practice_id_member_id_fkey FOREIGN KEY (practice_id, member_id) REFERENCES members(practice_id, id)
);
alter table public.travel_tables enable row level security;
alter table public.travel_tables force row level security;

create table public.trips (
  practice_id uuid not null,
  id uuid not null,
  on_day date not null,
  member_id uuid not null,
  vehicle text default 'car-or-van'::text not null,
  miles_tenths integer not null,
  purpose text not null,
  from_place text,
  to_place text,
  rev integer not null,
  seq bigint not null,
  deleted_at timestamp with time zone,
  fw jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default clock_now() not null,
  constraint trips_miles_tenths_check CHECK (((miles_tenths >= 1) AND (miles_tenths <= 20000))),
  constraint trips_pkey PRIMARY KEY (practice_id, id),
  constraint trips_practice_id_member_id_fkey FOREIGN KEY (practice_id, member_id) REFERENCES members(practice_id, id),
  constraint trips_purpose_check CHECK ((purpose <> ''::text)),
  constraint trips_vehicle_check CHECK ((vehicle = ANY (ARRAY['car-or-van'::text, 'motorcycle'::text, 'bicycle'::text])))
);
alter table public.trips enable row level security;
alter table public.trips force row level security;

create table public.visit_answers (
  practice_id uuid not null,
  id uuid not null,
  appointment_id uuid not null,
  client_id uuid not null,
  kind text not null,
  horse_id uuid,
  horse_name text,
  work text,
  until_on date,
  words text,
  visit_start timestamp with time zone not null,
  said_at timestamp with time zone not null,
  seen_at timestamp with time zone,
  seen_by uuid,
  rev integer not null,
  seq bigint not null,
  deleted_at timestamp with time zone,
  fw jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default clock_now() not null,
  constraint visit_answers_check CHECK (((seen_at IS NULL) = (seen_by IS NULL))),
  constraint visit_answers_kind_check CHECK ((kind = ANY (ARRAY['confirmed'::text, 'move'::text, 'add_horse'::text, 'box_rest'::text, 'gate_code'::text, 'cancel'::text, 'cancelled'::text]))),
  constraint visit_answers_pkey PRIMARY KEY (practice_id, id),
  constraint visit_answers_practice_id_appointment_id_fkey FOREIGN KEY (practice_id, appointment_id) REFERENCES appointments(practice_id, id),
  constraint visit_answers_practice_id_client_id_fkey FOREIGN KEY (practice_id, client_id) REFERENCES clients(practice_id, id),
  constraint visit_answers_practice_id_horse_id_fkey FOREIGN KEY (practice_id, horse_id) REFERENCES horses(practice_id, id),
  constraint visit_answers_practice_id_seen_by_fkey FOREIGN KEY (practice_id, seen_by) REFERENCES members(practice_id, id)
);
alter table public.visit_answers enable row level security;
alter table public.visit_answers force row level security;

create table public.visit_horses (
  practice_id uuid not null,
  id uuid not null,
  appointment_id uuid not null,
  horse_id uuid,
  client_id uuid not null,
  payer_client_id uuid not null,
  place integer default 0 not null,
  planned_work text,
  outcome text,
  reason text,
  completed_at timestamp with time zone,
  rev integer not null,
  seq bigint not null,
  deleted_at timestamp with time zone,
  fw jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default clock_now() not null,
  constraint visit_horses_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'not_done'::text]))),
  constraint visit_horses_pkey PRIMARY KEY (practice_id, id),
  constraint visit_horses_practice_id_appointment_id_fkey FOREIGN KEY (practice_id, appointment_id) REFERENCES appointments(practice_id, id),
  constraint visit_horses_practice_id_appointment_id_horse_id_key UNIQUE (practice_id, appointment_id, horse_id),
  constraint visit_horses_practice_id_client_id_fkey FOREIGN KEY (practice_id, client_id) REFERENCES clients(practice_id, id),
  constraint visit_horses_practice_id_horse_id_fkey FOREIGN KEY (practice_id, horse_id) REFERENCES horses(practice_id, id),
  constraint visit_horses_practice_id_payer_client_id_fkey FOREIGN KEY (practice_id, payer_client_id) REFERENCES clients(practice_id, id)
);
alter table public.visit_horses enable row level security;
alter table public.visit_horses force row level security;

create table public.voice_notes (
  practice_id uuid not null,
  id uuid not null,
  horse_id uuid not null,
  appointment_id uuid,
  visit_horse_id uuid,
  work_entry_id uuid,
  member_id uuid not null,
  file_id uuid,
  file_name text not null,
  service_type text default 'voice-note'::text not null,
  description text not null,
  mime text not null,
  bytes bigint not null,
  duration_ms integer,
  waveform smallint[],
  recorded_at timestamp with time zone not null,
  transcript text,
  transcript_state text default 'none'::text not null,
  transcript_note text,
  transcript_tries smallint default 0 not null,
  rev integer not null,
  seq bigint not null,
  deleted_at timestamp with time zone,
  fw jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default clock_now() not null,
  constraint voice_notes_duration_ms_check CHECK ((duration_ms >= 0)),
  constraint voice_notes_file_name_check CHECK ((file_name <> ''::text)),
  constraint voice_notes_pkey PRIMARY KEY (practice_id, id),
  constraint voice_notes_practice_id_appointment_id_fkey FOREIGN KEY (practice_id, appointment_id) REFERENCES appointments(practice_id, id),
  constraint voice_notes_practice_id_file_id_fkey FOREIGN KEY (practice_id, file_id) REFERENCES files(practice_id, id) ON DELETE SET NULL (file_id),
  constraint voice_notes_practice_id_horse_id_fkey FOREIGN KEY (practice_id, horse_id) REFERENCES horses(practice_id, id),
  constraint voice_notes_practice_id_member_id_fkey FOREIGN KEY (practice_id, member_id) REFERENCES members(practice_id, id),
  constraint voice_notes_practice_id_visit_horse_id_fkey FOREIGN KEY (practice_id, visit_horse_id) REFERENCES visit_horses(practice_id, id),
  constraint voice_notes_practice_id_work_entry_id_fkey FOREIGN KEY (practice_id, work_entry_id) REFERENCES work_entries(practice_id, id),
  constraint voice_notes_transcript_state_check CHECK ((transcript_state = ANY (ARRAY['none'::text, 'waiting'::text, 'working'::text, 'done'::text, 'failed'::text])))
);
alter table public.voice_notes enable row level security;
alter table public.voice_notes force row level security;

create table public.webhook_deliveries (
  practice_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  type text not null,
  subject_id uuid not null,
  rev integer not null,
  at timestamp with time zone not null,
  state text default 'waiting'::text not null,
  attempts integer default 0 not null,
  next_at timestamp with time zone,
  last_tried_at timestamp with time zone,
  status integer,
  fault text,
  constraint webhook_deliveries_check CHECK (((state = 'waiting'::text) = (next_at IS NOT NULL))),
  constraint webhook_deliveries_fault_check CHECK ((fault = ANY (ARRAY['address'::text, 'silent'::text, 'too_large'::text, 'answer'::text]))),
  constraint webhook_deliveries_pkey PRIMARY KEY (practice_id, id),
  constraint webhook_deliveries_practice_id_webhook_id_fkey FOREIGN KEY (practice_id, webhook_id) REFERENCES webhooks(practice_id, id) ON DELETE CASCADE,
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text, 'stopped'::text, 'rehearsed'::text])))
);
alter table public.webhook_deliveries enable row level security;
alter table public.webhook_deliveries force row level security;

create table public.webhooks (
  practice_id uuid not null,
  id uuid not null,
  url text not null,
  things text[] not null,
  made_at timestamp with time zone not null,
  off_at timestamp with time zone,
  off_why text,
  failing_since timestamp with time zone,
  secret bytea not null,
  vault_key_id text not null,
  old_secret bytea,
  old_vault_key_id text,
  old_until timestamp with time zone,
  constraint webhooks_check CHECK (((off_at IS NULL) = (off_why IS NULL))),
  constraint webhooks_check1 CHECK ((((old_secret IS NULL) = (old_vault_key_id IS NULL)) AND ((old_secret IS NULL) = (old_until IS NULL)))),
  constraint webhooks_off_why_check CHECK ((off_why = ANY (ARRAY['owner'::text, 'failing'::text, 'gone'::text, 'plan'::text, 'restored'::text, 'key'::text]))),
  constraint webhooks_pkey PRIMARY KEY (practice_id, id),
  constraint webhooks_practice_id_fkey FOREIGN KEY (practice_id) REFERENCES directory.practices(id) ON DELETE CASCADE,
  constraint webhooks_things_check CHECK ((cardinality(things) > 0)),
  constraint webhooks_url_check CHECK ((url <> ''::text))
);
alter table public.webhooks enable row level security;
alter table public.webhooks force row level security;

create table public.work_entries (
  practice_id uuid not null,
  id uuid not null,
  horse_id uuid not null,
  visit_horse_id uuid,
  member_id uuid not null,
  service_type text not null,
  work_date date not null,
  description text,
  findings text,
  recommendations text,
  resets_cycle boolean default true not null,
  setup jsonb,
  setup_schema integer default 1 not null,
  rev integer not null,
  seq bigint not null,
  deleted_at timestamp with time zone,
  fw jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default clock_now() not null,
  constraint work_entries_pkey PRIMARY KEY (practice_id, id),
  constraint work_entries_practice_id_horse_id_fkey FOREIGN KEY (practice_id, horse_id) REFERENCES horses(practice_id, id),
  constraint work_entries_practice_id_member_id_fkey FOREIGN KEY (practice_id, member_id) REFERENCES members(practice_id, id),
  constraint work_entries_practice_id_visit_horse_id_fkey FOREIGN KEY (practice_id, visit_horse_id) REFERENCES visit_horses(practice_id, id),
  constraint work_entries_service_type_check CHECK ((service_type <> ''::text))
);
alter table public.work_entries enable row level security;
alter table public.work_entries force row level security;

create table public.work_templates (
  practice_id uuid not null,
  id uuid not null,
  name text not null,
  service_type text not null,
  setup jsonb,
  setup_schema integer default 1 not null,
  description text,
  recommendations text,
  resets_cycle boolean default true not null,
  rev integer not null,
  seq bigint not null,
  deleted_at timestamp with time zone,
  fw jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default clock_now() not null,
  constraint work_templates_name_check CHECK ((name <> ''::text)),
  constraint work_templates_pkey PRIMARY KEY (practice_id, id),
  constraint work_templates_practice_id_fkey FOREIGN KEY (practice_id) REFERENCES directory.practices(id) ON DELETE CASCADE,
  constraint work_templates_service_type_check CHECK ((service_type <> ''::text))
);
alter table public.work_templates enable row level security;
alter table public.work_templates force row level security;

create table public.yard_access (
  practice_id uuid not null,
  yard_id uuid not null,
  person_id uuid not null,
  since timestamp with time zone not null,
  until timestamp with time zone,
  to_name text,
  by_member uuid,
  constraint yard_access_pkey PRIMARY KEY (practice_id, yard_id, person_id, since),
  constraint yard_access_practice_id_by_member_fkey FOREIGN KEY (practice_id, by_member) REFERENCES members(practice_id, id),
  constraint yard_access_practice_id_yard_id_fkey FOREIGN KEY (practice_id, yard_id) REFERENCES yards(practice_id, id)
);
alter table public.yard_access enable row level security;
alter table public.yard_access force row level security;

create table public.yards (
  practice_id uuid not null,
  id uuid not null,
  name text not null,
  address text,
  postcode text,
  lat double precision,
  lng double precision,
  position_source text,
  access_notes text,
  gate_code text,
  has_cover boolean,
  has_lights boolean,
  contact_client_id uuid,
  rev integer not null,
  seq bigint not null,
  deleted_at timestamp with time zone,
  fw jsonb default '{}'::jsonb not null,
  what3words text,
  payer_client_id uuid,
  created_at timestamp with time zone default clock_now() not null,
  constraint yards_check CHECK (((lat IS NULL) = (lng IS NULL))),
  constraint yards_lat_check CHECK (((lat >= ('-90'::integer)::double precision) AND (lat <= (90)::double precision))),
  constraint yards_lng_check CHECK (((lng >= ('-180'::integer)::double precision) AND (lng <= (180)::double precision))),
  constraint yards_name_check CHECK ((name <> ''::text)),
  constraint yards_pkey PRIMARY KEY (practice_id, id),
  constraint yards_position_source_check CHECK ((position_source = ANY (ARRAY['gps'::text, 'pin'::text, 'pasted'::text, 'geocoder'::text, 'what3words'::text, 'postcode'::text]))),
  constraint yards_practice_id_contact_client_id_fkey FOREIGN KEY (practice_id, contact_client_id) REFERENCES clients(practice_id, id),
  constraint yards_practice_id_payer_client_id_fkey FOREIGN KEY (practice_id, payer_client_id) REFERENCES clients(practice_id, id)
);
alter table public.yards enable row level security;
alter table public.yards force row level security;

CREATE INDEX addresses_practice_id_client_id_idx ON directory.addresses USING btree (practice_id, client_id);

CREATE INDEX api_keys_person_id_practice_id_idx ON directory.api_keys USING btree (person_id, practice_id);

CREATE INDEX api_keys_practice_id_idx ON directory.api_keys USING btree (practice_id);

CREATE INDEX asks_asked_at_idx ON directory.asks USING btree (asked_at);

CREATE INDEX asks_browser_hash_asked_at_idx ON directory.asks USING btree (browser_hash, asked_at);

CREATE INDEX asks_due_at_idx ON directory.asks USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX asks_expires_at_idx ON directory.asks USING btree (expires_at) WHERE (sealed IS NOT NULL);

CREATE INDEX asks_person_id_idx ON directory.asks USING btree (person_id);

CREATE INDEX asks_practice_id_idx ON directory.asks USING btree (practice_id);

CREATE INDEX browsers_person_id_idx ON directory.browsers USING btree (person_id);

CREATE INDEX challenges_expires_at_idx ON directory.challenges USING btree (expires_at);

CREATE INDEX challenges_person_id_idx ON directory.challenges USING btree (person_id);

CREATE UNIQUE INDEX checkouts_once ON directory.checkouts USING btree (person_id) WHERE (ended_at IS NULL);

CREATE INDEX checkouts_person_id_idx ON directory.checkouts USING btree (person_id);

CREATE INDEX checkouts_practice_id_idx ON directory.checkouts USING btree (practice_id);

CREATE INDEX connected_accounts_connector_account_hash_idx ON directory.connected_accounts USING btree (connector, account_hash);

CREATE INDEX demo_copies_state_made_at_idx ON directory.demo_copies USING btree (state, made_at);

CREATE INDEX exchanges_due_at_idx ON directory.exchanges USING btree (due_at);

CREATE INDEX exchanges_quiet_until_idx ON directory.exchanges USING btree (quiet_until) WHERE is_changed;

CREATE UNIQUE INDEX inbound_once ON directory.inbound USING btree (practice_id, client_id, thread_id) NULLS NOT DISTINCT WHERE (client_id IS NOT NULL);

CREATE INDEX inbound_practice_id_idx ON directory.inbound USING btree (practice_id);

CREATE INDEX invitations_email_idx ON directory.invitations USING btree (email);

CREATE INDEX kept_keys_person_id_practice_id_idx ON directory.kept_keys USING btree (person_id, practice_id);

CREATE INDEX kept_keys_practice_id_idx ON directory.kept_keys USING btree (practice_id);

CREATE INDEX known_devices_person_id_idx ON directory.known_devices USING btree (person_id);

CREATE INDEX links_address_hash_idx ON directory.links USING btree (address_hash) WHERE (address_hash IS NOT NULL);

CREATE INDEX links_practice_id_subject_id_idx ON directory.links USING btree (practice_id, subject_id);

CREATE INDEX memberships_practice_id_idx ON directory.memberships USING btree (practice_id);

CREATE INDEX oauth_starts_expires_at_idx ON directory.oauth_starts USING btree (expires_at);

CREATE INDEX oauth_starts_person_id_idx ON directory.oauth_starts USING btree (person_id);

CREATE INDEX oauth_starts_practice_id_idx ON directory.oauth_starts USING btree (practice_id);

CREATE INDEX oauth_starts_session_id_idx ON directory.oauth_starts USING btree (session_id);

CREATE INDEX passkeys_person_id_idx ON directory.passkeys USING btree (person_id);

CREATE INDEX proofs_person_id_idx ON directory.proofs USING btree (person_id);

CREATE INDEX pushes_person_id_idx ON directory.pushes USING btree (person_id);

CREATE UNIQUE INDEX pushes_session_id_idx ON directory.pushes USING btree (session_id);

CREATE UNIQUE INDEX seat_money_back_once ON directory.seat_money USING btree (of_id);

CREATE INDEX seat_money_customer_idx ON directory.seat_money USING btree (customer);

CREATE INDEX seat_money_customer_idx1 ON directory.seat_money USING btree (customer) WHERE (done_at IS NULL);

CREATE UNIQUE INDEX seat_money_once ON directory.seat_money USING btree (seat_id, from_on, kind);

CREATE INDEX seat_money_person_id_idx ON directory.seat_money USING btree (person_id);

CREATE UNIQUE INDEX seats_once ON directory.seats USING btree (practice_id, horse_id, service) WHERE (ends_on IS NULL);

CREATE INDEX seats_person_id_idx ON directory.seats USING btree (person_id);

CREATE INDEX seats_practice_id_idx ON directory.seats USING btree (practice_id);

CREATE INDEX service_notices_due_at_idx ON directory.service_notices USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX service_notices_state_at_idx ON directory.service_notices USING btree (state_at) WHERE (state = 'sending'::text);

CREATE INDEX sessions_browser_id_idx ON directory.sessions USING btree (browser_id);

CREATE INDEX sessions_person_id_idx ON directory.sessions USING btree (person_id);

CREATE INDEX sessions_practice_id_idx ON directory.sessions USING btree (practice_id);

CREATE INDEX shell_codes_challenge_idx ON directory.shell_codes USING btree (challenge);

CREATE INDEX shell_codes_letters_until_idx ON directory.shell_codes USING btree (letters_until);

CREATE INDEX shell_codes_person_id_idx ON directory.shell_codes USING btree (person_id);

CREATE INDEX shell_codes_practice_id_idx ON directory.shell_codes USING btree (practice_id);

CREATE INDEX shell_codes_session_id_idx ON directory.shell_codes USING btree (session_id);

CREATE INDEX signin_links_person_id_idx ON directory.signin_links USING btree (person_id);

CREATE INDEX tries_since_idx ON directory.tries USING btree (since);

CREATE INDEX wakes_due_at_idx ON directory.wakes USING btree (due_at);

CREATE INDEX ways_practice_id_idx ON directory.ways USING btree (practice_id);

CREATE INDEX webhook_wakes_due_at_idx ON directory.webhook_wakes USING btree (due_at);

CREATE INDEX activity_practice_id_act_id_idx ON public.activity USING btree (practice_id, act_id);

CREATE INDEX activity_practice_id_at_idx ON public.activity USING btree (practice_id, at);

CREATE INDEX activity_practice_id_entity_entity_id_idx ON public.activity USING btree (practice_id, entity, entity_id);

CREATE INDEX allocations_practice_id_credit_id_idx ON public.allocations USING btree (practice_id, credit_id);

CREATE INDEX allocations_practice_id_deleted_at_idx ON public.allocations USING btree (practice_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX allocations_practice_id_invoice_id_idx ON public.allocations USING btree (practice_id, invoice_id);

CREATE INDEX allocations_practice_id_payment_id_idx ON public.allocations USING btree (practice_id, payment_id);

CREATE INDEX allocations_practice_id_seq_idx ON public.allocations USING btree (practice_id, seq);

CREATE INDEX api_keys_practice_id_member_id_idx ON public.api_keys USING btree (practice_id, member_id);

CREATE INDEX appointments_id_idx ON public.appointments USING btree (id);

CREATE INDEX appointments_practice_id_client_id_on_day_idx ON public.appointments USING btree (practice_id, client_id, on_day);

CREATE INDEX appointments_practice_id_deleted_at_idx ON public.appointments USING btree (practice_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX appointments_practice_id_member_id_on_day_idx ON public.appointments USING btree (practice_id, member_id, on_day);

CREATE INDEX appointments_practice_id_on_day_idx ON public.appointments USING btree (practice_id, on_day);

CREATE INDEX appointments_practice_id_seq_idx ON public.appointments USING btree (practice_id, seq);

CREATE INDEX appointments_practice_id_yard_id_idx ON public.appointments USING btree (practice_id, yard_id);

CREATE INDEX attachments_practice_id_appointment_id_idx ON public.attachments USING btree (practice_id, appointment_id);

CREATE INDEX attachments_practice_id_client_id_idx ON public.attachments USING btree (practice_id, client_id);

CREATE INDEX attachments_practice_id_deleted_at_idx ON public.attachments USING btree (practice_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX attachments_practice_id_expense_id_idx ON public.attachments USING btree (practice_id, expense_id);

CREATE INDEX attachments_practice_id_file_id_idx ON public.attachments USING btree (practice_id, file_id);

CREATE INDEX attachments_practice_id_filed_by_member_idx ON public.attachments USING btree (practice_id, filed_by_member);

CREATE INDEX attachments_practice_id_horse_id_idx ON public.attachments USING btree (practice_id, horse_id);

CREATE INDEX attachments_practice_id_made_by_grant_idx ON public.attachments USING btree (practice_id, made_by_grant) WHERE (made_by_grant IS NOT NULL);

CREATE INDEX attachments_practice_id_message_id_idx ON public.attachments USING btree (practice_id, message_id);

CREATE INDEX attachments_practice_id_seq_idx ON public.attachments USING btree (practice_id, seq);

CREATE INDEX attachments_practice_id_work_entry_id_idx ON public.attachments USING btree (practice_id, work_entry_id);

CREATE INDEX attachments_practice_id_yard_id_idx ON public.attachments USING btree (practice_id, yard_id);

CREATE UNIQUE INDEX bank_lines_one_payment ON public.bank_lines USING btree (practice_id, payment_id, source) WHERE (payment_id IS NOT NULL);

CREATE INDEX bank_lines_practice_id_member_id_idx ON public.bank_lines USING btree (practice_id, member_id);

CREATE INDEX bank_lines_practice_id_of_line_id_idx ON public.bank_lines USING btree (practice_id, of_line_id);

CREATE INDEX bank_lines_practice_id_on_day_id_idx ON public.bank_lines USING btree (practice_id, on_day, id);

CREATE UNIQUE INDEX bank_lines_practice_id_payout_id_idx ON public.bank_lines USING btree (practice_id, payout_id);

CREATE INDEX busy_blocks_practice_id_connection_id_idx ON public.busy_blocks USING btree (practice_id, connection_id);

CREATE INDEX busy_blocks_practice_id_deleted_at_idx ON public.busy_blocks USING btree (practice_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX busy_blocks_practice_id_member_id_idx ON public.busy_blocks USING btree (practice_id, member_id);

CREATE INDEX busy_blocks_practice_id_seq_idx ON public.busy_blocks USING btree (practice_id, seq);

CREATE INDEX calendar_changes_practice_id_appointment_id_idx ON public.calendar_changes USING btree (practice_id, appointment_id);

CREATE INDEX calendar_changes_practice_id_deleted_at_idx ON public.calendar_changes USING btree (practice_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX calendar_changes_practice_id_member_id_idx ON public.calendar_changes USING btree (practice_id, member_id);

CREATE INDEX calendar_changes_practice_id_seq_idx ON public.calendar_changes USING btree (practice_id, seq);

CREATE INDEX care_consents_practice_id_agreed_member_idx ON public.care_consents USING btree (practice_id, agreed_member);

CREATE INDEX care_consents_practice_id_approved_member_idx ON public.care_consents USING btree (practice_id, approved_member);

CREATE INDEX care_consents_practice_id_asked_member_idx ON public.care_consents USING btree (practice_id, asked_member);

CREATE INDEX care_consents_practice_id_client_id_idx ON public.care_consents USING btree (practice_id, client_id);

CREATE INDEX care_consents_practice_id_colleague_of_idx ON public.care_consents USING btree (practice_id, colleague_of) WHERE (colleague_of IS NOT NULL);

CREATE INDEX care_consents_practice_id_renews_id_idx ON public.care_consents USING btree (practice_id, renews_id) WHERE (renews_id IS NOT NULL);

CREATE INDEX care_consents_practice_id_taken_back_member_idx ON public.care_consents USING btree (practice_id, taken_back_member);

CREATE INDEX care_consents_practice_id_until_on_idx ON public.care_consents USING btree (practice_id, until_on);

CREATE INDEX care_notes_practice_id_deleted_at_idx ON public.care_notes USING btree (practice_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX care_notes_practice_id_film_id_idx ON public.care_notes USING btree (practice_id, film_id);

CREATE INDEX care_notes_practice_id_horse_id_idx ON public.care_notes USING btree (practice_id, horse_id);

CREATE INDEX care_notes_practice_id_member_id_idx ON public.care_notes USING btree (practice_id, member_id);

CREATE INDEX care_notes_practice_id_person_id_idx ON public.care_notes USING btree (practice_id, person_id);

CREATE INDEX care_notes_practice_id_seq_idx ON public.care_notes USING btree (practice_id, seq);

CREATE INDEX care_notes_practice_id_taken_by_idx ON public.care_notes USING btree (practice_id, taken_by);

CREATE INDEX charges_practice_id_appointment_id_idx ON public.charges USING btree (practice_id, appointment_id);

CREATE INDEX charges_practice_id_client_id_idx ON public.charges USING btree (practice_id, client_id);

CREATE INDEX charges_practice_id_deleted_at_idx ON public.charges USING btree (practice_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX charges_practice_id_horse_id_idx ON public.charges USING btree (practice_id, horse_id);

CREATE INDEX charges_practice_id_invoice_id_idx ON public.charges USING btree (practice_id, invoice_id);

CREATE INDEX charges_practice_id_payer_client_id_idx ON public.charges USING btree (practice_id, payer_client_id);

CREATE INDEX charges_practice_id_seq_idx ON public.charges USING btree (practice_id, seq);

CREATE INDEX charges_practice_id_visit_horse_id_idx ON public.charges USING btree (practice_id, visit_horse_id);

CREATE INDEX charges_practice_id_work_entry_id_idx ON public.charges USING btree (practice_id, work_entry_id);

CREATE INDEX charges_to_invoice ON public.charges USING btree (practice_id, charged_on, id) WHERE ((invoice_id IS NULL) AND (deleted_at IS NULL));

CREATE INDEX client_access_practice_id_person_id_idx ON public.client_access USING btree (practice_id, person_id);

CREATE INDEX client_access_practice_id_until_idx ON public.client_access USING btree (practice_id, until) WHERE (until IS NOT NULL);

CREATE INDEX clients_id_idx ON public.clients USING btree (id);

CREATE INDEX clients_practice_id_deleted_at_idx ON public.clients USING btree (practice_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX clients_practice_id_name_id_idx ON public.clients USING btree (practice_id, name, id) WHERE (deleted_at IS NULL);

CREATE INDEX clients_practice_id_payer_client_id_idx ON public.clients USING btree (practice_id, payer_client_id);

CREATE INDEX clients_practice_id_phone_e164_idx ON public.clients USING btree (practice_id, phone_e164);

CREATE INDEX clients_practice_id_seq_idx ON public.clients USING btree (practice_id, seq);

CREATE INDEX connection_items_practice_id_connection_id_remote_id_idx ON public.connection_items USING btree (practice_id, connection_id, remote_id) WHERE (kind IS NOT NULL);

CREATE INDEX connection_log_practice_id_at_idx ON public.connection_log USING btree (practice_id, at);

CREATE INDEX connection_log_practice_id_connection_id_id_idx ON public.connection_log USING btree (practice_id, connection_id, id);

CREATE INDEX connections_practice_id_member_id_idx ON public.connections USING btree (practice_id, member_id);

CREATE INDEX devices_practice_id_member_id_idx ON public.devices USING btree (practice_id, member_id);

CREATE INDEX erasures_practice_id_client_id_idx ON public.erasures USING btree (practice_id, client_id);

CREATE INDEX erasures_practice_id_created_at_idx ON public.erasures USING btree (practice_id, created_at);

CREATE INDEX erasures_practice_id_member_id_idx ON public.erasures USING btree (practice_id, member_id);

CREATE INDEX expenses_practice_id_deleted_at_idx ON public.expenses USING btree (practice_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX expenses_practice_id_member_id_idx ON public.expenses USING btree (practice_id, member_id);

CREATE INDEX expenses_practice_id_seq_idx ON public.expenses USING btree (practice_id, seq);

CREATE INDEX expenses_practice_id_spent_on_id_idx ON public.expenses USING btree (practice_id, spent_on, id);

CREATE INDEX exports_practice_id_client_id_idx ON public.exports USING btree (practice_id, client_id);

CREATE INDEX exports_practice_id_created_at_idx ON public.exports USING btree (practice_id, created_at);

CREATE INDEX exports_practice_id_member_id_idx ON public.exports USING btree (practice_id, member_id);

CREATE INDEX files_practice_id_made_by_grant_idx ON public.files USING btree (practice_id, made_by_grant) WHERE (made_by_grant IS NOT NULL);

CREATE INDEX files_practice_id_made_by_person_state_at_idx ON public.files USING btree (practice_id, made_by_person, state_at) WHERE (made_by_kind = 'client'::text);

CREATE INDEX files_practice_id_sha256_idx ON public.files USING btree (practice_id, sha256);

CREATE INDEX files_practice_id_state_state_at_idx ON public.files USING btree (practice_id, state, state_at);

CREATE INDEX film_marks_practice_id_attachment_id_idx ON public.film_marks USING btree (practice_id, attachment_id);

CREATE INDEX film_marks_practice_id_deleted_at_idx ON public.film_marks USING btree (practice_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX film_marks_practice_id_horse_id_idx ON public.film_marks USING btree (practice_id, horse_id);

CREATE INDEX film_marks_practice_id_member_id_idx ON public.film_marks USING btree (practice_id, member_id);

CREATE INDEX film_marks_practice_id_person_id_idx ON public.film_marks USING btree (practice_id, person_id);

CREATE INDEX film_marks_practice_id_seq_idx ON public.film_marks USING btree (practice_id, seq);

CREATE INDEX guest_log_practice_id_at_idx ON public.guest_log USING btree (practice_id, at);

CREATE INDEX guest_log_practice_id_client_id_at_idx ON public.guest_log USING btree (practice_id, client_id, at);

CREATE INDEX horse_grants_practice_id_by_member_idx ON public.horse_grants USING btree (practice_id, by_member);

CREATE INDEX horse_grants_practice_id_client_id_idx ON public.horse_grants USING btree (practice_id, client_id);

CREATE INDEX horse_grants_practice_id_coalesce_idx ON public.horse_grants USING btree (practice_id, COALESCE(ended_at, until_at));

CREATE INDEX horse_grants_practice_id_consent_id_idx ON public.horse_grants USING btree (practice_id, consent_id);

CREATE INDEX horse_grants_practice_id_ended_by_member_idx ON public.horse_grants USING btree (practice_id, ended_by_member);

CREATE INDEX horse_grants_practice_id_horse_id_idx ON public.horse_grants USING btree (practice_id, horse_id);

CREATE INDEX horse_grants_practice_id_person_id_idx ON public.horse_grants USING btree (practice_id, person_id);

CREATE INDEX horse_owners_practice_id_client_id_idx ON public.horse_owners USING btree (practice_id, client_id);

CREATE UNIQUE INDEX horse_services_once ON public.horse_services USING btree (practice_id, horse_id, service) WHERE (ends_on IS NULL);

CREATE INDEX horse_services_practice_id_horse_id_idx ON public.horse_services USING btree (practice_id, horse_id);

CREATE INDEX horse_shares_practice_id_client_id_idx ON public.horse_shares USING btree (practice_id, client_id);

CREATE INDEX horse_shares_practice_id_coalesce_idx ON public.horse_shares USING btree (practice_id, COALESCE(ended_at, until_at));

CREATE INDEX horse_shares_practice_id_ended_by_member_idx ON public.horse_shares USING btree (practice_id, ended_by_member);

CREATE INDEX horse_shares_practice_id_horse_id_idx ON public.horse_shares USING btree (practice_id, horse_id);

CREATE INDEX horses_practice_id_client_id_idx ON public.horses USING btree (practice_id, client_id);

CREATE INDEX horses_practice_id_deleted_at_idx ON public.horses USING btree (practice_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX horses_practice_id_name_id_idx ON public.horses USING btree (practice_id, name, id) WHERE (deleted_at IS NULL);

CREATE INDEX horses_practice_id_next_due_on_idx ON public.horses USING btree (practice_id, next_due_on);

CREATE INDEX horses_practice_id_payer_client_id_idx ON public.horses USING btree (practice_id, payer_client_id);

CREATE INDEX horses_practice_id_seq_idx ON public.horses USING btree (practice_id, seq);

CREATE INDEX horses_practice_id_yard_id_idx ON public.horses USING btree (practice_id, yard_id);

CREATE INDEX imports_practice_id_created_at_idx ON public.imports USING btree (practice_id, created_at);

CREATE INDEX imports_practice_id_member_id_idx ON public.imports USING btree (practice_id, member_id);

CREATE INDEX income_shares_practice_id_counts_with_idx ON public.income_shares USING btree (practice_id, counts_with);

CREATE INDEX income_shares_practice_id_invoice_id_idx ON public.income_shares USING btree (practice_id, invoice_id);

CREATE INDEX income_shares_practice_id_on_day_idx ON public.income_shares USING btree (practice_id, on_day);

CREATE INDEX income_shares_practice_id_payment_id_idx ON public.income_shares USING btree (practice_id, payment_id);

CREATE INDEX invoices_open ON public.invoices USING btree (practice_id, due_on, id) WHERE (paid_pence < total_pence);

CREATE INDEX invoices_practice_id_appointment_id_idx ON public.invoices USING btree (practice_id, appointment_id);

CREATE INDEX invoices_practice_id_credits_invoice_id_idx ON public.invoices USING btree (practice_id, credits_invoice_id);

CREATE INDEX invoices_practice_id_deleted_at_idx ON public.invoices USING btree (practice_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX invoices_practice_id_issued_on_id_idx ON public.invoices USING btree (practice_id, issued_on, id);

CREATE INDEX invoices_practice_id_member_id_idx ON public.invoices USING btree (practice_id, member_id);

CREATE INDEX invoices_practice_id_payer_client_id_issued_on_idx ON public.invoices USING btree (practice_id, payer_client_id, issued_on);

CREATE INDEX invoices_practice_id_seq_idx ON public.invoices USING btree (practice_id, seq);

CREATE INDEX members_practice_id_deleted_at_idx ON public.members USING btree (practice_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX members_practice_id_seq_idx ON public.members USING btree (practice_id, seq);

CREATE INDEX messages_by_age ON public.messages USING btree (practice_id, sent_at) WHERE (deleted_at IS NULL);

CREATE INDEX messages_practice_id_appointment_id_idx ON public.messages USING btree (practice_id, appointment_id);

CREATE INDEX messages_practice_id_client_id_idx ON public.messages USING btree (practice_id, client_id);

CREATE INDEX messages_practice_id_deleted_at_idx ON public.messages USING btree (practice_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX messages_practice_id_member_id_idx ON public.messages USING btree (practice_id, member_id);

CREATE INDEX messages_practice_id_notice_id_idx ON public.messages USING btree (practice_id, notice_id);

CREATE INDEX messages_practice_id_reply_to_id_idx ON public.messages USING btree (practice_id, reply_to_id);

CREATE INDEX messages_practice_id_seq_idx ON public.messages USING btree (practice_id, seq);

CREATE INDEX messages_practice_id_thread_id_sent_at_id_idx ON public.messages USING btree (practice_id, thread_id, sent_at, id);

CREATE UNIQUE INDEX messages_practice_id_via_provider_ref_idx ON public.messages USING btree (practice_id, via, provider_ref) WHERE (provider_ref IS NOT NULL);

CREATE INDEX money_settings_practice_id_deleted_at_idx ON public.money_settings USING btree (practice_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX money_settings_practice_id_seq_idx ON public.money_settings USING btree (practice_id, seq);

CREATE INDEX notices_came ON public.notices USING btree (practice_id, (
CASE
    WHEN ((kind = 'reminder'::text) AND heeds_quiet) THEN not_before
    ELSE created_at
END), id);

CREATE INDEX notices_due ON public.notices USING btree (practice_id, COALESCE(
CASE state
    WHEN 'held'::text THEN hold_until
    ELSE not_before
END, '-infinity'::timestamp with time zone)) WHERE (state = ANY (ARRAY['held'::text, 'queued'::text]));

CREATE UNIQUE INDEX notices_once ON public.notices USING btree (practice_id, event_id, kind, COALESCE(client_id, member_id), channel);

CREATE UNIQUE INDEX notices_one_held ON public.notices USING btree (practice_id, client_id, kind) WHERE (state = 'held'::text);

CREATE INDEX notices_practice_id_client_id_idx ON public.notices USING btree (practice_id, client_id);

CREATE INDEX notices_practice_id_created_at_idx ON public.notices USING btree (practice_id, created_at);

CREATE INDEX notices_practice_id_member_id_idx ON public.notices USING btree (practice_id, member_id);

CREATE INDEX notices_practice_id_subject_id_idx ON public.notices USING btree (practice_id, subject_id);

CREATE INDEX notices_sending ON public.notices USING btree (practice_id, state_at) WHERE (state = 'sending'::text);

CREATE INDEX notices_waiting ON public.notices USING btree (practice_id) WHERE (state = ANY (ARRAY['held'::text, 'queued'::text]));

CREATE INDEX owner_asks_practice_id_asked_at_idx ON public.owner_asks USING btree (practice_id, asked_at) WHERE (deleted_at IS NULL);

CREATE INDEX owner_asks_practice_id_client_id_idx ON public.owner_asks USING btree (practice_id, client_id);

CREATE INDEX owner_asks_practice_id_deleted_at_idx ON public.owner_asks USING btree (practice_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX owner_asks_practice_id_horse_id_idx ON public.owner_asks USING btree (practice_id, horse_id);

CREATE INDEX owner_asks_practice_id_replied_by_idx ON public.owner_asks USING btree (practice_id, replied_by);

CREATE INDEX owner_asks_practice_id_seen_by_idx ON public.owner_asks USING btree (practice_id, seen_by);

CREATE INDEX owner_asks_practice_id_seq_idx ON public.owner_asks USING btree (practice_id, seq);

CREATE INDEX owner_asks_practice_id_yard_id_idx ON public.owner_asks USING btree (practice_id, yard_id) WHERE (yard_id IS NOT NULL);

CREATE INDEX payments_practice_id_appointment_id_idx ON public.payments USING btree (practice_id, appointment_id);

CREATE INDEX payments_practice_id_deleted_at_idx ON public.payments USING btree (practice_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX payments_practice_id_invoice_id_idx ON public.payments USING btree (practice_id, invoice_id);

CREATE INDEX payments_practice_id_member_id_idx ON public.payments USING btree (practice_id, member_id);

CREATE INDEX payments_practice_id_payer_client_id_received_on_idx ON public.payments USING btree (practice_id, payer_client_id, received_on);

CREATE UNIQUE INDEX payments_practice_id_provider_ref_idx ON public.payments USING btree (practice_id, provider_ref) WHERE ((provider_ref IS NOT NULL) AND (deleted_at IS NULL));

CREATE INDEX payments_practice_id_received_on_id_idx ON public.payments USING btree (practice_id, received_on, id);

CREATE INDEX payments_practice_id_refunds_payment_id_idx ON public.payments USING btree (practice_id, refunds_payment_id);

CREATE INDEX payments_practice_id_seq_idx ON public.payments USING btree (practice_id, seq);

CREATE INDEX photo_consents_practice_id_client_id_idx ON public.photo_consents USING btree (practice_id, client_id);

CREATE INDEX photo_consents_practice_id_deleted_at_idx ON public.photo_consents USING btree (practice_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX photo_consents_practice_id_horse_id_idx ON public.photo_consents USING btree (practice_id, horse_id);

CREATE INDEX photo_consents_practice_id_member_id_idx ON public.photo_consents USING btree (practice_id, member_id);

CREATE INDEX photo_consents_practice_id_seq_idx ON public.photo_consents USING btree (practice_id, seq);

CREATE INDEX place_forecasts_practice_id_deleted_at_idx ON public.place_forecasts USING btree (practice_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX place_forecasts_practice_id_on_day_idx ON public.place_forecasts USING btree (practice_id, on_day);

CREATE INDEX place_forecasts_practice_id_seq_idx ON public.place_forecasts USING btree (practice_id, seq);

CREATE INDEX portal_invites_practice_id_by_member_idx ON public.portal_invites USING btree (practice_id, by_member);

CREATE INDEX portal_invites_practice_id_client_id_idx ON public.portal_invites USING btree (practice_id, client_id);

CREATE INDEX portal_invites_practice_id_consent_id_idx ON public.portal_invites USING btree (practice_id, consent_id) WHERE (consent_id IS NOT NULL);

CREATE INDEX portal_invites_practice_id_horse_id_idx ON public.portal_invites USING btree (practice_id, horse_id) WHERE (horse_id IS NOT NULL);

CREATE INDEX portal_invites_practice_id_made_at_idx ON public.portal_invites USING btree (practice_id, made_at);

CREATE INDEX portal_invites_practice_id_yard_id_idx ON public.portal_invites USING btree (practice_id, yard_id) WHERE (yard_id IS NOT NULL);

CREATE INDEX posts_practice_id_after_id_idx ON public.posts USING btree (practice_id, after_id);

CREATE INDEX posts_practice_id_before_id_idx ON public.posts USING btree (practice_id, before_id);

CREATE INDEX posts_practice_id_client_id_idx ON public.posts USING btree (practice_id, client_id);

CREATE INDEX posts_practice_id_deleted_at_idx ON public.posts USING btree (practice_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX posts_practice_id_horse_id_idx ON public.posts USING btree (practice_id, horse_id);

CREATE INDEX posts_practice_id_member_id_idx ON public.posts USING btree (practice_id, member_id);

CREATE INDEX posts_practice_id_nobody_by_idx ON public.posts USING btree (practice_id, nobody_by);

CREATE INDEX posts_practice_id_picture_id_idx ON public.posts USING btree (practice_id, picture_id);

CREATE INDEX posts_practice_id_pressed_at_idx ON public.posts USING btree (practice_id, pressed_at) WHERE (pressed_at IS NOT NULL);

CREATE INDEX posts_practice_id_pressed_by_idx ON public.posts USING btree (practice_id, pressed_by);

CREATE INDEX posts_practice_id_seq_idx ON public.posts USING btree (practice_id, seq);

CREATE INDEX price_items_practice_id_deleted_at_idx ON public.price_items USING btree (practice_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX price_items_practice_id_seq_idx ON public.price_items USING btree (practice_id, seq);

CREATE INDEX price_overrides_practice_id_client_id_idx ON public.price_overrides USING btree (practice_id, client_id);

CREATE INDEX price_overrides_practice_id_deleted_at_idx ON public.price_overrides USING btree (practice_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX price_overrides_practice_id_horse_id_idx ON public.price_overrides USING btree (practice_id, horse_id);

CREATE INDEX price_overrides_practice_id_price_item_id_idx ON public.price_overrides USING btree (practice_id, price_item_id);

CREATE INDEX price_overrides_practice_id_seq_idx ON public.price_overrides USING btree (practice_id, seq);

CREATE INDEX price_overrides_practice_id_yard_id_idx ON public.price_overrides USING btree (practice_id, yard_id);

CREATE INDEX push_subscriptions_browser_id_idx ON public.push_subscriptions USING btree (browser_id);

CREATE INDEX push_subscriptions_practice_id_member_id_idx ON public.push_subscriptions USING btree (practice_id, member_id);

CREATE INDEX rights_requests_practice_id_client_id_idx ON public.rights_requests USING btree (practice_id, client_id);

CREATE INDEX rights_requests_practice_id_deleted_at_idx ON public.rights_requests USING btree (practice_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX rights_requests_practice_id_seq_idx ON public.rights_requests USING btree (practice_id, seq);

CREATE INDEX rounds_practice_id_deleted_at_idx ON public.rounds USING btree (practice_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX rounds_practice_id_seq_idx ON public.rounds USING btree (practice_id, seq);

CREATE INDEX service_types_practice_id_deleted_at_idx ON public.service_types USING btree (practice_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX service_types_practice_id_seq_idx ON public.service_types USING btree (practice_id, seq);

CREATE INDEX settings_practice_id_deleted_at_idx ON public.settings USING btree (practice_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX settings_practice_id_seq_idx ON public.settings USING btree (practice_id, seq);

CREATE INDEX slot_offers_by_age ON public.slot_offers USING btree (practice_id, expires_at) WHERE (deleted_at IS NULL);

CREATE INDEX slot_offers_practice_id_appointment_id_idx ON public.slot_offers USING btree (practice_id, appointment_id);

CREATE INDEX slot_offers_practice_id_asked_by_idx ON public.slot_offers USING btree (practice_id, asked_by);

CREATE INDEX slot_offers_practice_id_client_id_idx ON public.slot_offers USING btree (practice_id, client_id);

CREATE INDEX slot_offers_practice_id_deleted_at_idx ON public.slot_offers USING btree (practice_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX slot_offers_practice_id_gap_id_idx ON public.slot_offers USING btree (practice_id, gap_id);

CREATE INDEX slot_offers_practice_id_member_id_idx ON public.slot_offers USING btree (practice_id, member_id);

CREATE INDEX slot_offers_practice_id_seq_idx ON public.slot_offers USING btree (practice_id, seq);

CREATE INDEX slot_offers_practice_id_yard_id_idx ON public.slot_offers USING btree (practice_id, yard_id);

CREATE INDEX sms_preferences_practice_id_deleted_at_idx ON public.sms_preferences USING btree (practice_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX sms_preferences_practice_id_seq_idx ON public.sms_preferences USING btree (practice_id, seq);

CREATE INDEX sync_ops_applied_at_idx ON public.sync_ops USING btree (applied_at);

CREATE INDEX sync_ops_practice_id_applied_at_idx ON public.sync_ops USING btree (practice_id, applied_at);

CREATE INDEX tasks_practice_id_appointment_id_idx ON public.tasks USING btree (practice_id, appointment_id);

CREATE INDEX tasks_practice_id_client_id_idx ON public.tasks USING btree (practice_id, client_id);

CREATE INDEX tasks_practice_id_deleted_at_idx ON public.tasks USING btree (practice_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX tasks_practice_id_done_by_idx ON public.tasks USING btree (practice_id, done_by);

CREATE INDEX tasks_practice_id_horse_id_idx ON public.tasks USING btree (practice_id, horse_id);

CREATE INDEX tasks_practice_id_member_id_idx ON public.tasks USING btree (practice_id, member_id);

CREATE INDEX tasks_practice_id_seq_idx ON public.tasks USING btree (practice_id, seq);

CREATE INDEX tasks_practice_id_work_entry_id_idx ON public.tasks USING btree (practice_id, work_entry_id);

CREATE INDEX tasks_practice_id_yard_id_idx ON public.tasks USING btree (practice_id, yard_id);

CREATE INDEX terms_acceptances_practice_id_client_id_idx ON public.terms_acceptances USING btree (practice_id, client_id);

CREATE INDEX terms_acceptances_practice_id_deleted_at_idx ON public.terms_acceptances USING btree (practice_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX terms_acceptances_practice_id_member_id_idx ON public.terms_acceptances USING btree (practice_id, member_id);

CREATE INDEX terms_acceptances_practice_id_seq_idx ON public.terms_acceptances USING btree (practice_id, seq);

CREATE INDEX terms_acceptances_practice_id_version_id_idx ON public.terms_acceptances USING btree (practice_id, version_id);

CREATE INDEX terms_versions_practice_id_member_id_idx ON public.terms_versions USING btree (practice_id, member_id);

CREATE INDEX threads_by_age ON public.threads USING btree (practice_id, last_message_at) WHERE (deleted_at IS NULL);

CREATE INDEX threads_practice_id_client_id_last_message_at_idx ON public.threads USING btree (practice_id, client_id, last_message_at);

CREATE INDEX threads_practice_id_deleted_at_idx ON public.threads USING btree (practice_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX threads_practice_id_last_message_at_id_idx ON public.threads USING btree (practice_id, last_message_at, id);

CREATE INDEX threads_practice_id_member_id_idx ON public.threads USING btree (practice_id, member_id);

CREATE INDEX threads_practice_id_seq_idx ON public.threads USING btree (practice_id, seq);

CREATE INDEX time_off_practice_id_deleted_at_idx ON public.time_off USING btree (practice_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX time_off_practice_id_from_day_idx ON public.time_off USING btree (practice_id, from_day);

CREATE INDEX time_off_practice_id_member_id_idx ON public.time_off USING btree (practice_id, member_id);

CREATE INDEX time_off_practice_id_seq_idx ON public.time_off USING btree (practice_id, seq);

CREATE INDEX travel_tables_practice_id_deleted_at_idx ON public.travel_tables USING btree (practice_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX travel_tables_practice_id_member_id_idx ON public.travel_tables USING btree (practice_id, member_id);

CREATE INDEX travel_tables_practice_id_on_day_idx ON public.travel_tables USING btree (practice_id, on_day);

CREATE INDEX travel_tables_practice_id_seq_idx ON public.travel_tables USING btree (practice_id, seq);

CREATE INDEX trips_practice_id_deleted_at_idx ON public.trips USING btree (practice_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX trips_practice_id_member_id_idx ON public.trips USING btree (practice_id, member_id);

CREATE INDEX trips_practice_id_on_day_id_idx ON public.trips USING btree (practice_id, on_day, id);

CREATE INDEX trips_practice_id_seq_idx ON public.trips USING btree (practice_id, seq);

CREATE INDEX visit_answers_by_age ON public.visit_answers USING btree (practice_id, said_at) WHERE (deleted_at IS NULL);

CREATE INDEX visit_answers_practice_id_appointment_id_idx ON public.visit_answers USING btree (practice_id, appointment_id);

CREATE INDEX visit_answers_practice_id_client_id_idx ON public.visit_answers USING btree (practice_id, client_id);

CREATE INDEX visit_answers_practice_id_deleted_at_idx ON public.visit_answers USING btree (practice_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX visit_answers_practice_id_horse_id_idx ON public.visit_answers USING btree (practice_id, horse_id);

CREATE INDEX visit_answers_practice_id_seen_by_idx ON public.visit_answers USING btree (practice_id, seen_by);

CREATE INDEX visit_answers_practice_id_seq_idx ON public.visit_answers USING btree (practice_id, seq);

CREATE INDEX visit_horses_practice_id_client_id_idx ON public.visit_horses USING btree (practice_id, client_id);

CREATE INDEX visit_horses_practice_id_deleted_at_idx ON public.visit_horses USING btree (practice_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX visit_horses_practice_id_horse_id_idx ON public.visit_horses USING btree (practice_id, horse_id);

CREATE INDEX visit_horses_practice_id_payer_client_id_idx ON public.visit_horses USING btree (practice_id, payer_client_id);

CREATE INDEX visit_horses_practice_id_seq_idx ON public.visit_horses USING btree (practice_id, seq);

CREATE INDEX voice_notes_practice_id_appointment_id_idx ON public.voice_notes USING btree (practice_id, appointment_id);

CREATE INDEX voice_notes_practice_id_deleted_at_idx ON public.voice_notes USING btree (practice_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX voice_notes_practice_id_file_id_idx ON public.voice_notes USING btree (practice_id, file_id);

CREATE INDEX voice_notes_practice_id_horse_id_idx ON public.voice_notes USING btree (practice_id, horse_id);

CREATE INDEX voice_notes_practice_id_member_id_idx ON public.voice_notes USING btree (practice_id, member_id);

CREATE INDEX voice_notes_practice_id_seq_idx ON public.voice_notes USING btree (practice_id, seq);

CREATE INDEX voice_notes_practice_id_visit_horse_id_idx ON public.voice_notes USING btree (practice_id, visit_horse_id);

CREATE INDEX voice_notes_practice_id_work_entry_id_idx ON public.voice_notes USING btree (practice_id, work_entry_id);

CREATE INDEX webhook_deliveries_practice_id_at_idx ON public.webhook_deliveries USING btree (practice_id, at);

CREATE INDEX webhook_deliveries_practice_id_webhook_id_at_id_idx ON public.webhook_deliveries USING btree (practice_id, webhook_id, at, id);

CREATE INDEX webhook_deliveries_practice_id_webhook_id_next_at_idx ON public.webhook_deliveries USING btree (practice_id, webhook_id, next_at) WHERE (state = 'waiting'::text);

CREATE INDEX work_entries_practice_id_deleted_at_idx ON public.work_entries USING btree (practice_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX work_entries_practice_id_horse_id_work_date_idx ON public.work_entries USING btree (practice_id, horse_id, work_date);

CREATE INDEX work_entries_practice_id_member_id_idx ON public.work_entries USING btree (practice_id, member_id);

CREATE INDEX work_entries_practice_id_seq_idx ON public.work_entries USING btree (practice_id, seq);

CREATE INDEX work_entries_practice_id_visit_horse_id_idx ON public.work_entries USING btree (practice_id, visit_horse_id);

CREATE INDEX work_templates_practice_id_deleted_at_idx ON public.work_templates USING btree (practice_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX work_templates_practice_id_seq_idx ON public.work_templates USING btree (practice_id, seq);

CREATE INDEX yard_access_practice_id_by_member_idx ON public.yard_access USING btree (practice_id, by_member);

CREATE INDEX yard_access_practice_id_person_id_idx ON public.yard_access USING btree (practice_id, person_id);

CREATE INDEX yard_access_practice_id_until_idx ON public.yard_access USING btree (practice_id, until) WHERE (until IS NOT NULL);

CREATE INDEX yards_practice_id_contact_client_id_idx ON public.yards USING btree (practice_id, contact_client_id);

CREATE INDEX yards_practice_id_deleted_at_idx ON public.yards USING btree (practice_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX yards_practice_id_name_id_idx ON public.yards USING btree (practice_id, name, id) WHERE (deleted_at IS NULL);

CREATE INDEX yards_practice_id_payer_client_id_idx ON public.yards USING btree (practice_id, payer_client_id);

CREATE INDEX yards_practice_id_seq_idx ON public.yards USING btree (practice_id, seq);

create policy own_practice on public.activity for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.alert_phones for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy guest_sees_own on public.allocations for select to pritchel_guest using ((invoice_id IN ( SELECT i.id
   FROM invoices i)));

create policy own_practice on public.allocations for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.api_keys for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy guest_sees_own on public.appointments for select to pritchel_guest using ((id IN ( SELECT guest_visits() AS guest_visits)));

create policy own_practice on public.appointments for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy raw_id on public.appointments for select to pritchel_owner using ((id = (NULLIF(current_setting('app.raw_id'::text, true), ''::text))::uuid));

create policy guest_sees_own on public.attachments for select to pritchel_guest using (((shown_to_owner AND ((owner_sees_from IS NULL) OR (owner_sees_from <= (clock_now())::date)) AND (EXISTS ( SELECT
   FROM guest_files() g(horse_id, from_on, own_from, to_on, is_shared)
  WHERE ((g.horse_id = attachments.horse_id) AND ((COALESCE(attachments.taken_on, (attachments.created_at)::date) >= g.from_on) AND (COALESCE(attachments.taken_on, (attachments.created_at)::date) <= g.to_on)) AND ((attachments.uploaded_by = ANY (ARRAY['farrier'::text, 'client'::text])) OR (COALESCE(attachments.taken_on, (attachments.created_at)::date) >= g.own_from)) AND ((attachments.file_type = 'image'::text) OR (NOT g.is_shared)))))) OR ((NULLIF(current_setting('app.share_id'::text, true), ''::text) IS NOT NULL) AND shown_to_owner AND (uploaded_by = ANY (ARRAY['farrier'::text, 'client'::text])) AND (file_type = 'image'::text) AND (EXISTS ( SELECT
   FROM guest_linked() l(share_id, horse_id, client_id, to_name, purpose, parts, from_on, photo_ids, until_at, shows)
  WHERE ((l.horse_id = attachments.horse_id) AND (attachments.id = ANY (l.photo_ids)) AND (COALESCE(attachments.taken_on, (attachments.created_at)::date) >= l.from_on))))) OR ((NULLIF(current_setting('app.carer_id'::text, true), ''::text) IS NOT NULL) AND carer_sees(shown_to_owner, file_type, uploaded_by) AND (EXISTS ( SELECT
   FROM guest_cared_own() c(horse_id, from_on, own_from)
  WHERE ((c.horse_id = attachments.horse_id) AND (((COALESCE(attachments.taken_on, (attachments.created_at)::date) >= c.from_on) AND ((attachments.uploaded_by = ANY (ARRAY['farrier'::text, 'client'::text])) OR (COALESCE(attachments.taken_on, (attachments.created_at)::date) >= c.own_from))) OR (attachments.made_by_grant IN ( SELECT guest_grants() AS guest_grants)))))))));

create policy own_practice on public.attachments for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.bank_lines for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.busy_blocks for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.calendar_changes for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.care_consents for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy guest_sees_own on public.care_notes for select to pritchel_guest using ((((NULLIF(current_setting('app.carer_id'::text, true), ''::text) IS NOT NULL) AND (EXISTS ( SELECT
   FROM guest_cared_own() c(horse_id, from_on, own_from)
  WHERE ((c.horse_id = care_notes.horse_id) AND (((care_notes.said_at)::date >= GREATEST(c.from_on, c.own_from)) OR (care_notes.person_id = (NULLIF(current_setting('app.carer_id'::text, true), ''::text))::uuid)))))) OR ((kind <> 'answer'::text) AND (withdrawn_at IS NULL) AND ((owner_sees_from IS NULL) OR (owner_sees_from <= (clock_now())::date)) AND (EXISTS ( SELECT
   FROM guest_files() g(horse_id, from_on, own_from, to_on, is_shared)
  WHERE ((g.horse_id = care_notes.horse_id) AND (((care_notes.said_at)::date >= g.own_from) AND ((care_notes.said_at)::date <= g.to_on))))))));

create policy own_practice on public.care_notes for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.charges for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.client_access for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy guest_sees_own on public.clients for select to pritchel_guest using ((id IN ( SELECT guest_clients() AS guest_clients)));

create policy own_practice on public.clients for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy raw_id on public.clients for select to pritchel_owner using ((id = (NULLIF(current_setting('app.raw_id'::text, true), ''::text))::uuid));

create policy own_practice on public.connection_items for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.connection_log for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.connections for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.devices for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.erasures for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.expenses for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.exports for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.files for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy guest_sees_own on public.film_marks for select to pritchel_guest using (((NULLIF(current_setting('app.carer_id'::text, true), ''::text) IS NOT NULL) AND (EXISTS ( SELECT
   FROM attachments a
  WHERE ((a.id = film_marks.attachment_id) AND (a.deleted_at IS NULL))))));

create policy own_practice on public.film_marks for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.guest_log for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.horse_grants for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.horse_owners for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.horse_services for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.horse_shares for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy guest_sees_own on public.horses for select to pritchel_guest using (((id IN ( SELECT g.horse_id
   FROM guest_horses() g(horse_id, from_on, to_on))) OR (id IN ( SELECT s.horse_id
   FROM guest_shared() s(horse_id, client_id, from_on, may_answer))) OR ((NULLIF(current_setting('app.share_id'::text, true), ''::text) IS NOT NULL) AND (id IN ( SELECT l.horse_id
   FROM guest_linked() l(share_id, horse_id, client_id, to_name, purpose, parts, from_on, photo_ids, until_at, shows)))) OR ((NULLIF(current_setting('app.carer_id'::text, true), ''::text) IS NOT NULL) AND (id IN ( SELECT c.horse_id
   FROM guest_cared() c(grant_id, horse_id, client_id, role, from_on, until_at, may_contact))))));

create policy own_practice on public.horses for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.imports for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.income_shares for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.invoice_counters for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy guest_sees_own on public.invoices for select to pritchel_guest using ((payer_client_id IN ( SELECT a.client_id
   FROM guest_access() a(client_id, role, sees_money)
  WHERE a.sees_money)));

create policy own_practice on public.invoices for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.lone_contacts for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.lone_timers for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy guest_sees_own on public.members for select to pritchel_guest using ((( SELECT guest_is_in() AS guest_is_in) OR ((NULLIF(current_setting('app.share_id'::text, true), ''::text) IS NOT NULL) AND (EXISTS ( SELECT
   FROM guest_linked() guest_linked(share_id, horse_id, client_id, to_name, purpose, parts, from_on, photo_ids, until_at, shows)))) OR ((NULLIF(current_setting('app.carer_id'::text, true), ''::text) IS NOT NULL) AND (EXISTS ( SELECT
   FROM guest_cared() guest_cared(grant_id, horse_id, client_id, role, from_on, until_at, may_contact))))));

create policy own_practice on public.members for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy guest_sees_own on public.messages for select to pritchel_guest using ((client_id IN ( SELECT guest_clients() AS guest_clients)));

create policy own_practice on public.messages for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.money_settings for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.notices for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy guest_sees_own on public.owner_asks for select to pritchel_guest using ((((kind <> ALL (ARRAY['access'::text, 'words'::text, 'yard'::text])) AND (client_id IN ( SELECT guest_clients() AS guest_clients))) OR ((person_id = (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid) AND (((kind = 'words'::text) AND ((horse_id, client_id) IN ( SELECT s.horse_id,
    s.client_id
   FROM guest_shared() s(horse_id, client_id, from_on, may_answer)))) OR ((kind = 'yard'::text) AND (yard_id IN ( SELECT y.yard_id
   FROM guest_yards() y(yard_id, name, prep_line))))))));

create policy own_practice on public.owner_asks for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.owner_calendars for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy guest_sees_own on public.payments for select to pritchel_guest using ((payer_client_id IN ( SELECT a.client_id
   FROM guest_access() a(client_id, role, sees_money)
  WHERE a.sees_money)));

create policy own_practice on public.payments for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.photo_consents for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.place_forecasts for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.portal_invites for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.posts for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.practice_pictures for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.price_items for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.price_overrides for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.push_subscriptions for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.retention for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.rights_requests for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.rounds for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.sending_days for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy guest_sees_own on public.service_types for select to pritchel_guest using ((( SELECT guest_is_in() AS guest_is_in) OR ((NULLIF(current_setting('app.share_id'::text, true), ''::text) IS NOT NULL) AND (EXISTS ( SELECT
   FROM guest_linked() guest_linked(share_id, horse_id, client_id, to_name, purpose, parts, from_on, photo_ids, until_at, shows)))) OR ((NULLIF(current_setting('app.carer_id'::text, true), ''::text) IS NOT NULL) AND (EXISTS ( SELECT
   FROM guest_cared() guest_cared(grant_id, horse_id, client_id, role, from_on, until_at, may_contact))))));

create policy own_practice on public.service_types for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy guest_sees_own on public.settings for select to pritchel_guest using ((( SELECT guest_is_in() AS guest_is_in) OR ((NULLIF(current_setting('app.share_id'::text, true), ''::text) IS NOT NULL) AND (EXISTS ( SELECT
   FROM guest_linked() guest_linked(share_id, horse_id, client_id, to_name, purpose, parts, from_on, photo_ids, until_at, shows)))) OR ((NULLIF(current_setting('app.carer_id'::text, true), ''::text) IS NOT NULL) AND (EXISTS ( SELECT
   FROM guest_cared() guest_cared(grant_id, horse_id, client_id, role, from_on, until_at, may_contact))))));

create policy own_practice on public.settings for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.slot_offers for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.sms_preferences for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.sync_counters for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.sync_ops for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.tasks for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy guest_sees_own on public.terms_acceptances for select to pritchel_guest using ((client_id IN ( SELECT a.client_id
   FROM guest_access() a(client_id, role, sees_money)
  WHERE (a.role = 'holder'::text))));

create policy own_practice on public.terms_acceptances for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy guest_sees_own on public.terms_versions for select to pritchel_guest using ((EXISTS ( SELECT
   FROM guest_clients() guest_clients(guest_clients))));

create policy own_practice on public.terms_versions for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy guest_sees_own on public.threads for select to pritchel_guest using ((client_id IN ( SELECT guest_clients() AS guest_clients)));

create policy own_practice on public.threads for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.time_off for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.travel_tables for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.trips for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.visit_answers for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy guest_sees_own on public.visit_horses for select to pritchel_guest using (((client_id IN ( SELECT guest_clients() AS guest_clients)) OR ((horse_id, client_id) IN ( SELECT s.horse_id,
    s.client_id
   FROM guest_shared() s(horse_id, client_id, from_on, may_answer)))));

create policy own_practice on public.visit_horses for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.voice_notes for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.webhook_deliveries for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.webhooks for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy guest_sees_own on public.work_entries for select to pritchel_guest using (((EXISTS ( SELECT
   FROM guest_horses() g(horse_id, from_on, to_on)
  WHERE ((g.horse_id = work_entries.horse_id) AND ((work_entries.work_date >= g.from_on) AND (work_entries.work_date <= g.to_on))))) OR (EXISTS ( SELECT
   FROM guest_shared() s(horse_id, client_id, from_on, may_answer)
  WHERE ((s.horse_id = work_entries.horse_id) AND (work_entries.work_date >= s.from_on)))) OR ((NULLIF(current_setting('app.share_id'::text, true), ''::text) IS NOT NULL) AND (EXISTS ( SELECT
   FROM guest_linked() l(share_id, horse_id, client_id, to_name, purpose, parts, from_on, photo_ids, until_at, shows)
  WHERE ((l.horse_id = work_entries.horse_id) AND (work_entries.work_date >= l.from_on) AND ((l.parts ->> 'work'::text) = 'true'::text))))) OR ((NULLIF(current_setting('app.carer_id'::text, true), ''::text) IS NOT NULL) AND (EXISTS ( SELECT
   FROM guest_cared() c(grant_id, horse_id, client_id, role, from_on, until_at, may_contact)
  WHERE ((c.horse_id = work_entries.horse_id) AND (work_entries.work_date >= c.from_on)))))));

create policy own_practice on public.work_entries for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.work_templates for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy own_practice on public.yard_access for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

create policy guest_sees_own on public.yards for select to pritchel_guest using (((id IN ( SELECT h.yard_id
   FROM horses h)) OR (id IN ( SELECT a.yard_id
   FROM appointments a))));

create policy own_practice on public.yards for all to public using ((practice_id = (NULLIF(current_setting('app.practice_id'::text, true), ''::text))::uuid));

CREATE OR REPLACE FUNCTION public.accounts_shared()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select own.connector from directory.connected_accounts own
  where own.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
    and exists (select from directory.connected_accounts other where other.connector = own.connector
      and other.account_hash = own.account_hash and other.practice_id <> own.practice_id)
$function$
;

CREATE OR REPLACE FUNCTION public.add_link(hash bytea, link_kind text, subject uuid, client uuid, day date, dies timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into directory.links (token_hash, practice_id, kind, subject_id, client_id, on_day, dies_at)
  values (hash, nullif(current_setting('app.practice_id', true), '')::uuid, link_kind, subject, client, day, dies)
  on conflict (token_hash) do nothing
$function$
;

CREATE OR REPLACE FUNCTION public.add_links(hashes bytea[], link_kind text, subjects uuid[], clients uuid[], days date[], die timestamp with time zone[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into directory.links (token_hash, practice_id, kind, subject_id, client_id, on_day, dies_at)
  select hash, nullif(current_setting('app.practice_id', true), '')::uuid, link_kind, subject, client, day, dies
  from unnest(hashes, subjects, clients, days, die) as link (hash, subject, client, day, dies)
$function$
;

CREATE OR REPLACE FUNCTION public.cared_for(person uuid)
 RETURNS TABLE(grant_id uuid, horse_id uuid, client_id uuid, role text, from_on date, until_at timestamp with time zone, may_contact boolean)
 LANGUAGE sql
 STABLE ROWS 20
 SET search_path TO ''
AS $function$
  select g.id, h.id, h.client_id, g.role,
    greatest(coalesce(a.back_to_on, '-infinity'), coalesce((
      select max(public.reading_begins(o, '{record,all}')) from public.horse_owners o
      where o.practice_id = h.practice_id and o.horse_id = h.id and o.client_id = h.client_id and o.to_on is null), '-infinity')),
    g.until_at, a.may_contact
  from public.horse_grants g
  join public.care_consents a on a.practice_id = g.practice_id and a.id = g.consent_id
  join public.horses h on h.practice_id = g.practice_id and h.id = g.horse_id and h.client_id = g.client_id
  join public.clients c on c.practice_id = g.practice_id and c.id = g.client_id
  where g.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
    and g.person_id = person and g.role <> 'sharer'
    and g.ended_at is null and g.until_at > public.clock_now()
    and a.agreed_at is not null and a.approved_at is not null and a.taken_back_at is null
    and public.still_lets(g.client_id, g.by_person)
    and h.deleted_at is null and (h.gone_on is null or h.gone_on > public.clock_now()::date)
    and c.deleted_at is null and c.portal is distinct from false
    and not exists (select from public.settings s where s.practice_id = g.practice_id and s.portal ->> 'way' = 'off')
    and public.service_open(h.id, case g.role when 'vet' then 'vet-integration' else 'para-professional' end)
    and not exists (
      select from public.horse_owners o
      where o.practice_id = g.practice_id and o.horse_id = g.horse_id and o.client_id = g.client_id and o.to_on is null
        and o.from_on > (g.from_at + interval '1 hour')::date)
$function$
;

CREATE OR REPLACE FUNCTION public.carer_sees(shown_to_owner boolean, file_type text, uploaded_by text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select shown_to_owner or file_type in ('radiograph', 'scan', 'gait-analysis') or uploaded_by in ('vet', 'para-professional')
$function$
;

CREATE OR REPLACE FUNCTION public.clock_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (now() + (COALESCE(NULLIF(current_setting('pritchel.ahead'::text, true), ''::text), '0 ms'::text))::interval)
;

CREATE OR REPLACE FUNCTION directory.clients_of_address(address bytea)
 RETURNS TABLE(practice_id uuid, client_id uuid, told_at timestamp with time zone)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  found record;
begin
  for found in
    select a.practice_id, a.client_id from directory.addresses a join directory.practices p on p.id = a.practice_id
    where a.hash = address and p.mode = 'live' order by 1, 2
  loop
    perform set_config('app.practice_id', found.practice_id::text, true);
    return query
      select c.practice_id, c.id, (
        select max(n.state_at) from public.notices n
        where n.practice_id = found.practice_id and n.client_id = c.id and n.channel = 'sms'
          and n.state in ('sending', 'sent', 'delivered', 'undelivered', 'unknown')
      )
      from public.clients c
      where c.practice_id = found.practice_id and c.id = found.client_id and c.deleted_at is null;
  end loop;
  perform set_config('app.practice_id', '', true);
end $function$
;

CREATE OR REPLACE FUNCTION directory.drop_pushes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from directory.pushes where session_id = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION directory.is_file_named(sha text, but_for_practice uuid, but_for uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  candidate uuid;
begin
  for candidate in select id from directory.practices order by id loop
    perform set_config('app.practice_id', candidate::text, true);
    if exists (
      select from public.files f
      where f.practice_id = candidate and f.sha256 = sha and (f.state = 'stored' or f.upload_ends_at is not null)
        and (candidate <> but_for_practice or f.id <> but_for)
    ) then
      perform set_config('app.practice_id', '', true);
      return true;
    end if;
  end loop;
  perform set_config('app.practice_id', '', true);
  return false;
end $function$
;

CREATE OR REPLACE FUNCTION directory.note_left_checkout()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into directory.left_checkouts (id) values (old.id) on conflict do nothing;
  return old;
end $function$
;

CREATE OR REPLACE FUNCTION directory.note_left_customer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into directory.left_customers (customer, subscription) values (old.customer, old.subscription) on conflict do nothing;
  return old;
end $function$
;

CREATE OR REPLACE FUNCTION directory.practice_of_raw_id(raw uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_in uuid;
begin
  perform set_config('app.raw_id', raw::text, true);
  select practice_id into found_in from (
    select practice_id from public.clients where id = raw and deleted_at is null
    union all
    select practice_id from public.appointments where id = raw and deleted_at is null
  ) named order by practice_id limit 1;
  perform set_config('app.raw_id', '', true);
  return found_in;
end $function$
;

CREATE OR REPLACE FUNCTION directory.with_care_ending(candidates uuid[], before date)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  candidate uuid;
begin
  foreach candidate in array candidates loop
    perform set_config('app.practice_id', candidate::text, true);
    if exists (
      select from public.care_consents a
      where a.practice_id = candidate and a.until_on <= before and a.until_on >= before - 16 and a.agreed_at is not null
        and a.taken_back_at is null and a.refused_at is null
        and not exists (select from public.care_consents n where n.practice_id = candidate and n.renews_id = a.id)) then
      return next candidate;
    end if;
  end loop;
  perform set_config('app.practice_id', '', true);
end $function$
;

CREATE OR REPLACE FUNCTION directory.with_debts_to_chase(candidates uuid[], due_before date)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  candidate uuid;
begin
  foreach candidate in array candidates loop
    perform set_config('app.practice_id', candidate::text, true);
    if exists (
      select from public.money_settings s where s.practice_id = candidate and s.fees ->> 'chases' = 'true'
    ) and exists (
      select from public.invoices i
      where i.practice_id = candidate and i.paid_pence < i.total_pence and i.kind = 'invoice' and i.due_on < due_before
    ) then
      return next candidate;
    end if;
  end loop;
  perform set_config('app.practice_id', '', true);
end $function$
;

CREATE OR REPLACE FUNCTION directory.with_files_to_sweep(candidates uuid[], at timestamp with time zone, ended_before timestamp with time zone, unnamed_before timestamp with time zone)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  candidate uuid;
begin
  foreach candidate in array candidates loop
    perform set_config('app.practice_id', candidate::text, true);
    if exists (
      select from public.files f
      where f.practice_id = candidate and f.state in ('uploading', 'refused') and f.state_at < ended_before
        and (f.upload_ends_at is null or f.upload_ends_at < at)
    ) or exists (
      select from public.files f
      where f.practice_id = candidate and f.state = 'stored' and f.state_at < unnamed_before
        and not exists (
          select from public.attachments a
          where a.practice_id = candidate and a.file_id = f.id and (a.deleted_at is null or a.deleted_at > unnamed_before)
        )
        and not exists (
          select from public.voice_notes v
          where v.practice_id = candidate and v.file_id = f.id and (v.deleted_at is null or v.deleted_at > unnamed_before)
        )
    ) then
      return next candidate;
    end if;
  end loop;
  perform set_config('app.practice_id', '', true);
end $function$
;

CREATE OR REPLACE FUNCTION directory.with_old_changes(candidates uuid[], before timestamp with time zone)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  candidate uuid;
begin
  foreach candidate in array candidates loop
    perform set_config('app.practice_id', candidate::text, true);
    if exists (select from public.sync_ops t where t.practice_id = candidate and t.applied_at < before)
      or exists (select from public.members t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.settings t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.clients t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.sms_preferences t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.yards t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.horses t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.appointments t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.visit_horses t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.rounds t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.time_off t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.work_entries t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.threads t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.messages t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.expenses t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.attachments t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.voice_notes t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.price_items t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.price_overrides t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.service_types t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.work_templates t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.tasks t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.rights_requests t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.terms_acceptances t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.visit_answers t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.slot_offers t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.money_settings t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.invoices t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.charges t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.payments t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.allocations t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.trips t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.calendar_changes t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.busy_blocks t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.travel_tables t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.place_forecasts t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.owner_asks t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.care_notes t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.photo_consents t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.posts t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.film_marks t where t.practice_id = candidate and t.deleted_at < before) then
      return next candidate;
    end if;
  end loop;
  perform set_config('app.practice_id', '', true);
end $function$
;

CREATE OR REPLACE FUNCTION directory.with_old_connections(candidates uuid[], before timestamp with time zone, logged timestamp with time zone)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  candidate uuid;
begin
  foreach candidate in array candidates loop
    perform set_config('app.practice_id', candidate::text, true);
    if exists (select from public.connections c where c.practice_id = candidate and c.off_at < before)
      or exists (select from public.connection_log l where l.practice_id = candidate and l.at < logged) then
      return next candidate;
    end if;
  end loop;
  perform set_config('app.practice_id', '', true);
end $function$
;

CREATE OR REPLACE FUNCTION directory.with_old_seals(candidates uuid[], newest text)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  candidate uuid;
begin
  foreach candidate in array candidates loop
    perform set_config('app.practice_id', candidate::text, true);
    if exists (select from public.connections c where c.practice_id = candidate and c.vault_key_id <> newest)
      or exists (select from public.owner_calendars o where o.practice_id = candidate and o.vault_key_id <> newest)
      or exists (select from public.webhooks w where w.practice_id = candidate and (w.vault_key_id <> newest or w.old_vault_key_id <> newest)) then
      return next candidate;
    end if;
  end loop;
  perform set_config('app.practice_id', '', true);
end $function$
;

CREATE OR REPLACE FUNCTION directory.with_old_travel_tables(candidates uuid[], before date)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION directory.with_seats(among uuid[])
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select distinct s.practice_id from directory.seats s
  where s.practice_id = any (among) and (s.ends_on is null or s.ends_on > public.clock_now()::date - 60)
$function$
;

CREATE OR REPLACE FUNCTION directory.with_visits(candidates uuid[], from_day date)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  candidate uuid;
begin
  foreach candidate in array candidates loop
    perform set_config('app.practice_id', candidate::text, true);
    if exists (
      select from public.appointments a where a.practice_id = candidate and a.on_day >= from_day and a.deleted_at is null
    ) then
      return next candidate;
    end if;
  end loop;
  perform set_config('app.practice_id', '', true);
end $function$
;

CREATE OR REPLACE FUNCTION directory.with_words_to_forget(candidates uuid[], at timestamp with time zone, texts_days integer, messages_days integer, answers_days integer, openings_days integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  candidate uuid;
  kept public.retention;
  said timestamptz;
  answered timestamptz;
  texted timestamptz;
  opened timestamptz;
begin
  foreach candidate in array candidates loop
    perform set_config('app.practice_id', candidate::text, true);
    select * into kept from public.retention r where r.practice_id = candidate;
    said := at - make_interval(days => coalesce(kept.messages_days, messages_days));
    answered := at - make_interval(days => coalesce(kept.answers_days, answers_days));
    texted := at - make_interval(days => coalesce(kept.texts_days, texts_days));
    opened := at - make_interval(days => coalesce(kept.openings_days, openings_days));
    if exists (
      select from public.messages m where m.practice_id = candidate and m.sent_at < said and m.deleted_at is null
    ) or exists (
      select from public.threads t where t.practice_id = candidate and t.last_message_at < said and t.deleted_at is null
    ) or exists (
      select from public.messages m join public.attachments a on a.practice_id = candidate and a.message_id = m.id and a.deleted_at is null
      where m.practice_id = candidate and m.deleted_at is not null
        and num_nonnulls(a.horse_id, a.appointment_id, a.work_entry_id, a.client_id, a.yard_id, a.expense_id) = 0
    ) or exists (
      select from public.visit_answers v where v.practice_id = candidate and v.said_at < answered and v.deleted_at is null
    ) or exists (
      select from public.slot_offers o
      where o.practice_id = candidate and o.expires_at < answered and o.state <> 'offered' and o.deleted_at is null
    ) or exists (
      select from public.notices n
      where n.practice_id = candidate and n.created_at < texted and n.state_at < texted and n.state not in ('held', 'queued', 'sending')
    ) or exists (
      select from public.guest_log g where g.practice_id = candidate and g.at < opened
    ) or exists (
      select from public.care_consents k where k.practice_id = candidate and k.until_on < (at - interval '6 years')::date
    ) or exists (
      select from public.horse_shares h where h.practice_id = candidate and coalesce(h.ended_at, h.until_at) < opened
    ) or exists (
      select from public.client_access a where a.practice_id = candidate and a.until < opened
    ) or exists (
      select from public.yard_access a left join public.yards y on y.practice_id = candidate and y.id = a.yard_id
      where a.practice_id = candidate and (a.until < opened or y.deleted_at < opened)
    ) or exists (
      select from public.horse_grants g where g.practice_id = candidate and coalesce(g.ended_at, g.until_at) < opened
    ) or exists (
      select from public.owner_asks o
      where o.practice_id = candidate and o.asked_at < opened and o.seen_at is not null and o.deleted_at is null
    ) or exists (
      select from public.portal_invites i where i.practice_id = candidate and i.made_at < opened
    ) or exists (
      select from public.exports e where e.practice_id = candidate and e.state = 'done' and e.dies_at < at
    ) or exists (
      select from public.erasures e where e.practice_id = candidate and e.state in ('queued', 'running')
    ) then
      return next candidate;
    end if;
  end loop;
  perform set_config('app.practice_id', '', true);
end $function$
;

CREATE OR REPLACE FUNCTION public.drop_ways(people uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from directory.ways w
  where w.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and w.person_id = any (people)
    and not exists (select from public.client_access a where a.practice_id = w.practice_id and a.person_id = w.person_id)
    and not exists (select from public.horse_grants g where g.practice_id = w.practice_id and g.person_id = w.person_id)
    and not exists (select from public.yard_access y where y.practice_id = w.practice_id and y.person_id = w.person_id);
$function$
;

CREATE OR REPLACE FUNCTION public.exchange_at(due timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into directory.exchanges as known (practice_id, due_at)
  values (nullif(current_setting('app.practice_id', true), '')::uuid, due)
  on conflict (practice_id) do update set due_at = least(known.due_at, excluded.due_at)
$function$
;

CREATE OR REPLACE FUNCTION public.forget_links(ids uuid[])
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with gone as (
    delete from directory.links
    where practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and (client_id = any (ids) or subject_id = any (ids))
    returning 1)
  select count(*)::integer from gone
$function$
;

CREATE OR REPLACE FUNCTION public.forget_pushes(endpoints text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from directory.pushes where endpoint = any (endpoints)
$function$
;

CREATE OR REPLACE FUNCTION public.forget_reply_addresses(client uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from directory.inbound where practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and client_id = client
$function$
;

CREATE OR REPLACE FUNCTION public.guest_access()
 RETURNS TABLE(client_id uuid, role text, sees_money boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 2
 SET search_path TO ''
AS $function$
  select c.id, 'holder', true from public.clients c
  where c.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
    and c.id = nullif(current_setting('app.as_client', true), '')::uuid and c.deleted_at is null
  union
  select a.client_id, a.role, a.role = 'holder' or a.sees_money
  from public.client_access a join public.clients c on c.practice_id = a.practice_id and c.id = a.client_id
  where a.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
    and a.person_id = nullif(current_setting('app.person_id', true), '')::uuid
    and a.confirmed_at is not null and (a.until is null or a.until > public.clock_now())
    and (a.role = 'holder' or public.still_lets(a.client_id, a.by_person))
    and c.deleted_at is null and c.portal is distinct from false
    and not exists (select from public.settings s where s.practice_id = a.practice_id and s.portal ->> 'way' = 'off')
$function$
;

CREATE OR REPLACE FUNCTION public.guest_asked()
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*)::int from public.care_consents a
  where a.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
    and a.client_id in (select g.client_id from public.guest_access() g where g.role = 'holder')
    and a.agreed_at is null and a.refused_at is null and a.taken_back_at is null and a.until_on >= public.clock_now()::date
$function$
;

CREATE OR REPLACE FUNCTION public.guest_care()
 RETURNS TABLE(grant_id uuid, horse_id uuid, role text, from_on date, until_at timestamp with time zone, name text, yard text, flags text[], temperament text, next_on date, owner text, owner_phone text, looked_at timestamp with time zone, news integer, is_client boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
  with me as (select nullif(current_setting('app.practice_id', true), '')::uuid as practice_id, nullif(current_setting('app.carer_id', true), '')::uuid as id)
  select c.grant_id, h.id, c.role, nullif(c.from_on, '-infinity'), c.until_at, h.name, y.name, h.flags, nullif(h.temperament, ''), (
      select min(v.on_day) from public.visit_horses l
      join public.appointments v on v.practice_id = l.practice_id and v.id = l.appointment_id
      where l.practice_id = h.practice_id and l.horse_id = h.id and l.deleted_at is null and l.outcome is null
        and v.status = 'booked' and v.deleted_at is null and v.on_day >= public.clock_now()::date),
    case when c.may_contact then o.name end, case when c.may_contact then o.phone_e164 end,
    looked.at, news.works + news.files + news.notes,
    exists (select from public.client_access a
      where a.practice_id = h.practice_id and a.person_id = me.id and a.confirmed_at is not null and (a.until is null or a.until > public.clock_now()))
  from me, public.cared_for(me.id) c
  join public.horses h on h.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and h.id = c.horse_id
  join public.clients o on o.practice_id = h.practice_id and o.id = c.client_id
  left join public.yards y on y.practice_id = h.practice_id and y.id = h.yard_id and y.deleted_at is null
  left join lateral (
    select max(g.at) as at from public.guest_log g
    where g.practice_id = h.practice_id and g.person_id = me.id and g.what = 'horse' and g.subject_id = h.id) looked on true
  left join lateral (
    select (select count(*)::int from public.work_entries w
        where w.practice_id = h.practice_id and w.horse_id = h.id and w.deleted_at is null and w.work_date >= c.from_on and w.created_at > looked.at)
      as works,
      (select count(*)::int from public.attachments f
        where f.practice_id = h.practice_id and f.horse_id = h.id and f.deleted_at is null and f.file_id is not null and f.created_at > looked.at
          and public.carer_sees(f.shown_to_owner, f.file_type, f.uploaded_by) and f.made_by_grant is distinct from c.grant_id
          and coalesce(f.taken_on, f.created_at::date) >= c.from_on)
      as files,
      (select count(*)::int from public.care_notes n
        where n.practice_id = h.practice_id and n.horse_id = h.id and n.deleted_at is null and n.withdrawn_at is null and n.created_at > looked.at
          and n.person_id is distinct from me.id and n.said_at::date >= c.from_on)
      as notes) news on true
$function$
;

CREATE OR REPLACE FUNCTION public.guest_care_ended(horse uuid)
 RETURNS TABLE(name text, ended_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
  select case when h.client_id = g.client_id then h.name end, case when least(g.ended_at, a.taken_back_at, g.until_at, h.gone_on) <= public.clock_now()
    then least(g.ended_at, a.taken_back_at, g.until_at, h.gone_on) end
  from public.horse_grants g
  join public.care_consents a on a.practice_id = g.practice_id and a.id = g.consent_id
  join public.horses h on h.practice_id = g.practice_id and h.id = g.horse_id and h.deleted_at is null
  where g.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and g.horse_id = horse
    and g.person_id = nullif(current_setting('app.carer_id', true), '')::uuid and g.role <> 'sharer'
  order by g.from_at desc, g.id desc limit 1
$function$
;

CREATE OR REPLACE FUNCTION public.guest_cared()
 RETURNS TABLE(grant_id uuid, horse_id uuid, client_id uuid, role text, from_on date, until_at timestamp with time zone, may_contact boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
  select * from public.cared_for(nullif(current_setting('app.carer_id', true), '')::uuid)
$function$
;

CREATE OR REPLACE FUNCTION public.guest_cared_own()
 RETURNS TABLE(horse_id uuid, from_on date, own_from date)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
  select c.horse_id, c.from_on, coalesce((
    select max(public.time_begins(o)) from public.horse_owners o
    where o.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and o.horse_id = c.horse_id and o.client_id = c.client_id
      and o.to_on is null), '-infinity')
  from public.guest_cared() c
$function$
;

CREATE OR REPLACE FUNCTION public.guest_cares()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.cared_for(nullif(current_setting('app.person_id', true), '')::uuid))
$function$
;

CREATE OR REPLACE FUNCTION public.guest_clients()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 2
 SET search_path TO ''
AS $function$
  select c.id from public.clients c
  where c.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
    and c.id = nullif(current_setting('app.as_client', true), '')::uuid and c.deleted_at is null
  union
  select c.id from public.client_access a join public.clients c on c.practice_id = a.practice_id and c.id = a.client_id
  where a.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
    and a.person_id = nullif(current_setting('app.person_id', true), '')::uuid
    and a.confirmed_at is not null and (a.until is null or a.until > public.clock_now())
    and (a.role = 'holder' or public.still_lets(a.client_id, a.by_person))
    and c.deleted_at is null and c.portal is distinct from false
    and not exists (select from public.settings s where s.practice_id = a.practice_id and s.portal ->> 'way' = 'off')
$function$
;

CREATE OR REPLACE FUNCTION public.guest_files()
 RETURNS TABLE(horse_id uuid, from_on date, own_from date, to_on date, is_shared boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 8
 SET search_path TO ''
AS $function$
  with mine as materialized (select a.client_id as id, bool_or(a.role = 'holder') as is_holder from public.guest_access() a group by 1),
  theirs as (
    select h.practice_id, h.id, h.client_id, false as is_shared from mine join public.horses h on h.client_id = mine.id
    where h.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
    union all
    select h.practice_id, h.id, h.client_id, true from public.guest_shared() s join public.horses h on h.id = s.horse_id
    where h.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
  )
  select t.id, coalesce(max(public.reading_begins(o, '{all}')), '-infinity'), coalesce(max(public.time_begins(o)), '-infinity'), 'infinity'::date,
    t.is_shared
  from theirs t left join public.horse_owners o
    on o.practice_id = t.practice_id and o.horse_id = t.id and o.client_id = t.client_id and o.to_on is null
  group by t.id, t.is_shared
  union all
  select o.horse_id, public.time_begins(o), public.time_begins(o), o.to_on, false from mine join public.horse_owners o on o.client_id = mine.id
  where o.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and o.to_on is not null and mine.is_holder
$function$
;

CREATE OR REPLACE FUNCTION public.guest_grants()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
  select g.id from public.horse_grants g
  where g.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
    and g.person_id = nullif(current_setting('app.carer_id', true), '')::uuid and g.role <> 'sharer'
$function$
;

CREATE OR REPLACE FUNCTION public.guest_horses()
 RETURNS TABLE(horse_id uuid, from_on date, to_on date)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 8
 SET search_path TO ''
AS $function$
  with mine as materialized (select a.client_id as id, bool_or(a.role = 'holder') as is_holder from public.guest_access() a group by 1)
  select h.id, coalesce((
      select max(public.reading_begins(o, '{record,all}')) from public.horse_owners o
      where o.practice_id = h.practice_id and o.horse_id = h.id and o.client_id = h.client_id and o.to_on is null), '-infinity'), 'infinity'::date
  from mine join public.horses h on h.client_id = mine.id
  where h.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
  union all
  select o.horse_id, public.time_begins(o), o.to_on from mine join public.horse_owners o on o.client_id = mine.id
  where o.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and o.to_on is not null and mine.is_holder
$function$
;

CREATE OR REPLACE FUNCTION public.guest_is_in()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.guest_clients()) or exists (select from public.guest_shared())
$function$
;

CREATE OR REPLACE FUNCTION public.guest_linked()
 RETURNS TABLE(share_id uuid, horse_id uuid, client_id uuid, to_name text, purpose text, parts jsonb, from_on date, photo_ids uuid[], until_at timestamp with time zone, shows jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
  select s.id, s.horse_id, s.client_id, s.to_name, s.purpose, s.parts,
    greatest(coalesce(s.from_on, '-infinity'), coalesce((
      select max(public.time_begins(o)) from public.horse_owners o
      where o.practice_id = s.practice_id and o.horse_id = s.horse_id and o.client_id = s.client_id and o.to_on is null), '-infinity')),
    s.photo_ids, s.until_at, (select c.portal_shows from public.clients c where c.practice_id = s.practice_id and c.id = s.client_id)
  from public.horse_shares s
  where s.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
    and s.id = nullif(current_setting('app.share_id', true), '')::uuid
    and public.share_closed(s) is null
$function$
;

CREATE OR REPLACE FUNCTION public.guest_photos_asked()
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*)::int from public.photo_consents c
  where c.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
    and c.client_id in (select g.client_id from public.guest_access() g where g.role = 'holder')
    and c.deleted_at is null and c.given_at is null and c.refused_at is null and c.withdrawn_at is null
$function$
;

CREATE OR REPLACE FUNCTION public.guest_service_open(horse uuid, wanted text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.guest_horses() g where g.horse_id = horse) and public.service_open(horse, wanted)
$function$
;

CREATE OR REPLACE FUNCTION public.guest_shared()
 RETURNS TABLE(horse_id uuid, client_id uuid, from_on date, may_answer boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 2
 SET search_path TO ''
AS $function$
  select * from public.shared_with(nullif(current_setting('app.person_id', true), '')::uuid)
$function$
;

CREATE OR REPLACE FUNCTION public.guest_shows()
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 2
 SET search_path TO ''
AS $function$
  select c.portal_shows from public.clients c
  where c.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
    and (c.id in (select public.guest_clients()) or c.id in (select s.client_id from public.guest_shared() s))
$function$
;

CREATE OR REPLACE FUNCTION public.guest_times(horse uuid)
 RETURNS TABLE(client_id uuid, from_on date, to_on date, files_from date)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 2
 SET search_path TO ''
AS $function$
  with mine as materialized (select a.client_id as id, bool_or(a.role = 'holder') as is_holder from public.guest_access() a group by 1),
  theirs as (
    select h.id, h.client_id from public.horses h join mine on mine.id = h.client_id
    where h.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and h.id = horse
    union all
    select s.horse_id, s.client_id from public.guest_shared() s where s.horse_id = horse and s.client_id not in (select id from mine)
  )
  select t.client_id, nullif(max(public.time_begins(o)), '-infinity'), null::date, nullif(max(public.reading_begins(o, '{all}')), '-infinity')
  from theirs t left join public.horse_owners o
    on o.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and o.horse_id = t.id and o.client_id = t.client_id
      and o.to_on is null
  group by t.client_id
  union all
  select o.client_id, nullif(public.time_begins(o), '-infinity'), o.to_on, nullif(public.time_begins(o), '-infinity')
  from public.horse_owners o join mine on mine.id = o.client_id and mine.is_holder
  where o.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and o.horse_id = horse and o.to_on is not null
$function$
;

CREATE OR REPLACE FUNCTION public.guest_visits()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 50
 SET search_path TO ''
AS $function$
  with mine as materialized (select public.guest_clients() as id)
  select l.appointment_id from mine join public.visit_horses l on l.client_id = mine.id
  where l.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and l.deleted_at is null
  union
  select a.id from mine join public.appointments a on a.client_id = mine.id
  where a.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
  union
  -- Of a horse that is shared, those to come.
  select l.appointment_id from public.guest_shared() s
  join public.visit_horses l on l.horse_id = s.horse_id and l.client_id = s.client_id
  join public.appointments v on v.practice_id = l.practice_id and v.id = l.appointment_id
  where l.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and l.deleted_at is null
    and v.starts_at > public.clock_now() - interval '1 day'
$function$
;

CREATE OR REPLACE FUNCTION public.guest_yard_stops(yard uuid, from_day date)
 RETURNS TABLE(visit_id uuid, on_day date, is_call_only boolean, call_period text, local_start time without time zone, horse text)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO ''
AS $function$
  select v.id, v.on_day, v.is_call_only, case when v.is_call_only then v.call_period end, case when not v.is_call_only then v.local_start end,
    case when l.outcome is null and h.deleted_at is null and (h.gone_on is null or h.gone_on > v.on_day) then h.name end
  from public.guest_yards() g
  join public.appointments v on v.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and v.yard_id = g.yard_id
  left join public.visit_horses l on l.practice_id = v.practice_id and l.appointment_id = v.id and l.deleted_at is null
  left join public.horses h on h.practice_id = v.practice_id and h.id = l.horse_id
  left join public.clients c on c.practice_id = v.practice_id and c.id = coalesce(h.client_id, l.client_id, v.client_id)
  where g.yard_id = yard and v.on_day >= from_day and v.status in ('booked', 'done') and v.deleted_at is null
    and c.hides_from_yard is not true
  order by v.starts_at, v.id, l.place, l.id
$function$
;

CREATE OR REPLACE FUNCTION public.guest_yard_visits(from_day date, to_day date)
 RETURNS TABLE(visit_id uuid, yard_id uuid, yard text, rev integer, on_day date, starts_at timestamp with time zone, ends_at timestamp with time zone, zone text, local_start time without time zone, is_call_only boolean, call_period text, status text, horses text[])
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO ''
AS $function$
  select v.id, g.yard_id, g.name, v.rev, v.on_day, v.starts_at, v.ends_at, v.zone, v.local_start, v.is_call_only, v.call_period, v.status,
    coalesce(array_agg(h.name order by l.place, l.id) filter (
      where h.name is not null and h.deleted_at is null and (h.gone_on is null or h.gone_on > v.on_day)), '{}')
  from public.guest_yards() g
  join public.appointments v on v.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and v.yard_id = g.yard_id
  left join public.visit_horses l on l.practice_id = v.practice_id and l.appointment_id = v.id
    and (l.deleted_at is null or v.status = 'cancelled')
  left join public.horses h on h.practice_id = v.practice_id and h.id = l.horse_id
  left join public.clients c on c.practice_id = v.practice_id and c.id = coalesce(h.client_id, l.client_id, v.client_id)
  where v.on_day between from_day and to_day and v.status in ('booked', 'done', 'cancelled', 'no_show') and v.deleted_at is null
    and c.hides_from_yard is not true
  group by v.practice_id, v.id, g.yard_id, g.name
  order by v.starts_at, v.id
$function$
;

CREATE OR REPLACE FUNCTION public.guest_yards()
 RETURNS TABLE(yard_id uuid, name text, prep_line text)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 2
 SET search_path TO ''
AS $function$
  select m.yard_id, m.name, m.prep_line from public.managed_by(nullif(current_setting('app.person_id', true), '')::uuid) m
$function$
;

CREATE OR REPLACE FUNCTION public.hold_wake()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select from directory.wakes where practice_id = nullif(current_setting('app.practice_id', true), '')::uuid for update
$function$
;

CREATE OR REPLACE FUNCTION public.keep_way(person uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into directory.ways (person_id, practice_id) values (person, nullif(current_setting('app.practice_id', true), '')::uuid)
  on conflict do nothing;
$function$
;

CREATE OR REPLACE FUNCTION public.managed_by(person uuid)
 RETURNS TABLE(yard_id uuid, name text, to_name text, prep_line text)
 LANGUAGE sql
 STABLE ROWS 2
 SET search_path TO ''
AS $function$
  select y.id, y.name, max(a.to_name), max(s.prep_line)
  from public.yard_access a
  join public.yards y on y.practice_id = a.practice_id and y.id = a.yard_id
  left join public.settings s on s.practice_id = a.practice_id
  where a.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and a.person_id = person
    and (a.until is null or a.until > public.clock_now())
    and y.deleted_at is null and s.portal ->> 'way' is distinct from 'off'
  group by y.id, y.name
$function$
;

CREATE OR REPLACE FUNCTION public.mark_exchange()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update directory.exchanges set is_changed = true where practice_id = new.practice_id and not is_changed;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_account(of_connector text, account text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from directory.connected_accounts
  where practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and connector = of_connector and account is null;
  insert into directory.connected_accounts as known (practice_id, connector, account_hash)
  select nullif(current_setting('app.practice_id', true), '')::uuid, of_connector, sha256(convert_to(account, 'UTF8')) where account is not null
  on conflict (practice_id, connector) do update set account_hash = excluded.account_hash
$function$
;

CREATE OR REPLACE FUNCTION public.note_carer_opening(line uuid, horse uuid, opened text, subject uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.guest_log (practice_id, id, person_id, client_id, what, subject_id, hour, at, role)
  select distinct on (c.client_id) nullif(current_setting('app.practice_id', true), '')::uuid, line,
    nullif(current_setting('app.carer_id', true), '')::uuid, c.client_id, opened, subject,
    date_trunc('hour', public.clock_now()), public.clock_now(), c.role
  from public.guest_cared() c where c.horse_id = horse
  order by c.client_id, c.role desc
  on conflict on constraint guest_log_once do update set at = excluded.at
$function$
;

CREATE OR REPLACE FUNCTION public.note_link_opening(line uuid, opened text, subject uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with noted as (
    insert into public.guest_log (practice_id, id, client_id, what, subject_id, hour, at, share_id, role)
    select nullif(current_setting('app.practice_id', true), '')::uuid, line, l.client_id, opened, subject,
      date_trunc('hour', public.clock_now()), public.clock_now(), l.share_id, 'link'
    from public.guest_linked() l
    on conflict do nothing
    returning what)
  update public.horse_shares s
  set last_open_at = public.clock_now(), opens = s.opens + (select count(*) from noted n where n.what = 'horse')
  from public.guest_linked() l
  where s.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and s.id = l.share_id
$function$
;

CREATE OR REPLACE FUNCTION public.note_opening(line uuid, client uuid, opened text, subject uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.guest_log (practice_id, id, person_id, client_id, what, subject_id, hour, at, role)
  select nullif(current_setting('app.practice_id', true), '')::uuid, line, nullif(current_setting('app.person_id', true), '')::uuid, client, opened,
    subject, date_trunc('hour', public.clock_now()), public.clock_now(), who.role
  from (
    -- The most that they are there.
    select as_what.role from (
      select a.role from public.guest_access() a where a.client_id = client and opened <> 'yard'
      union all
      select 'sharer' from public.guest_shared() s where s.client_id = client and opened <> 'yard'
      union all
      select 'yard' from public.guest_yards() y where y.yard_id = subject and client is null and opened = 'yard'
    ) as_what
    order by array_position(array['holder', 'helper', 'sharer', 'yard'], as_what.role) limit 1
  ) who
  where nullif(current_setting('app.person_id', true), '') is not null
  on conflict do nothing
$function$
;

CREATE OR REPLACE FUNCTION public.practice_frc()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select frc_number from directory.practices where id = nullif(current_setting('app.practice_id', true), '')::uuid
$function$
;

CREATE OR REPLACE FUNCTION public.practice_nation()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select nation from directory.practices where id = nullif(current_setting('app.practice_id', true), '')::uuid
$function$
;

CREATE OR REPLACE FUNCTION public.pushes_of(clients uuid[])
 RETURNS TABLE(client_id uuid, endpoint text, p256dh text, auth text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select distinct a.client_id, p.endpoint, p.p256dh, p.auth
  from public.client_access a
  join public.clients c on c.practice_id = a.practice_id and c.id = a.client_id
  join directory.pushes p on p.person_id = a.person_id
  join directory.sessions s on s.id = p.session_id
  where a.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and a.client_id = any (clients)
    and a.role = 'holder' and a.confirmed_at is not null and (a.until is null or a.until > public.clock_now())
    and c.deleted_at is null and c.portal is distinct from false
    and not exists (select from public.settings t where t.practice_id = a.practice_id and t.portal ->> 'way' = 'off')
    and s.revoked_at is null and s.expires_at > public.clock_now() and (s.practice_id is null or s.practice_id = a.practice_id)
$function$
;

CREATE OR REPLACE FUNCTION public.reading_begins(o horse_owners, comes text[])
 RETURNS date
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce((
    select public.time_begins(f) from public.horse_owners f
    where f.practice_id = o.practice_id and f.horse_id = o.horse_id
      and (f.from_on, coalesce(f.to_on, 'infinity')) <= (o.from_on, coalesce(o.to_on, 'infinity'::date))
      and (f.brings = any (comes)) is not true
    order by f.from_on desc, coalesce(f.to_on, 'infinity') desc limit 1), '-infinity')
$function$
;

CREATE OR REPLACE FUNCTION public.reply_address(fresh text, client uuid, thread uuid)
 RETURNS text
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into directory.inbound (address, practice_id, client_id, thread_id)
  values (fresh, nullif(current_setting('app.practice_id', true), '')::uuid, client, thread)
  on conflict (practice_id, client_id, thread_id) where client_id is not null do update set thread_id = excluded.thread_id
  returning address
$function$
;

CREATE OR REPLACE FUNCTION public.repoint_links(from_client uuid, to_client uuid, only_these bytea[] DEFAULT NULL::bytea[])
 RETURNS bytea[]
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with moved as (
    update directory.links set
      client_id = case when client_id = from_client then to_client else client_id end,
      subject_id = case when subject_id = from_client then to_client else subject_id end
    where practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
      and (client_id = from_client or subject_id = from_client)
      and (only_these is null or token_hash = any (only_these))
    returning token_hash)
  select coalesce(array_agg(token_hash), '{}') from moved
$function$
;

CREATE OR REPLACE FUNCTION public.rest_exchange_until(due timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update directory.exchanges set due_at = due
  where practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and due_at = taken_until
$function$
;

CREATE OR REPLACE FUNCTION public.rest_until(due timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update directory.wakes set due_at = due where practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
$function$
;

CREATE OR REPLACE FUNCTION public.rest_webhooks_until(due timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update directory.webhook_wakes set due_at = due
  where practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and due_at = taken_until
$function$
;

CREATE OR REPLACE FUNCTION public.revoke_links(of_kind text, of_subject uuid, of_client uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update directory.links set revoked_at = public.clock_now()
  where practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and kind = of_kind and subject_id = of_subject
    and (of_client is null or client_id = of_client) and revoked_at is null
$function$
;

CREATE OR REPLACE FUNCTION public.seal_tenant_table(target regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy own_practice on %s using (practice_id = nullif(current_setting(''app.practice_id'', true), '''')::uuid)', target);
  execute format('grant select, insert, update, delete on %s to pritchel_app', target);
end $function$
;

CREATE OR REPLACE FUNCTION public.service_open(horse uuid, wanted text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (
    select from public.horse_services s
    where s.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and s.horse_id = horse and s.service = wanted
      and s.from_on <= public.clock_now()::date
      and (s.ends_on is null or s.ends_on >= public.clock_now()::date)
      and (s.paid_until is null or s.paid_until + 14 >= public.clock_now()::date))
$function$
;

CREATE OR REPLACE FUNCTION public.set_addresses(clients uuid[], hashes bytea[], owners uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from directory.addresses a
  where a.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and a.client_id = any (clients)
    and not exists (select from unnest(hashes, owners) k (hash, owner) where k.hash = a.hash and k.owner = a.client_id);
  insert into directory.addresses (hash, practice_id, client_id)
  select k.hash, nullif(current_setting('app.practice_id', true), '')::uuid, k.owner from unnest(hashes, owners) k (hash, owner)
  on conflict do nothing;
$function$
;

CREATE OR REPLACE FUNCTION public.set_invited_address(invite uuid, address bytea)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update directory.links set address_hash = address
  where practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and kind = 'portal' and subject_id = invite
$function$
;

CREATE OR REPLACE FUNCTION public.share_closed(share horse_shares)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when share.ended_at is not null then 'ended'
    when share.until_at <= public.clock_now() then 'over'
    when h.id is null
      or (h.gone_on <= public.clock_now()::date and coalesce(h.gone_reason, 'moved') in ('sold', 'moved'))
      -- Sold and bought back: what was shown before is not shown again. A day may begin an hour before UTC's.
      or exists (
        select from public.horse_owners o
        where o.practice_id = share.practice_id and o.horse_id = share.horse_id and o.client_id = share.client_id and o.to_on is null
          and o.from_on > (share.made_at + interval '1 hour')::date)
      then 'sold'
    when c.id is null or not public.still_lets(share.client_id, share.person_id) then 'access'
    when c.portal is false or s.portal ->> 'way' = 'off' or s.portal -> 'may' ->> 'share' = 'false' then 'off'
  end
  from (select 1) as one
  left join public.horses h
    on h.practice_id = share.practice_id and h.id = share.horse_id and h.client_id = share.client_id and h.deleted_at is null
  left join public.clients c on c.practice_id = share.practice_id and c.id = share.client_id and c.deleted_at is null
  left join public.settings s on s.practice_id = share.practice_id
$function$
;

CREATE OR REPLACE FUNCTION public.shared_with(person uuid)
 RETURNS TABLE(horse_id uuid, client_id uuid, from_on date, may_answer boolean)
 LANGUAGE sql
 STABLE ROWS 2
 SET search_path TO ''
AS $function$
  select h.id, h.client_id, coalesce((
      select max(public.reading_begins(o, '{record,all}')) from public.horse_owners o
      where o.practice_id = h.practice_id and o.horse_id = h.id and o.client_id = h.client_id and o.to_on is null), '-infinity'),
    bool_or(g.may_answer)
  from public.horse_grants g
  join public.horses h on h.practice_id = g.practice_id and h.id = g.horse_id and h.client_id = g.client_id
  join public.clients c on c.practice_id = g.practice_id and c.id = g.client_id
  where g.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
    and g.person_id = person
    and g.role = 'sharer' and g.ended_at is null and (g.until_at is null or g.until_at > public.clock_now())
    and public.still_lets(g.client_id, g.by_person)
    and h.deleted_at is null and (h.gone_on is null or h.gone_on > public.clock_now()::date)
    and c.deleted_at is null and c.portal is distinct from false
    and not exists (select from public.settings s where s.practice_id = g.practice_id and s.portal ->> 'way' = 'off')
    -- Sold and bought back: what was shared before is not shared again. A day may begin an hour before UTC's.
    and not exists (
      select from public.horse_owners o
      where o.practice_id = g.practice_id and o.horse_id = g.horse_id and o.client_id = g.client_id and o.to_on is null
        and o.from_on > (g.from_at + interval '1 hour')::date)
  group by h.practice_id, h.id, h.client_id
$function$
;

CREATE OR REPLACE FUNCTION public.still_lets(client uuid, person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select person is null or exists (
    select from public.client_access a
    where a.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and a.client_id = client and a.person_id = person
      and a.role = 'holder' and a.confirmed_at is not null and (a.until is null or a.until > public.clock_now()))
$function$
;

CREATE OR REPLACE FUNCTION public.time_begins(o horse_owners)
 RETURNS date
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when exists (
    select from public.horse_owners e
    where e.practice_id = o.practice_id and e.horse_id = o.horse_id and e.client_id <> o.client_id and e.to_on <= o.from_on
  ) then o.from_on else '-infinity' end
$function$
;

CREATE OR REPLACE FUNCTION public.wake_at(due timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into directory.wakes as known (practice_id, due_at)
  values (nullif(current_setting('app.practice_id', true), '')::uuid, due)
  on conflict (practice_id) do update set due_at = least(known.due_at, excluded.due_at)
$function$
;

CREATE OR REPLACE FUNCTION public.wake_webhooks(due timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into directory.webhook_wakes as known (practice_id, due_at)
  values (nullif(current_setting('app.practice_id', true), '')::uuid, due)
  on conflict (practice_id) do update set due_at = least(known.due_at, excluded.due_at)
$function$
;

CREATE TRIGGER checkouts_left AFTER DELETE ON directory.checkouts FOR EACH ROW WHEN ((old.ended_at IS NULL)) EXECUTE FUNCTION directory.note_left_checkout();

CREATE TRIGGER customers_left AFTER DELETE ON directory.customers FOR EACH ROW EXECUTE FUNCTION directory.note_left_customer();

CREATE TRIGGER pushes_end AFTER UPDATE OF revoked_at ON directory.sessions FOR EACH ROW WHEN (((old.revoked_at IS NULL) AND (new.revoked_at IS NOT NULL))) EXECUTE FUNCTION directory.drop_pushes();

CREATE TRIGGER marks_exchange AFTER UPDATE OF seq ON public.sync_counters FOR EACH ROW WHEN ((new.has_exchanges AND (new.seq <> old.seq))) EXECUTE FUNCTION mark_exchange();

grant usage on schema directory to pritchel_directory;

grant delete, insert, select, update on directory.address_index to pritchel_directory;

grant delete, insert, select, update on directory.addresses to pritchel_directory;

grant delete, insert, select, update on directory.api_keys to pritchel_directory;

grant delete, insert, select, update on directory.asks to pritchel_directory;

grant delete, insert, select, update on directory.billing_events to pritchel_directory;

grant delete, insert, select on directory.browsers to pritchel_directory;

grant delete, insert, select, update on directory.calendars to pritchel_directory;

grant delete, insert, select, update on directory.challenges to pritchel_directory;

grant delete, insert, select, update on directory.checkouts to pritchel_directory;

grant delete, insert, select, update on directory.connected_accounts to pritchel_directory;

grant delete, insert, select, update on directory.customers to pritchel_directory;

grant delete, insert, select, update on directory.demo_copies to pritchel_directory;

grant delete, insert, select, update on directory.exchanges to pritchel_directory;

grant delete, insert, select, update on directory.inbound to pritchel_directory;

grant delete, insert, select, update on directory.invitations to pritchel_directory;

grant insert, select, update on directory.job_runs to pritchel_directory;

grant delete, insert, select on directory.kept_keys to pritchel_directory;

grant delete, insert, select, update on directory.known_devices to pritchel_directory;

grant delete, insert, select, update on directory.left_checkouts to pritchel_directory;

grant delete, insert, select, update on directory.left_customers to pritchel_directory;

grant delete, insert, select, update on directory.links to pritchel_directory;

grant delete, insert, select, update on directory.memberships to pritchel_directory;

grant delete, insert, select, update on directory.oauth_starts to pritchel_directory;

grant delete, insert, select, update on directory.passkeys to pritchel_directory;

grant delete, insert, select, update on directory.people to pritchel_directory;

grant delete, insert, select, update on directory.practices to pritchel_directory;

grant delete, insert, select, update on directory.proofs to pritchel_directory;

grant delete, insert, select, update on directory.pushes to pritchel_directory;

grant delete, insert, select, update on directory.seat_money to pritchel_directory;

grant delete, insert, select, update on directory.seats to pritchel_directory;

grant delete, insert, select, update on directory.service_notices to pritchel_directory;

grant delete, insert, select, update on directory.service_prices to pritchel_directory;

grant delete, insert, select, update on directory.sessions to pritchel_directory;

grant delete, insert, select, update on directory.shell_codes to pritchel_directory;

grant delete, insert, select, update on directory.signin_links to pritchel_directory;

grant delete, insert, select, update on directory.tries to pritchel_directory;

grant delete, insert, select, update on directory.wakes to pritchel_directory;

grant delete, insert, select, update on directory.ways to pritchel_directory;

grant delete, insert, select, update on directory.webhook_wakes to pritchel_directory;

grant delete, insert, select, update on public.activity to pritchel_app;

grant delete, insert, select, update on public.alert_phones to pritchel_app;

grant delete, insert, select, update on public.allocations to pritchel_app;

grant delete, insert, select, update on public.api_keys to pritchel_app;

grant delete, insert, select, update on public.appointments to pritchel_app;

grant delete, insert, select, update on public.attachments to pritchel_app;

grant delete, insert, select, update on public.bank_lines to pritchel_app;

grant delete, insert, select, update on public.busy_blocks to pritchel_app;

grant delete, insert, select, update on public.calendar_changes to pritchel_app;

grant delete, insert, select, update on public.care_consents to pritchel_app;

grant delete, insert, select, update on public.care_notes to pritchel_app;

grant delete, insert, select, update on public.charges to pritchel_app;

grant delete, insert, select, update on public.client_access to pritchel_app;

grant delete, insert, select, update on public.clients to pritchel_app;

grant delete, insert, select, update on public.connection_items to pritchel_app;

grant delete, insert, select, update on public.connection_log to pritchel_app;

grant delete, insert, select, update on public.connections to pritchel_app;

grant delete, insert, select, update on public.devices to pritchel_app;

grant delete, insert, select, update on public.erasures to pritchel_app;

grant delete, insert, select, update on public.expenses to pritchel_app;

grant delete, insert, select, update on public.exports to pritchel_app;

grant delete, insert, select, update on public.files to pritchel_app;

grant delete, insert, select, update on public.film_marks to pritchel_app;

grant delete, insert, select, update on public.guest_log to pritchel_app;

grant delete, insert, select, update on public.horse_grants to pritchel_app;

grant delete, insert, select, update on public.horse_owners to pritchel_app;

grant delete, insert, select, update on public.horse_services to pritchel_app;

grant delete, insert, select, update on public.horse_shares to pritchel_app;

grant delete, insert, select, update on public.horses to pritchel_app;

grant delete, insert, select, update on public.imports to pritchel_app;

grant delete, insert, select, update on public.income_shares to pritchel_app;

grant delete, insert, select, update on public.invoice_counters to pritchel_app;

grant delete, insert, select, update on public.invoices to pritchel_app;

grant delete, insert, select, update on public.lone_contacts to pritchel_app;

grant delete, insert, select, update on public.lone_timers to pritchel_app;

grant delete, insert, select, update on public.members to pritchel_app;

grant delete, insert, select, update on public.messages to pritchel_app;

grant delete, insert, select, update on public.money_settings to pritchel_app;

grant delete, insert, select, update on public.notices to pritchel_app;

grant delete, insert, select, update on public.owner_asks to pritchel_app;

grant delete, insert, select, update on public.owner_calendars to pritchel_app;

grant delete, insert, select, update on public.payments to pritchel_app;

grant delete, insert, select, update on public.photo_consents to pritchel_app;

grant delete, insert, select, update on public.place_forecasts to pritchel_app;

grant delete, insert, select, update on public.portal_invites to pritchel_app;

grant delete, insert, select, update on public.posts to pritchel_app;

grant delete, insert, select, update on public.practice_pictures to pritchel_app;

grant delete, insert, select, update on public.price_items to pritchel_app;

grant delete, insert, select, update on public.price_overrides to pritchel_app;

grant delete, insert, select, update on public.push_subscriptions to pritchel_app;

grant delete, insert, select, update on public.retention to pritchel_app;

grant delete, insert, select, update on public.rights_requests to pritchel_app;

grant delete, insert, select, update on public.rounds to pritchel_app;

grant delete, insert, select, update on public.sending_days to pritchel_app;

grant delete, insert, select, update on public.service_types to pritchel_app;

grant delete, insert, select, update on public.settings to pritchel_app;

grant delete, insert, select, update on public.slot_offers to pritchel_app;

grant delete, insert, select, update on public.sms_preferences to pritchel_app;

grant delete, insert, select, update on public.sync_counters to pritchel_app;

grant delete, insert, select, update on public.sync_ops to pritchel_app;

grant delete, insert, select, update on public.tasks to pritchel_app;

grant delete, insert, select, update on public.terms_acceptances to pritchel_app;

grant delete, insert, select, update on public.terms_versions to pritchel_app;

grant delete, insert, select, update on public.threads to pritchel_app;

grant delete, insert, select, update on public.time_off to pritchel_app;

grant delete, insert, select, update on public.travel_tables to pritchel_app;

grant delete, insert, select, update on public.trips to pritchel_app;

grant delete, insert, select, update on public.visit_answers to pritchel_app;

grant delete, insert, select, update on public.visit_horses to pritchel_app;

grant delete, insert, select, update on public.voice_notes to pritchel_app;

grant delete, insert, select, update on public.webhook_deliveries to pritchel_app;

grant delete, insert, select, update on public.webhooks to pritchel_app;

grant delete, insert, select, update on public.work_entries to pritchel_app;

grant delete, insert, select, update on public.work_templates to pritchel_app;

grant delete, insert, select, update on public.yard_access to pritchel_app;

grant delete, insert, select, update on public.yards to pritchel_app;
