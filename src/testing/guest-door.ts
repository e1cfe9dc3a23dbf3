import pg from 'pg'
import { onOurClock } from '#platform/server/database/db-clock.ts'

/** What a guest may read: every other column of every table is closed to them. A migration that grants one more is written down here. */
export const GUEST_READS: Readonly<Record<string, string>> = {
  'public.allocations': 'amount_pence credit_id deleted_at invoice_id payment_id practice_id',
  'public.appointments':
    'call_number call_period completed_at deleted_at ends_at id is_call_only local_end local_start member_id on_day practice_id rev starts_at status yard_id zone',
  'public.attachments':
    'appointment_id bytes client_id created_at deleted_at description file_id file_name file_type foot horse_id id made_by_grant may_pass_on mime owner_sees_from practice_id shown_to_owner taken_on uploaded_by view work_entry_id',
  'public.care_notes':
    'author_name author_role body deleted_at figures film_id horse_id id kind owner_sees_from person_id plan practice_id reply_to_id review_on said_at taken_at withdrawn_at',
  'public.clients': 'address email id name phone_e164 portal_shows postcode practice_id preferred_channel',
  'public.film_marks': 'attachment_id author_name deleted_at frame horse_id id kind label made_at person_id places practice_id',
  'public.horses':
    'birth_year breed client_id color created_at cycle_days cycle_rules deleted_at gone_on gone_reason id last_service_on last_service_type markings name next_due_on pauses practice_id winter_cycle_days yard_id',
  'public.invoices': 'due_on id issued_on kind number paid_pence payer_client_id practice_id series total_pence',
  'public.members': 'id initials name practice_id',
  'public.messages': 'client_id content deleted_at id is_auto_reply practice_id sender_type sent_at thread_id',
  'public.owner_asks':
    'asked_at client_id deleted_at facts horse_id id kind outcome person_id practice_id replied_at reply seen_at words yard_id',
  'public.payments': 'amount_pence deleted_at id method payer_client_id practice_id received_on',
  'public.service_types': 'created_at deleted_at fw id is_offered label practice_id resets_cycle rev seq service_type',
  'public.settings': 'feet id portal practice_id prep_line',
  'public.terms_acceptances': 'client_id deleted_at id practice_id version_id',
  'public.terms_versions': 'id in_force_on number practice_id',
  'public.threads': 'client_id client_read_to deleted_at id is_emergency last_client_at last_message_at practice_id subject',
  'public.visit_horses': 'appointment_id client_id completed_at deleted_at horse_id id outcome place planned_work practice_id',
  'public.work_entries':
    'created_at deleted_at description findings horse_id id member_id practice_id recommendations service_type setup setup_schema visit_horse_id work_date',
  'public.yards': 'id name practice_id',
}

/** What a guest may call of ours. */
export const GUEST_CALLS = [
  'carer_sees(boolean,text,text)',
  'clock_now()',
  'guest_access()',
  'guest_asked()',
  'guest_care()',
  'guest_care_ended(uuid)',
  'guest_cared()',
  'guest_cared_own()',
  'guest_cares()',
  'guest_clients()',
  'guest_files()',
  'guest_grants()',
  'guest_horses()',
  'guest_is_in()',
  'guest_linked()',
  'guest_photos_asked()',
  'guest_service_open(uuid,text)',
  'guest_shared()',
  'guest_shows()',
  'guest_times(uuid)',
  'guest_visits()',
  'guest_yard_stops(uuid,date)',
  'guest_yard_visits(date,date)',
  'guest_yards()',
  'note_carer_opening(uuid,uuid,text,uuid)',
  'note_link_opening(uuid,text,uuid)',
  'note_opening(uuid,uuid,text,uuid)',
]

export type Door = Awaited<ReturnType<typeof openDoor>>
/** Who comes in: a person, a member who looks as a client does, or no one. */
type Comer = { personId: string } | { asClient: string } | 'nobody'

/** The database by its owner, in a transaction that is rolled back, so that something may be taken from the door and the rest looked at. */
export async function openDoor(owner: pg.ClientConfig) {
  const client = new pg.Client(onOurClock(owner))
  await client.connect()
  const ask = async <R extends pg.QueryResultRow>(text: string) => (await client.query<R>(text)).rows
  /** Does something as a guest, and leaves no trace of it. */
  const asGuest = async <T>(practiceId: string, comer: Comer, work: () => Promise<T>): Promise<T> => {
    const who = comer === 'nobody' ? [] : Object.entries(comer).map(([what, id]) => [what === 'personId' ? 'person_id' : 'as_client', id])
    const settings = [['practice_id', practiceId], ...who].map(([name, id]) => `set local app.${name} = '${id}'`)
    await client.query(`savepoint guest; set local role pritchel_guest; ${settings.join('; ')}`)
    try {
      return await work()
    } finally {
      await client.query('rollback to savepoint guest')
    }
  }
  return {
    ask,
    asGuest,
    /** Does something after a change, which is undone then. */
    async after<T>(change: string, work: () => Promise<T>): Promise<T> {
      await client.query('begin')
      try {
        if (change) await client.query(change)
        return await work()
      } finally {
        await client.query('rollback')
      }
    },
    close: () => client.end(),
  }
}

