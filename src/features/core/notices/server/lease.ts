import { type Facts, type VisitWords, wordsOf } from '#features/core/notices/rules.ts'
import { alsoByText } from '#features/core/notices/server/also-by-text.ts'
import { byPush } from '#features/core/notices/server/by-push.ts'
import { findCareWanted, findContactable, findOwing, findVisits } from '#features/core/notices/server/known.ts'
import { type NoticeRow, sizeOf } from '#features/core/notices/server/queries.ts'
import { isCounted, isOfCare, type Verdict, type VerdictInput, verdictOn } from '#features/core/notices/server/verdict.ts'
import { movedColumns } from '#features/core/notices/server/waiting.ts'
import { notifyWatcher } from '#features/core/notices/server/watch-notices.ts'
import { sendingOf } from '#features/core/practice/rules.ts'
import { settingsOf } from '#features/core/practice/server/settings-of.ts'
import { dayOf } from '#lib/dates.ts'
import type { Actor } from '#platform/server/actor.ts'
import { allEnded, type PracticeTx, type Prepared, readIn } from '#platform/server/database/db.ts'
import { addAnswerLinks, addQueueLink, queueAddress } from '#platform/server/links.ts'

const WHEN = `coalesce(case state when 'held' then hold_until else not_before end, '-infinity')`
const DUE: Prepared = {
  name: 'notices_due',
  text: `select * from notices where practice_id = $1 and state in ('held', 'queued') and ${WHEN} <= $2
    order by ${WHEN} limit $3 for update skip locked`,
}

/**
 * Leases the notices that are due and still true, and marks them `sending`. Other due notices keep waiting, or are cancelled with a reason.
 * Undefined when nothing is due. Notices that other workers have leased are skipped.
 */
export async function leaseBatch(
  tx: PracticeTx,
  actor: Actor,
  { now, limit }: { now: Date; limit: number },
): Promise<NoticeRow[] | undefined> {
  const rows = await readIn(tx)<NoticeRow>(DUE, [actor.practiceId, now, limit])
  if (rows.length === 0) return undefined
  const known = await verdictInputOf(tx, actor, rows, now)
  const going: NoticeRow[] = []
  for (const row of rows) {
    const verdict = verdictOn(row, known)
    if ('go' in verdict) {
      going.push(verdict.go === row.facts ? row : reworded(row, verdict.go))
      if (isCounted(row)) known.textsToday += 1
    } else await putAside(tx, row, verdict, now)
  }
  if (going.length === 0) return []
  const linked = await byPush(tx, await withLinks(tx, actor, going, now))
  await alsoByText(tx, linked, now)
  const asRead = new Set(rows)
  return markSending(tx, actor, { going: linked, changed: linked.filter((row) => !asRead.has(row)), now })
}

async function verdictInputOf(tx: PracticeTx, { zone }: Actor, rows: readonly NoticeRow[], now: Date): Promise<VerdictInput> {
  const clientIds = [...new Set(rows.flatMap((row) => row.client_id ?? []))]
  const visitIds = [...new Set(rows.flatMap((row) => visitsOf(row.facts)))]
  const owedIds = rows.flatMap((row) => (row.kind === 'chaser' ? (row.subject_id ?? []) : []))
  const careIds = rows.flatMap((row) => (isOfCare(row.kind) ? (row.subject_id ?? []) : []))
  const [settings, contactable, states, owing, careWanted, today] = await allEnded([
    settingsOf(tx),
    findContactable(tx, clientIds),
    findVisits(tx, visitIds),
    owedIds.length > 0 ? findOwing(tx, owedIds) : Promise.resolve(new Set<string>()),
    careIds.length > 0 ? findCareWanted(tx, careIds) : Promise.resolve(new Set<string>()),
    tx.selectFrom('sending_days').select('texts').where('on_day', '=', dayOf(now, zone)).executeTakeFirst(),
  ])
  return { sending: sendingOf(settings), ...contactable, states, owing, careWanted, textsToday: today?.texts ?? 0, zone, now }
}

function visitsOf(facts: Facts): string[] {
  if ('fields' in facts) return []
  return 'moves' in facts ? facts.moves.map(({ to }) => to.appointmentId) : [facts.visit.appointmentId]
}

