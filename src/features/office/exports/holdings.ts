/**
 * What the practice holds about a client, table by table: packs and erasure both go by it. A table that stands in neither list, a foreign
 * key or a column that nobody thought of makes `holdings.test.ts` fail.
 */
export type Holding = {
  /** What people call such rows: one, and several. */
  words: readonly [one: string, several: string]
  /** Foreign keys by which a row belongs to a client, or to what belongs to one: it goes with any of them. */
  with: readonly string[]
  /** Foreign keys that only name: emptied. One that must not be empty names a client, whose nameless record stays. */
  names?: readonly string[]
  /** Rows that stay without the person: these columns as they are, the others emptied, as `blank` says where they can't be nothing. */
  kept?: { columns: readonly string[]; blank?: Readonly<Record<string, string>> }
}

/** What a record is called whose person was erased. */
const ERASED_CLIENT = 'Erased client'
const ERASED_HORSE = 'Erased horse'

/** What an issued invoice was, without who paid it, for which horse and where: what tax law asks for stands in its lines. */
function namelessInvoice(): string {
  const payer = `{"name": "${ERASED_CLIENT}", "businessName": null, "isBusiness": false, "address": null, "postcode": null}`
  const line = `line || jsonb_build_object('horseName', null, 'ownerName', null, 'description',
    case when line ->> 'kind' = 'work' then line -> 'description' else line -> 'kind' end)`
  return `as_was || jsonb_build_object('payer', '${payer}'::jsonb, 'visit', null, 'terms', '', 'lines',
    (select coalesce(jsonb_agg(${line}), '[]'::jsonb) from jsonb_array_elements(as_was -> 'lines') line))`
}