/** The columns that a guest really reads, of every table there is, as `GUEST_READS` has them; anything but a refusal is named. */
export async function columnsRead(door: Door, practiceId: string): Promise<Record<string, string>> {
  const tables = await listTables(door)
  const tried = await door.asGuest(practiceId, 'nobody', () =>
    tryEach(
      door,
      tables.flatMap(({ name, columns }) =>
        columns.map((column) => [`${name} ${column}`, `select ${quoted(column)} from ${name} limit 0`]),
      ),
    ),
  )
  const read: Record<string, string> = {}
  for (const { name, columns } of tables) {
    const open = columns.filter((column) => !tried.get(`${name} ${column}`))
    if (open.length > 0) read[name] = open.join(' ')
  }
  const odd = [...tried].filter(([, code]) => code && code !== '42501').map(([what, code]) => [what, code])
  return { ...read, ...Object.fromEntries(odd) }
}

/** Which writes are not refused to a guest. */
export async function writesAllowed(door: Door, practiceId: string): Promise<string[]> {
  const tables = await listTables(door)
  const writes = tables.flatMap(({ name, columns }) => [
    ...columns.map(quoted).flatMap((column) => [
      [`insert ${name} ${column}`, `insert into ${name} (${column}) select null where false`],
      [`update ${name} ${column}`, `update ${name} set ${column} = default where false`],
    ]),
    [`delete ${name}`, `delete from ${name} where false`],
    [`truncate ${name}`, `truncate ${name}`],
    [`lock ${name}`, `lock table ${name} in exclusive mode`],
  ])
  const tried = await door.asGuest(practiceId, 'nobody', () => tryEach(door, writes))
  return [...tried].filter(([, code]) => code !== '42501').map(([what]) => what)
}

/** Schemas, sequences and functions that a guest may use. */
export const usedByGuest = (door: Door) =>
  door.ask<{ what: string }>(`
    select 'schema ' || nspname as what from pg_namespace where ${OURS} and has_schema_privilege('pritchel_guest', oid, 'usage')
    union all
    select 'make in ' || nspname from pg_namespace where ${OURS} and has_schema_privilege('pritchel_guest', oid, 'create')
    union all
    select 'sequence ' || c.oid::regclass from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where ${OURS} and case when c.relkind = 'S' then has_sequence_privilege('pritchel_guest', c.oid, 'usage, select, update') end
    union all
    select replace(p.oid::regprocedure::text, 'public.', '') from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where ${OURS} and has_schema_privilege('pritchel_guest', n.oid, 'usage') and has_function_privilege('pritchel_guest', p.oid, 'execute')
      and p.prorettype <> 'trigger'::regtype
    order by 1`)

const OURS = `nspname in ('public', 'directory', 'pgboss', 'migrations')`

/** The ids of the rows a guest sees, of every table a guest reads; where they read no id, what the row is of. */
export const rowsSeen = (door: Door, practiceId: string, comer: Comer): Promise<Record<string, string[]>> =>
  door.asGuest(practiceId, comer, async () => {
    const seen: Record<string, string[]> = {}
    for (const [table, columns] of Object.entries(GUEST_READS)) {
      const id = columns.split(' ').find((column) => column === 'id') ?? columns.split(' ').find((column) => column === 'invoice_id')
      const rows = await door.ask<{ id: string }>(`select ${id} as id from ${table} order by 1`)
      if (rows.length > 0) seen[table.replace('public.', '')] = rows.map(({ id }) => id)
    }
    return seen
  })

const listTables = (door: Door) =>
  door.ask<{ name: string; columns: string[] }>(`
    select format('%I.%I', nspname, relname) as name, array_agg(attname::text order by attname) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where ${OURS} and relkind in ('r', 'p', 'v', 'm', 'f') group by 1 order by 1`)

/** Tries statements in one round trip, and returns the code that each was refused with; empty: it was done. */
async function tryEach(door: Door, statements: readonly string[][]): Promise<Map<string, string>> {
  const list = statements.map(([, text = '']) => `$t$${text}$t$`).join(', ')
  await door.ask(`do $do$
    declare
      each text;
      codes text[] := '{}';
    begin
      foreach each in array array[${list}]::text[] loop
        begin
          execute each;
          codes := codes || ''::text;
        exception when others then
          codes := codes || sqlstate::text;
        end;
      end loop;
      perform set_config('app.codes', array_to_string(codes, ','), true);
    end $do$`)
  const [row] = await door.ask<{ codes: string }>(`select current_setting('app.codes') as codes`)
  const codes = row?.codes.split(',') ?? []
  if (codes.length !== statements.length) throw new Error('not every statement was tried')
  return new Map(statements.map(([name = ''], at) => [name, codes[at] ?? '']))
}

const quoted = (name: string) => pg.escapeIdentifier(name)
