import type { ColumnType, Generated } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { Service } from '#lib/plan.ts'
import type { ShellKind } from '#lib/shell.ts'
import type { ShellTables } from '#platform/server/database/shell-tables.ts'
import type { Transport } from '#platform/server/http/session-token.ts'
import type { LinkKind } from '#platform/server/link-kind.ts'

/** Schema `directory`: what must be found before a practice is known. */
export interface DirectoryTables extends ShellTables {
  'directory.practices': {
    id: string
    name: string
    slug: string
    nation: Generated<'england' | 'wales' | 'scotland' | 'northern-ireland'>
    zone: Generated<string>
    tier: Generated<'essential' | 'professional' | 'enterprise'>
    trial_ends_on: Day | null
    frc_number: string | null
    mode: Generated<'live' | 'demo'>
    /** None: never paid; a trial lasts to `trial_ends_on`. */
    paid_until: Generated<Day | null>
    /** From the next cycle on. */
    next_tier: Generated<'essential' | 'professional' | 'enterprise' | null>
    is_past_due: Generated<boolean>
    /** Cancelled: nothing is paid after `paid_until`. */
    is_ending: Generated<boolean>
    /** Services for clients that the practice would like to have. */
    wishes: Generated<string[]>
    /** Questions that registration left for later, each put once. */
    to_ask: Generated<('frcNumber' | 'nation' | 'workingDays')[]>
    billing_customer: Generated<string | null>
    billing_subscription: Generated<string | null>
    /** Of a demo practice: the working day it shows. */
    demo_day: Generated<Day | null>
    /** When its visitor opened it, and its clock began. */
    demo_from: Generated<Date | null>
  }
  'directory.demo_copies': {
    practice_id: string
    /** Whom a visitor is signed in as. */
    person_id: string
    made_at: Generated<Date>
    /** `over`: it belongs to no one now, and its rows are being deleted. */
    state: 'making' | 'ready' | 'given' | 'over'
    given_at: Generated<Date | null>
  }
  'directory.billing_events': {
    id: string
    came_at: Generated<Date>
  }
  'directory.people': {
    id: string
    email: string | null
    phone_e164: string | null
    password_hash: string | null
    verified_at: Date | null
    first_name: Generated<string>
    last_name: Generated<string>
    profile_file_id: string | null
  }
  'directory.memberships': {
    person_id: string
    practice_id: string
    member_id: string
  }
  'directory.sessions': {
    token_hash: Buffer
    id: string
    person_id: string
    practice_id: string | null
    kind: 'member' | 'guest'
    device_id: string | null
    user_agent: Generated<string>
    created_at: Generated<Date>
    last_seen_at: Generated<Date>
    expires_at: Date
    revoked_at: Date | null
    /** None: it lives, it expired, or another took its place. */
    revoked_why: Generated<'signed_out' | 'dismissed' | 'revoked' | null>
    /** None once it was ended on purpose. */
    browser_id: string | null
    /** When they last proved who they are. */
    proved_at: Generated<Date | null>
    /** On a computer of several people. */
    is_shared: Generated<boolean>
    /** The address that a code from an Outbox was for (test version). */
    only_hash: Generated<Buffer | null>
    /** Over which way its token is accepted. */
    transport: Generated<Transport>
    /** The shell it is of; none: a browser's. */
    client_kind: Generated<ShellKind | null>
    client_model: Generated<string | null>
  }
  /** What an API key opens by; `api_keys` has what its practice calls it and lets it do. */
  'directory.api_keys': {
    key_hash: Buffer
    id: string
    practice_id: string
    person_id: string
  }
  /** A browser in which a person is signed in, through sessions that replace each other there. */
  'directory.browsers': {
    id: string
    person_id: string
  }
  'directory.kept_keys': {
    id: string
    person_id: string
    practice_id: string
    device_id: string
    key: Buffer
    created_at: Date
  }
  'directory.signin_links': {
    token_hash: Buffer
    person_id: string
    expires_at: Date
    used_at: Date | null
  }
  /** Which client records have an address, by its keyed hash. */
  'directory.addresses': {
    hash: Buffer
    practice_id: string
    client_id: string
  }
  /** By which key that index is made, and when it was whole; one row, or none. */
  'directory.address_index': {
    is_only: Generated<boolean>
    key_check: Buffer
    made_at: Date | null
  }
  /** Addresses that a person who signed in has proven. */
  'directory.proofs': {
    address: string
    person_id: string
    kind: 'email' | 'phone'
    proven_at: Date
    used_at: Date
  }
  /** Requested codes. */
  'directory.asks': {
    id: string
    browser_hash: Buffer
    address_hash: Buffer
    kind: 'email' | 'phone'
    /** The address, sealed by the vault; none once the request can no longer prove anything. */
    sealed: Buffer | null
    vault_key_id: string | null
    asked_at: Date
    code_hash: Buffer | null
    link_hash: Buffer | null
    /** The practice whose Outbox shows the code (test version). */
    practice_id: string | null
    tries: Generated<number>
    expires_at: Date
    used_at: Date | null
    /** When its message is due; none: it has left, or none was due. */
    due_at: Date | null
    /** A code to sign in, one that adds an address, or the word about a new device. */
    what: Generated<'code' | 'add' | 'device'>
    /** Who adds the address, or is notified of a new device. */
    person_id: string | null
  }
  /** A device that proves who a person is. */
  'directory.passkeys': {
    credential_id: string
    person_id: string
    public_key: Buffer
    counter: number
    transports: string[]
    is_backed_up: boolean
    /** It signs a member in to their practice. */
    is_members: Generated<boolean>
    name: string
    made_at: Date
    used_at: Date | null
  }
  /** The address at which a guest's calendar of all their farriers is read. */
  'directory.calendars': {
    person_id: string
    token_hash: Buffer
    salt: Buffer
    made_at: Date
  }
  /** Where a guest's phone gets push messages, for as long as the session that requested them lasts. */
  'directory.pushes': {
    endpoint: string
    session_id: string
    person_id: string
    p256dh: string
    auth: string
    made_at: Generated<Date>
  }
  /** Challenges for a passkey to sign. */
  'directory.challenges': {
    hash: Buffer
    /** Null: any passkey may answer. */
    person_id: string | null
    expires_at: Date
  }
  /** A service of a horse, as its owner or the operator decided; `horse_services` is what its practice reads of it. */
  'directory.seats': {
    id: string
    practice_id: string
    horse_id: string
    service: Service
    /** None: arranged with the operator. */
    person_id: string | null
    from_on: Day
    ends_on: Day | null
    ended_why: 'owner' | 'farrier' | 'operator' | 'gone' | 'left' | 'off' | 'plan' | 'unpaid' | null
    rev: Generated<number>
  }
  /** Who pays for services, and their status at Stripe. */
  'directory.customers': {
    person_id: string
    customer: string
    subscription: string
    began_on: Day
    /** The period that runs; `billed_to` is the day of the next bill. */
    billed_from: Day
    billed_to: Day
    paid_until: Day
    is_past_due: Generated<boolean>
    is_ending: Generated<boolean>
    is_over: Generated<boolean>
    pay_url: Generated<string | null>
  }
  /** What was chosen to be paid for by a first payment. */
  'directory.checkouts': {
    id: string
    person_id: string
    practice_id: string
    client_id: string
    service: Service
    horse_ids: string[]
    made_at: Generated<Date>
    session: Generated<string | null>
    done_at: Generated<Date | null>
    ended_at: Generated<Date | null>
  }
  /** What was charged for a seat, and what was given back of it. */
  'directory.seat_money': {
    id: string
    person_id: string | null
    customer: string
    seat_id: string
    kind: 'charge' | 'back'
    service: Service
    pence: number
    from_on: Day
    /** The day after the last. */
    to_on: Day
    is_first: Generated<boolean>
    item: Generated<string | null>
    invoice: Generated<string | null>
    of_id: Generated<string | null>
    why: Generated<string | null>
    way: Generated<'refund' | 'bill' | 'void' | null>
    refund: Generated<string | null>
    made_at: Generated<Date>
    done_at: Generated<Date | null>
  }
  /** Pages of a first payment that could still be paid when who chose was deleted. */
  'directory.left_checkouts': {
    id: string
    left_at: Generated<Date>
  }
  /** Whom Stripe has still to forget. */
  'directory.left_customers': {
    customer: string
    subscription: string
    left_at: Generated<Date>
  }
  /** Notices about services to the people who pay for them, each sent once. */
  'directory.service_notices': {
    id: string
    person_id: string
    kind: 'begun' | 'ended' | 'failed' | 'last-days' | 'reminder' | 'price' | 'unused'
    /** What it is about. */
    key: string
    facts: ColumnType<Record<string, string>, string, string>
    /** None: it has left, or never will. */
    due_at: Date | null
    tries: Generated<number>
    address: Generated<string | null>
    subject: Generated<string | null>
    body: Generated<string | null>
    state: Generated<'queued' | 'sending' | 'sent' | 'simulated' | 'failed' | 'unknown'>
    /** A sentence. */
    state_reason: Generated<string | null>
    made_at: Date
    state_at: Date
  }
  /** Prices that the operator has announced. */
  'directory.service_prices': {
    service: Service
    from_on: Day
    pence: number
  }
  /** Where there is something for a person. */
  'directory.ways': {
    person_id: string
    practice_id: string
  }
  /** Who was led to another service to sign in there. */
  'directory.oauth_starts': {
    state_hash: Buffer
    practice_id: string
    person_id: string
    session_id: string
    connector: string
    /** Sealed by the vault. */
    verifier: Buffer
    vault_key_id: string
    expires_at: Date
  }
  /** A place that a person is invited to take; they are not a member before they accept. */
  'directory.invitations': {
    id: string
    practice_id: string
    email: string
    first_name: string
    last_name: string
    role: 'owner' | 'farrier' | 'apprentice' | 'office'
    token_hash: Buffer
    /** Whether the link was sent only to the address: then opening it proves the address. */
    is_mailed: boolean
    expires_at: Date
  }
  /** The number of recent tries; the key is a hash of what is counted. */
  'directory.tries': {
    key: Buffer
    count: number
    since: Date
    ends_at: Date
  }
  /** Devices that have signed in to an account before. */
  'directory.known_devices': {
    token_hash: Buffer
    person_id: string
    seen_at: Date
  }
  'directory.links': {
    token_hash: Buffer
    practice_id: string
    kind: LinkKind
    subject_id: string
    client_id: string | null
    on_day: Day | null
    dies_at: Date
    revoked_at: Date | null
    /** Of an invitation by the recipient's own address: the hash of that address. */
    address_hash: Generated<Buffer | null>
  }
  'directory.inbound': {
    address: string
    practice_id: string
    client_id: string | null
    thread_id: string | null
  }
  /** When something of a practice is due next: `wakes.ts`. */
  'directory.wakes': {
    practice_id: string
    due_at: Date
  }
  /** When a practice exchanges something with far sides next: `exchanges.ts`. */
  'directory.exchanges': {
    practice_id: string
    due_at: Date
    taken_until: Date | null
    quiet_until: Generated<Date>
    is_changed: Generated<boolean>
  }
  /** How far the jobs that go over practices are: `job-runs.ts`. */
  'directory.job_runs': {
    job: string
    on_day: Day
    reached: string | null
    done: Generated<number>
    failed: Generated<string[]>
    seconds: Generated<number>
    runner: string | null
    seen_at: Date
    is_over: Generated<boolean>
    finished_at: Date | null
  }
}
