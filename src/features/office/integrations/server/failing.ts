import type { Refusal } from '#connectors/kit/refusal.ts'
import { addLog } from '#features/office/integrations/server/exchange-queries.ts'
import { manifestOf } from '#features/office/integrations/server/manifest-of.ts'
import { type ConnectionRow, updateConnection } from '#features/office/integrations/server/queries.ts'
import { addTask } from '#features/visits/tasks/server/service.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { MemberActor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

const LONGEST_WAIT_MS = 3_600_000
const FIRST_WAIT_MS = 60_000
/** Silence is no error until it has lasted this long. */
const PATIENCE_MS = 86_400_000

/**
 * What a connection does after a refusal: it waits longer each time a far side is silent or busy, and stops, in error, where only a person can
 * help.
 */
export async function afterFailure(tx: PracticeTx, actor: MemberActor, row: ConnectionRow, refusal: Refusal, now: Date): Promise<void> {
  const failures = row.failures + 1
  await addLog(tx, row, now, [{ verb: 'failed', count: 1, words: sentenceOf(refusal) }])
  if (refusal.kind !== 'later' && refusal.kind !== 'conflict' && refusal.kind !== 'resync') {
    await stop(tx, actor, row, sentenceOf(refusal), { failures })
    return
  }
  const isLong = now.getTime() - (row.last_success_at ?? now).getTime() > PATIENCE_MS
  await updateConnection(tx, row.id, {
    status: isLong ? 'error' : 'connected',
    sentence: refusal.sentence ?? SILENT,
    failures,
    next_at: new Date(now.getTime() + waitAfter(failures, refusal.afterMs)),
  })
}

/** Stops a connection until a person helps: its member has one task of it, however often it fails. */
export async function stop(
  tx: PracticeTx,
  actor: MemberActor,
  row: ConnectionRow,
  sentence: string,
  more: Partial<Pick<ConnectionRow, 'failures' | 'many'>> = {},
): Promise<void> {
  await updateConnection(tx, row.id, { status: 'error', sentence, next_at: null, ...more })
  if (row.status === 'error') return
  const { name } = manifestOf(row.connector)
  const words = { title: `${name} has stopped`, notes: `${sentence}\nUnder Integrations you can set it going again.` }
  await addTask(tx, { ...actor, opId: uuidv7() }, uuidv7(), { ...words, dueOn: dayOf(currentTime(), actor.zone), forWhom: 'farrier' })
}

/** 1, 2, 4 … 60 minutes, a fifth more or less, so that not all come back at once; longer where the far side wants that. */
function waitAfter(failures: number, askedMs = 0): number {
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures - 1, 10))
  return Math.max(askedMs, wait * (0.8 + Math.random() * 0.4))
}

const SILENT = 'It is not answering. We keep trying.'
const SENTENCES: Partial<Record<Refusal['kind'], string>> = {
  sign_in: 'The name or password was refused. Enter them again.',
  not_allowed: 'This password may not use the calendar. Make another one there, and enter it.',
  gone: 'The calendar is no longer there.',
  later: SILENT,
}

/** In words for people. */
export const sentenceOf = ({ kind, sentence }: Refusal): string =>
  sentence ?? SENTENCES[kind] ?? 'It is not answering as a calendar does. Check the address.'
