// Followed by: reminders and confirmations (visits/appointments), the index of whose address it is (records/guests); posts that come down with a consent (office/integrations).

import type { Client, ClientChange, NewClient, SmsPreferences, SmsPreferencesChange } from '#features/records/clients/contract.ts'
import {
  ClientChange as ClientChangeShape,
  NewClient as NewClientShape,
  SmsPreferencesChange as PreferencesShape,
} from '#features/records/clients/contract.ts'
import { hasOpenMoney, openMoneyWords } from '#features/records/clients/open-money.ts'
import { DEFAULT_SMS_PREFERENCES, mayChangeRecords } from '#features/records/clients/rules.ts'
import { consentColumns } from '#features/records/clients/server/consent.ts'
import { findOpenMoney } from '#features/records/clients/server/find-open-money.ts'
import { type ClientRow, findPreferences, hasComingVisits, hasHorses, listClients } from '#features/records/clients/server/queries.ts'
import { requireClient } from '#features/records/clients/server/require-client.ts'
import { noneIfBlank } from '#lib/blank.ts'
import { idOf, optionalId } from '#lib/canonical.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { uuidOf } from '#lib/ids.ts'
import { toE164 } from '#lib/phone.ts'
import { requireWholePosition } from '#lib/position-fields.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import {
  deleteRow,
  holdWriters,
  insertRow,
  logActivity,
  type MergePolicy,
  NOTHING_SEEN,
  type Row,
  rowForChange,
  SHARED,
  updateRow,
} from '#platform/server/database/rows.ts'
import type { SyncedEntity } from '#platform/server/sync/sync.ts'

/** Clients by name, a page at a time. */
export async function clientsPage(
  tx: PracticeTx,
  page: { limit: number; after?: { name: string; id: string } | undefined },
): Promise<Client[]> {
  return (await listClients(tx, page)).map(toClient)
}

/** Adds a client; `id` may have been made on a device. @throws forbidden, client_not_found (the payer), id_taken */
export async function addClient(tx: PracticeTx, actor: Actor, id: string, input: NewClient): Promise<ClientRow> {
  requireMayChange(actor)
  const columns = clientColumns(input)
  if (columns.payer_client_id) {
    await holdWriters(tx)
    await requireClient(tx, columns.payer_client_id)
  }
  return insertRow(tx, actor, 'clients', id, { ...columns, ...consentColumns(undefined, input.marketingConsentHow), name: input.name })
}

/**
 * Changes the fields in `input`; null clears one. @throws forbidden, client_not_found (they or the payer), bad_request (half a position),
 * conflict
 */
export async function changeClient(tx: PracticeTx, actor: Actor, id: string, input: ClientChange, baseRev?: number): Promise<ClientRow> {
  requireMayChange(actor)
  const before = await rowForChange(tx, 'clients', id, 'client_not_found')
  const columns = clientColumns(input)
  requireWholePosition(before, columns)
  const payer = columns.payer_client_id === id ? null : columns.payer_client_id
  if (payer && payer !== before.payer_client_id) await requireClient(tx, payer)
  const consent = consentColumns(before, input.marketingConsentHow)
  return updateRow(tx, actor, before, 'clients', { ...columns, ...consent, payer_client_id: payer }, { baseRev, policy: CLIENT_POLICY })
}

/** `evenWithOpenMoney`: the user was shown the open money and confirmed. */
type Removal = { baseRev?: number | undefined; evenWithOpenMoney?: boolean | undefined }

/**
 * Removes a client who has no horse and no coming visit. If money is open, this requires `evenWithOpenMoney`, which the journal records:
 * invoices and money stay on record and finished work can still be invoiced, but no reminders are sent.
 * @throws forbidden, client_not_found, still_has_horses, still_has_visits, client_has_open_money, conflict
 */
export async function removeClient(tx: PracticeTx, actor: Actor, id: string, removal: Removal = {}): Promise<ClientRow> {
  requireMayChange(actor)
  const before = await rowForChange(tx, 'clients', id, 'client_not_found')
  if (before.deleted_at) return before
  if (await hasHorses(tx, id)) throw new AppError('still_has_horses')
  if (await hasComingVisits(tx, id, dayOf(currentTime(), actor.zone))) throw new AppError('still_has_visits')
  const open = await findOpenMoney(tx, [id])
  if (hasOpenMoney(open) && !removal.evenWithOpenMoney)
    throw new AppError('client_has_open_money', { ...open }, `${openMoneyWords(before.name, open)} ${STAYS}`)
  const removed = await deleteRow(tx, actor, before, 'clients', { baseRev: removal.baseRev })
  if (hasOpenMoney(open))
    await logActivity(tx, actor, { entity: 'clients', entityId: id, verb: 'removed_owing', before: null, after: open })
  return removed
}

const STAYS = 'Settle it first, or remove them anyway: invoices and payments stay on record, and no more reminders go.'

/** Checks that this member may change clients, yards and horses. @throws forbidden */
export function requireMayChange(actor: Actor): void {
  if (!mayChangeRecords(actor.role)) throw new AppError('forbidden')
}

/** The client's text preferences, or the defaults when none are set. @throws client_not_found */
export async function smsPreferencesOf(tx: PracticeTx, clientId: string): Promise<SmsPreferences> {
  await requireClient(tx, clientId)
  const row = await findPreferences(tx, clientId)
  return row ? toPreferences(row) : { id: uuidOf('sms_preferences', clientId), clientId, ...DEFAULT_SMS_PREFERENCES }
}