async function putAside(tx: PracticeTx, row: NoticeRow, verdict: Exclude<Verdict, { go: Facts }>, now: Date) {
  const state = 'wait' in verdict ? 'queued' : verdict.state
  const change = { state, state_reason: verdict.reason, state_at: now, ...('wait' in verdict && { not_before: verdict.wait }) } as const
  await tx.updateTable('notices').set(change).where('id', '=', row.id).execute()
  await notifyWatcher(tx, { ...row, ...change })
}

function reworded(row: NoticeRow, facts: Facts): NoticeRow {
  const words = 'moves' in facts ? movedColumns(facts) : { ...wordsOf(row.kind, facts), facts }
  return { ...row, ...words, segments: sizeOf({ channel: row.channel, body: words.body }) }
}

/** Texts that an owner may answer with one tap get the link for it as they leave: none lies about for weeks, and no booking waits for one. */
async function withLinks(tx: PracticeTx, actor: Actor, going: NoticeRow[], now: Date): Promise<NoticeRow[]> {
  const answered = going.flatMap((row) => {
    const visit = answerable(row)
    return visit && row.client_id ? [{ row, clientId: row.client_id, visit }] : []
  })
  if (answered.length === 0) return going
  const visits = answered.map(({ clientId, visit }) => ({ visitId: visit.appointmentId, clientId, onDay: visit.onDay }))
  const answers = await addAnswerLinks(tx, actor, visits)
  const today = dayOf(now, actor.zone)
  const linked = new Map<string, NoticeRow>()
  for (const [index, { row, clientId, visit }] of answered.entries()) {
    const isToday = row.kind === 'reminder' && !row.facts.link && visit.onDay === today
    const link = isToday && { link: queueAddress(actor, await addQueueLink(tx, actor, clientId, today)) }
    linked.set(row.id, reworded(row, { ...row.facts, ...link, answer: answers[index] ?? '' }))
  }
  return going.map((row) => linked.get(row.id) ?? row)
}

/** The one visit of a text that has no link for an answer yet. */
function answerable({ kind, facts }: NoticeRow): VisitWords | undefined {
  if ((kind !== 'reminder' && kind !== 'booked' && kind !== 'moved') || facts.answer || 'fields' in facts) return undefined
  if ('visit' in facts) return facts.visit
  return facts.moves.length === 1 ? facts.moves[0]?.to : undefined
}

const SENDING: Prepared = {
  name: 'notices_sending',
  text: `update notices set state = 'sending', state_at = $2, state_reason = null, attempts = attempts + 1
    where practice_id = $1 and id = any($3::uuid[])`,
}

const REWORD: Prepared = {
  name: 'notices_reword',
  text: `update notices n set subject = r.subject, body = r.body, facts = r.facts, segments = r.segments, subject_id = r.subject_id,
      not_after = r.not_after
    from json_populate_recordset(null::notices, $2::json) r where n.practice_id = $1 and n.id = r.id`,
}

const COUNT: Prepared = {
  name: 'notices_count',
  text: `insert into sending_days as d (practice_id, on_day, texts, segments) values ($1, $2, $3, $4)
    on conflict (practice_id, on_day) do update set texts = d.texts + excluded.texts, segments = d.segments + excluded.segments`,
}

type Leased = { going: NoticeRow[]; changed: NoticeRow[]; now: Date }

async function markSending(tx: PracticeTx, { practiceId, zone }: Actor, { going, changed, now }: Leased): Promise<NoticeRow[]> {
  const run = readIn(tx)
  const texts = going.filter((row) => row.channel === 'sms')
  const segments = texts.reduce((sum, row) => sum + row.segments, 0)
  await allEnded([
    changed.length > 0 ? run(REWORD, [practiceId, JSON.stringify(changed)]) : Promise.resolve([]),
    run(SENDING, [practiceId, now, going.map(({ id }) => id)]),
    texts.length > 0 ? run(COUNT, [practiceId, dayOf(now, zone), texts.filter(isCounted).length, segments]) : Promise.resolve([]),
  ])
  return going.map((row) => ({ ...row, state: 'sending', state_at: now, attempts: row.attempts + 1 }))
}