/** Tables whose rows belong to a client, or name one. */
export const HOLDINGS: Readonly<Record<string, Holding>> = {
  clients: {
    words: ['client record', 'client records'],
    with: [],
    names: ['payer_client_id'],
    kept: {
      columns: ['is_business'],
      blank: { name: `'${ERASED_CLIENT}'`, is_active: 'false', preferred_channel: `'none'`, tags: `'{}'`, not_same_as: `'{}'` },
    },
  },
  yards: { words: ['yard of their own', 'yards of their own'], with: [], names: ['contact_client_id', 'payer_client_id'] },
  horses: {
    words: ['horse', 'horses'],
    with: ['client_id'],
    names: ['payer_client_id', 'yard_id'],
    kept: {
      columns: ['client_id'],
      blank: { name: `'${ERASED_HORSE}'`, flags: `'{}'`, cycle_rules: `'{}'`, pauses: `'{}'`, owners: `'{}'` },
    },
  },
  appointments: {
    words: ['visit', 'visits'],
    with: ['client_id'],
    names: ['yard_id'],
    kept: {
      columns: [
        ...['client_id', 'member_id', 'on_day', 'local_start', 'local_end', 'zone', 'starts_at', 'ends_at', 'is_call_only'],
        ...['call_number', 'call_period', 'status', 'is_call_complete', 'completed_at', 'tariff'],
      ],
      blank: { title: `''`, as_was: `'{"clientName": "${ERASED_CLIENT}", "location": null, "yardName": null}'` },
    },
  },
  visit_horses: {
    words: ['horse on a visit', 'horses on visits'],
    with: ['client_id', 'horse_id', 'appointment_id'],
    names: ['payer_client_id'],
    kept: { columns: ['appointment_id', 'horse_id', 'client_id', 'payer_client_id', 'place', 'planned_work', 'outcome', 'completed_at'] },
  },
  work_entries: {
    words: ['work entry', 'work entries'],
    with: ['horse_id'],
    names: ['visit_horse_id'],
    kept: { columns: ['horse_id', 'visit_horse_id', 'member_id', 'service_type', 'work_date', 'resets_cycle', 'setup_schema'] },
  },
  price_overrides: {
    words: ['price agreed with them', 'prices agreed with them'],
    with: ['client_id', 'horse_id', 'yard_id'],
    kept: { columns: ['price_item_id', 'client_id', 'horse_id', 'yard_id', 'unit_pence'] },
  },
  charges: {
    words: ['line of an invoice', 'lines of invoices'],
    with: ['client_id', 'payer_client_id'],
    names: ['appointment_id', 'visit_horse_id', 'horse_id', 'work_entry_id', 'invoice_id'],
    kept: {
      columns: [
        ...[
          'payer_client_id',
          'client_id',
          'appointment_id',
          'visit_horse_id',
          'horse_id',
          'work_entry_id',
          'invoice_id',
          'kind',
          'quantity',
        ],
        ...['unit_pence', 'vat_rate_bp', 'includes_vat', 'charged_on', 'place', 'is_by_hand'],
      ],
      blank: { description: `case when kind = 'work' and not is_by_hand then description else kind end` },
    },
  },
  invoices: {
    words: ['invoice', 'invoices'],
    with: ['payer_client_id'],
    names: ['credits_invoice_id', 'appointment_id'],
    kept: {
      columns: [
        ...['payer_client_id', 'kind', 'credits_invoice_id', 'series', 'number', 'appointment_id', 'issued_on', 'due_on', 'net_pence'],
        ...['vat_pence', 'total_pence', 'paid_pence', 'sent_at', 'member_id'],
      ],
      blank: { as_was: namelessInvoice() },
    },
  },
  payments: {
    words: ['payment', 'payments'],
    with: ['payer_client_id'],
    names: ['refunds_payment_id', 'appointment_id', 'invoice_id'],
    kept: {
      columns: [
        ...['payer_client_id', 'amount_pence', 'method', 'received_on', 'provider_ref', 'refunds_payment_id', 'appointment_id'],
        ...['invoice_id', 'member_id'],
      ],
    },
  },
  allocations: {
    words: ['use of a payment', 'uses of payments'],
    with: ['payment_id', 'credit_id', 'invoice_id'],
    kept: { columns: ['payment_id', 'credit_id', 'invoice_id', 'amount_pence'] },
  },
  income_shares: {
    words: ['share of VAT in a payment', 'shares of VAT in payments'],
    with: ['invoice_id', 'payment_id', 'counts_with'],
    kept: { columns: ['invoice_id', 'payment_id', 'counts_with', 'on_day', 'vat_pence', 'other_pence'] },
  },
  bank_lines: {
    words: ['line of a bank statement', 'lines of bank statements'],
    with: ['payment_id'],
    kept: {
      columns: ['import_id', 'file_name', 'fingerprint', 'on_day', 'amount_pence', 'state', 'payment_id', 'member_id'],
      blank: { description: `''` },
    },
  },
  rights_requests: {
    words: ['data request', 'data requests'],
    with: ['client_id'],
    kept: {
      columns: [
        ...['client_id', 'request_type', 'status', 'received_via', 'received_on', 'requested_at', 'objects_to', 'extended_on'],
        ...['acknowledged_on', 'sms_sent', 'closed_at'],
      ],
      blank: { waits: `'{}'`, extended_why: `case when extended_on is null then null else '' end` },
    },
  },
  terms_acceptances: { words: ['acceptance of the terms', 'acceptances of the terms'], with: ['client_id'] },
  horse_owners: { words: ['time as an owner', 'times as an owner'], with: ['client_id', 'horse_id'] },
  horse_grants: { words: ['access of a vet', 'accesses of vets'], with: ['horse_id'] },
  client_access: { words: ['way into the portal', 'ways into the portal'], with: ['client_id'] },
  sms_preferences: { words: ['wish about texts', 'wishes about texts'], with: ['client_id'] },
  attachments: {
    words: ['file', 'files'],
    with: ['horse_id', 'appointment_id', 'work_entry_id', 'message_id', 'client_id', 'yard_id'],
  },
  voice_notes: { words: ['voice note', 'voice notes'], with: ['horse_id'], names: ['appointment_id', 'visit_horse_id', 'work_entry_id'] },
  tasks: { words: ['task', 'tasks'], with: ['client_id', 'horse_id', 'yard_id', 'appointment_id', 'work_entry_id'] },
  notices: { words: ['text or e-mail', 'texts and e-mails'], with: ['client_id'] },
  threads: { words: ['conversation', 'conversations'], with: ['client_id'] },
  messages: {
    words: ['message', 'messages'],
    with: ['client_id', 'thread_id'],
    names: ['reply_to_id', 'appointment_id', 'notice_id'],
  },
  visit_answers: { words: ['answer about a visit', 'answers about visits'], with: ['client_id', 'appointment_id'], names: ['horse_id'] },
  slot_offers: { words: ['offer of a slot', 'offers of slots'], with: ['client_id'], names: ['yard_id', 'appointment_id'] },
  exports: { words: ['pack of theirs', 'packs of theirs'], with: [], names: ['client_id'] },
  erasures: { words: ['erasure', 'erasures'], with: [], names: ['client_id'] },
}

