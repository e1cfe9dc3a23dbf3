// Followed by: reminders and confirmations (visits/appointments).

import { isDeepStrictEqual } from 'node:util'
import type { PracticeSettings, Sending, SettingsChange, WorkingDay } from '#features/core/practice/contract.ts'
import { SettingsChange as SettingsChangeShape } from '#features/core/practice/contract.ts'
import { withChoices } from '#features/core/practice/portal.ts'
import { optOutFault, type Settings, settingsFrom, settingsId, templateFault, workingDayFault } from '#features/core/practice/rules.ts'
import { findSettings } from '#features/core/practice/server/queries.ts'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import { noneIfBlank } from '#lib/blank.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { holdWriters, insertRow, type MergePolicy, NOTHING_SEEN, type Row, SHARED, updateRow } from '#platform/server/database/rows.ts'
import type { SyncedEntity } from '#platform/server/sync/sync.ts'

/**
 * Decides something for the whole practice; the record is made when missing, from whichever device comes first. What is absent stays.
 * @throws forbidden for all but owners; bad_wording with a sentence for the one who writes it; bad_request, wrong_order (working hours); conflict
 */
export async function changeSettings(tx: PracticeTx, actor: Actor, input: SettingsChange, baseRev?: number): Promise<Row<'settings'>> {
  requireMay(actor, 'runPractice')
  refuseBadWording(input.wording ?? {})
  refuseBadHours(input.workingHours ?? [])
  refuseBadSending(input.sending ?? {})
  await holdWriters(tx)
  const before = await findSettings(tx)
  const columns = toColumns(input, settingsFrom(before && toSettings(before)))
  if (before) return updateRow(tx, actor, before, 'settings', columns, { baseRev, policy: POLICY })
  return insertRow(tx, actor, 'settings', settingsId(actor.practiceId), columns, SHARED)
}

/** A row as it goes over the wire. */
export const toSettings = (row: Row<'settings'>): PracticeSettings => ({
  id: row.id,
  workingHours: row.working_hours,
  feet: row.feet,
  travelBufferMinutes: row.travel_buffer_minutes,
  prepLine: row.prep_line,
  wording: row.wording,
  base: row.base_lat === null || row.base_lng === null ? null : { lat: row.base_lat, lng: row.base_lng },
  transcribesVoice: row.transcribes_voice,
  sending: row.sending,
  autoReply: row.auto_reply,
  portal: row.portal,
  services: row.services,
})

/** One record per practice, so a CREATE from a second device is an update. */
export const settingsSync: SyncedEntity<'settings'> = {
  toWire: toSettings,
  write: {
    newShape: SettingsChangeShape,
    changeShape: SettingsChangeShape,
    create: (tx, actor, _id, input: SettingsChange) => changeSettings(tx, actor, input, NOTHING_SEEN),
    update: (tx, actor, _id, input: SettingsChange, baseRev) => changeSettings(tx, actor, input, baseRev),
    async remove() {
      throw new AppError('forbidden')
    },
  },
}

/** The van's base is one value, with one name on the wire. */
const POLICY: MergePolicy = { groups: { base: ['base_lat', 'base_lng'] } }

function refuseBadWording(wording: Record<string, string>) {
  for (const template of Object.values(wording)) {
    const fault = templateFault(template)
    if (fault) throw new AppError('bad_wording', { fields: ['wording'] }, fault)
  }
}

function refuseBadHours(days: readonly WorkingDay[]) {
  if (new Set(days.map(({ dayOfWeek }) => dayOfWeek)).size < days.length)
    throw new AppError('bad_request', { fields: ['workingHours'] }, 'Each day of the week can appear only once.')
  if (days.some(workingDayFault))
    throw new AppError('wrong_order', { fields: ['workingHours'] }, 'A working day has to end after it starts.')
}

function refuseBadSending({ optOutLine }: Sending) {
  const fault = optOutLine === undefined ? undefined : optOutFault(optOutLine)
  if (fault) throw new AppError('bad_wording', { fields: ['sending'] }, `${fault}.`)
}

// PostgreSQL stores the keys of jsonb in its own order, so equal values are recognised here.
function toColumns(input: SettingsChange, before: Settings) {
  const hours = input.workingHours?.toSorted((a, b) => a.dayOfWeek - b.dayOfWeek)
  return {
    working_hours: hours && !isDeepStrictEqual(hours, before.workingHours) ? JSON.stringify(hours) : undefined,
    feet: input.feet,
    travel_buffer_minutes: input.travelBufferMinutes,
    prep_line: noneIfBlank(input.prepLine),
    ...(input.base !== undefined && { base_lat: input.base?.lat ?? null, base_lng: input.base?.lng ?? null }),
    wording: input.wording && !isDeepStrictEqual(input.wording, before.wording) ? input.wording : undefined,
    transcribes_voice: input.transcribesVoice,
    auto_reply: input.autoReply && changed({ ...before.autoReply, ...input.autoReply }, before.autoReply),
    portal: input.portal && changed(withChoices(before.portal, input.portal), before.portal),
    services: input.services && changed({ ...before.services, ...input.services }, before.services),
    sending: input.sending && !isDeepStrictEqual(input.sending, before.sending) ? input.sending : undefined,
  }
}

const changed = <T>(value: T, before: unknown): T | undefined => (isDeepStrictEqual(value, before) ? undefined : value)