/** Sets text preferences; creates the row when it is missing. @throws forbidden, client_not_found, conflict */
export async function setSmsPreferences(
  tx: PracticeTx,
  actor: Actor,
  clientId: string,
  input: SmsPreferencesChange,
  baseRev?: number,
): Promise<Row<'sms_preferences'>> {
  requireMayChange(actor)
  await holdWriters(tx)
  await requireClient(tx, clientId)
  const before = await findPreferences(tx, clientId)
  const columns = {
    enable_reminders: input.enableReminders,
    reminder_hours: input.reminderHours,
    enable_updates: input.enableUpdates,
    enable_confirmations: input.enableConfirmations,
    next_stops_before: input.nextStopsBefore,
  }
  if (before) return updateRow(tx, actor, before, 'sms_preferences', columns, { baseRev })
  return insertRow(tx, actor, 'sms_preferences', uuidOf('sms_preferences', clientId), { client_id: clientId, ...columns }, SHARED)
}

/** A row as it goes over the wire. */
export function toClient(row: ClientRow): Client {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone_as_typed,
    phoneE164: row.phone_e164,
    businessName: row.business_name,
    isBusiness: row.is_business,
    address: row.address,
    postcode: row.postcode,
    notes: row.notes,
    isActive: row.is_active,
    preferredChannel: row.preferred_channel,
    tags: row.tags,
    marketingConsentAt: row.marketing_consent_at?.toISOString() ?? null,
    marketingConsentHow: row.marketing_consent_how,
    stoppedAt: row.stopped_at?.toISOString() ?? null,
    oldestDueOn: row.oldest_due_on,
    lat: row.lat,
    lng: row.lng,
    positionSource: row.position_source,
    what3words: row.what3words,
    payerClientId: row.payer_client_id,
    notSameAs: row.not_same_as,
    portal: row.portal,
    portalShows: row.portal_shows,
    hidesFromYard: row.hides_from_yard,
  }
}

export const toPreferences = (row: Row<'sms_preferences'>): SmsPreferences => ({
  id: row.id,
  clientId: row.client_id,
  enableReminders: row.enable_reminders,
  reminderHours: row.reminder_hours as SmsPreferences['reminderHours'],
  enableUpdates: row.enable_updates,
  enableConfirmations: row.enable_confirmations,
  nextStopsBefore: row.next_stops_before,
})

export const clientSync: SyncedEntity<'clients'> = {
  toWire: toClient,
  write: {
    newShape: NewClientShape,
    changeShape: ClientChangeShape,
    create: addClient,
    update: changeClient,
    remove: (tx, actor, id, baseRev, data = {}) =>
      removeClient(tx, actor, id, { baseRev, evenWithOpenMoney: data.evenWithOpenMoney === true }),
  },
}

/** One row per client, so a CREATE from a second device is an update. */
export const preferencesSync: SyncedEntity<'sms_preferences'> = {
  toWire: toPreferences,
  write: {
    newShape: PreferencesShape.extend({ clientId: NewClientShape.shape.name }),
    changeShape: PreferencesShape,
    create: (tx, actor, _id, input: SmsPreferencesChange & { clientId: string }) =>
      setSmsPreferences(tx, actor, idOf(input.clientId, 'client_not_found'), input, NOTHING_SEEN),
    async update(tx, actor, id, input: SmsPreferencesChange, baseRev) {
      const row = await tx.selectFrom('sms_preferences').select('client_id').where('id', '=', id).executeTakeFirst()
      if (!row) throw new AppError('client_not_found')
      return setSmsPreferences(tx, actor, row.client_id, input, baseRev)
    },
    async remove() {
      throw new AppError('forbidden')
    },
  },
}

/**
 * A phone number is one value in any notation, and so is a pin. If another device changed it unseen, the user must choose: a wrong number
 * texts a stranger.
 */
export const CLIENT_POLICY: MergePolicy = {
  groups: {
    phone: ['phone_as_typed', 'phone_e164'],
    marketing_consent_how: ['marketing_consent_how', 'marketing_consent_at'],
    position: ['lat', 'lng', 'position_source'],
  },
  both: { notes: 10_000 },
}

/** The fields of a change, as columns; an absent field stays absent. @throws client_not_found when the payer's id is none */
export function clientColumns(input: ClientChange) {
  const phone = input.phone === undefined ? {} : { phone_as_typed: input.phone || null, phone_e164: toE164(input.phone) }
  return {
    ...phone,
    name: input.name,
    email: noneIfBlank(input.email),
    business_name: noneIfBlank(input.businessName),
    is_business: input.isBusiness,
    address: noneIfBlank(input.address),
    postcode: noneIfBlank(input.postcode),
    notes: noneIfBlank(input.notes),
    is_active: input.isActive,
    preferred_channel: input.preferredChannel,
    tags: input.tags,
    lat: input.lat,
    lng: input.lng,
    position_source: input.positionSource,
    what3words: noneIfBlank(input.what3words),
    payer_client_id: optionalId(input.payerClientId, 'client_not_found'),
    not_same_as: input.notSameAs?.map((id) => idOf(id, 'client_not_found')),
    portal: input.portal,
    portal_shows: input.portalShows,
  }
}