/** Tables that are not about a client, and why. Words in them are looked through for a person all the same. */
export const APART: Readonly<Record<string, string>> = {
  activity: 'lines about what is erased go, by the record they name',
  files: 'goes with the last record that names it',
  imports: 'what files brought in said is emptied',
  sync_ops: 'ids alone: a change sent again must stay known',
  sync_counters: 'one figure a practice',
  members: 'those who work here',
  devices: 'those who work here',
  alert_phones: 'those who work here',
  push_subscriptions: 'those who work here',
  rounds: 'how a day went',
  time_off: 'of those who work here',
  settings: 'of the practice',
  retention: 'of the practice',
  sending_days: 'counts by day',
  price_items: 'of the practice',
  money_settings: 'of the practice',
  invoice_counters: 'one figure a series of invoices',
  expenses: 'what the practice bought',
  trips: 'those who work here',
  service_types: 'of the practice',
  work_templates: 'of the practice',
  terms_versions: 'of the practice',
}

/** Ids that no foreign key holds, and how they are dealt with. */
export const LOOSE: Readonly<Record<string, string>> = {
  'activity.id': 'key',
  'activity.act_id': 'an act, not a person',
  'activity.device_id': 'a device of a member',
  'activity.member_id': 'a member',
  'activity.entity_id': 'its line goes with the record',
  'bank_lines.import_id': 'one bringing of a statement',
  'clients.not_same_as': 'the erased is taken out',
  'client_access.person_id': 'a person whom no practice knows any more goes',
  'erasures.file_ids': 'files whose bytes go',
  'erasures.request_id': 'the request stays without a name',
  'exports.request_id': 'goes with the pack',
  'files.made_by_person': 'goes with the file',
  'horse_grants.person_id': 'a vet',
  'members.person_id': 'a member',
  'messages.provider_ref': 'goes with the message',
  'push_subscriptions.browser_id': 'a browser of a member',
  'payments.provider_ref': 'the bank or the provider of cards, not a person',
  'notices.event_id': 'goes with the notice',
  'notices.news_of': 'goes with the notice',
  'notices.subject_id': 'goes with the notice',
  'notices.thread_id': 'goes with the notice',
  'slot_offers.gap_id': 'goes with the offer',
  'sync_counters.epoch': 'no person',
  'sync_counters.cursor_key': 'no person',
  'sync_ops.device_id': 'a device of a member',
  'sync_ops.entity_id': 'an id without anything behind it',
  'sync_ops.op_id': 'an act, not a person',
  'devices.view': 'made anew, so that devices fetch their copy anew',
}

/** Columns that every synced row has, and none is about anybody. */
export const HOUSEKEEPING: readonly string[] = ['practice_id', 'id', 'rev', 'seq', 'fw', 'deleted_at', 'created_at']
