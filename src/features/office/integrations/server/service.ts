import { sql } from 'kysely'
import type { Manifest } from '#connectors/kit/manifest.ts'
import { AUDIENCES, CALENDARS, CONNECTORS, POSTERS } from '#connectors/registry.ts'
import type { Exchanged, GivenSettings, Integration } from '#features/office/integrations/contract.ts'
import { type Connecting, keyed, STARTED, sealKey } from '#features/office/integrations/server/connecting.ts'
import { endConnection, forgetRead } from '#features/office/integrations/server/end-connection.ts'
import { countItems, forgetLog, listLog } from '#features/office/integrations/server/exchange-queries.ts'
import { forgetFeed, giveFeed } from '#features/office/integrations/server/feed.ts'
import { isInPlan, manifestOf, ownerOf, requireMine, requirePlan } from '#features/office/integrations/server/manifest-of.ts'
import { isSignedInTo } from '#features/office/integrations/server/oauth-apps.ts'
import { CHOOSE, chosenOne } from '#features/office/integrations/server/oauth-choice.ts'
import { stillSignedIn } from '#features/office/integrations/server/oauth-kept.ts'
import { revokeThere } from '#features/office/integrations/server/oauth-revoke.ts'
import { heldPostWords } from '#features/office/integrations/server/post-words.ts'
import {
  type ConnectionRow,
  findConnection,
  insertConnection,
  listConnections,
  listOff,
  listShared,
  updateConnection,
} from '#features/office/integrations/server/queries.ts'
import { isRehearsed, KEY_LOST, maskOf, type Places, secretOf } from '#features/office/integrations/server/secrets.ts'
import { settlePosts } from '#features/office/integrations/server/settle-posts.ts'
import { currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import { type Actor, memberOf } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { forEachPractice, type JobLog } from '#platform/server/database/each-practice.ts'
import { exchangeAt } from '#platform/server/database/exchanges.ts'
import { holdWriters } from '#platform/server/database/rows.ts'

/** How this server is run, as far as cards show it. */
export type Setup = Places & Pick<Connecting, 'vault' | 'oauthApps'>

/** Everything that can be connected, in the order of the cards, with its state for the calling member. */
export async function listIntegrations(tx: PracticeTx, actor: Actor, setup: Setup): Promise<Integration[]> {
  const rows = new Map((await listConnections(tx, memberOf(actor))).map((row) => [row.connector, row]))
  const entries = await countItems(tx)
  const shared = await listShared(tx)
  const gone = await heldPostWords(
    tx,
    Object.keys(POSTERS).filter((id) => !rows.has(id)),
  )
  return CONNECTORS.map((manifest) => {
    const row = rows.get(manifest.id)
    const integration = toIntegration(manifest, row, actor, setup, row && entries.get(row.id))
    // What stayed up at a network that was disconnected.
    const sentence = integration.sentence ?? gone.get(manifest.id) ?? null
    return { ...integration, sentence, ...(shared.has(manifest.id) && { isShared: true }) }
  })
}

type Change = Pick<Integration, 'enabled'> & { settings?: GivenSettings | undefined }

/**
 * Switches a connection of the calling member on or off, and changes the settings that are named. A key is tried with the far side before it is
 * kept, outside of any transaction. What is off keeps its secret, and is the same when it is on again.
 * @throws integration_not_found, not_in_plan, key_required, sign_in_first, address_required, key_refused, far_side_silent
 */
export async function changeIntegration(connecting: Connecting, actor: Actor, id: string, change: Change): Promise<Integration> {
  const manifest = manifestOf(id)
  requireMine(manifest, actor)
  if (change.enabled) requirePlan(manifest, actor)
  requireNoKeyIn(change.settings?.address)
  requireLink(manifest, change)
  if (manifest.isOwnOnly && change.settings?.calendarId) throw new AppError('bad_request', {}, OWN_ONLY)
  const memberId = ownerOf(manifest, actor)
  const inPractice = <T>(work: (tx: PracticeTx) => Promise<T>) => connecting.db.withPractice(actor.practiceId, work)
  const { apiKey: _, pageId: __, ...settings } = change.settings ?? {}
  const known = await inPractice((tx) => findConnection(tx, id, memberId))
  const tried = await keyed(connecting, manifest, known, change)
  const signedIn = await stillSignedIn(connecting, manifest, known, change)
  const chosen = await chosenOne(connecting, manifest, known, change)
  return inPractice(async (tx) => {
    await holdWriters(tx)
    const off_at = change.enabled ? null : currentTime()
    const of = { practice_id: actor.practiceId, connector: id, member_id: memberId }
    const before =
      (await findConnection(tx, id, memberId)) ?? (await insertConnection(tx, { ...of, id: uuidv7(), enabled: change.enabled, off_at }))
    const row = await updateConnection(tx, before.id, {
      enabled: change.enabled,
      off_at: off_at && (before.off_at ?? off_at),
      settings: { ...before.settings, ...settings, ...(chosen && { choices: undefined }) },
      // A worker that is at it stops.
      ...(!change.enabled && { leased_until: null }),
      ...((!change.enabled || settings.busyCalendars || isElsewhere(before, settings)) && { busy_read_at: null }),
      ...(isElsewhere(before, settings) && { next_at: currentTime(), failures: 0 }),
      ...(tried && { ...sealKey(connecting.vault, before, tried), ...STARTED, next_at: currentTime() }),
      ...(signedIn && { ...signedIn, ...STARTED, next_at: currentTime() }),
      ...chosen?.(before),
      ...(change.enabled && isKeyless(manifest) && { ...STARTED, next_at: currentTime() }),
    })
    if (!change.enabled) await forgetRead(tx, row)
    if (change.enabled && manifest.id === 'feed') await giveFeed(tx, connecting.vault, row)
    if (change.enabled && row.next_at) await exchangeAt(tx, currentTime())
    return withShared(tx, toIntegration(manifest, await afterPosts(tx, row), actor, connecting))
  })
}

/** A link for people is one that leads to a page. @throws address_required, key_refused */
function requireLink({ asks }: Manifest, { enabled, settings }: Change) {
  if (asks.by !== 'nothing' || !asks.isLink || !enabled) return
  const address = settings?.address
  if (!address) throw new AppError('address_required')
  if (!/^https:\/\/[^\s/.]+\.[^\s]+$/.test(address) || !URL.canParse(address)) throw new AppError('key_refused', {}, NO_LINK)
}

const NO_LINK = 'The link must be the whole of it, from https:// on.'
const OWN_ONLY = 'There, your diary can only go to the calendar made for it.'

/** An address is shown and kept as it is. @throws key_refused */
function requireNoKeyIn(address = '') {
  if (!URL.canParse(address)) return
  const { username, password } = new URL(address)
  if (username || password) throw new AppError('key_refused', {}, 'The name and password go in their own fields, not in the address.')
}

/** Whether another calendar or list there will be written to from now on, or with other tags. */
const isElsewhere = ({ secret, settings }: ConnectionRow, { calendarId, listId, tags }: GivenSettings): boolean =>
  secret !== null &&
  ((calendarId !== undefined && calendarId !== (settings.calendarId ?? null)) ||
    (listId !== undefined && listId !== settings.listId) ||
    tags !== undefined)

/** It does its work without a key. */
const isKeyless = ({ asks, at }: Manifest): boolean => asks.by === 'nothing' && (at !== undefined || asks.isLink === true)

/** Exchanges at once, also where it had stopped for a person; what is not connected stays so. @throws integration_not_found */
export async function checkNow(
  tx: PracticeTx,
  actor: Actor,
  setup: Setup,
  id: string,
  many: 'ask' | 'back' | undefined,
): Promise<Integration> {
  const manifest = manifestOf(id)
  requireMine(manifest, actor)
  const row = await findConnection(tx, id, ownerOf(manifest, actor))
  if (!row?.enabled || manifest.id === 'feed') return toIntegration(manifest, row, actor, setup)
  const now = currentTime()
  const isGone = row.status === 'error' && row.many === null && CALENDARS[id] !== undefined
  const checked = await updateConnection(tx, row.id, {
    next_at: now,
    failures: 0,
    busy_read_at: null,
    ...(row.many && many ? { many } : {}),
    // A calendar that is gone there is made again.
    ...(isGone && { far_calendar: null, cursor: null }),
  })
  await exchangeAt(tx, now)
  return withShared(tx, toIntegration(manifest, checked, actor, setup))
}

const withShared = async (tx: PracticeTx, one: Integration): Promise<Integration> =>
  (await listShared(tx)).has(one.id) ? { ...one, isShared: true } : one

/** What a connection exchanged in the last 90 days, newest first. @throws integration_not_found */
export async function exchangedBy(
  tx: PracticeTx,
  actor: Actor,
  id: string,
  page: { after?: string | undefined; limit: number },
): Promise<Exchanged[]> {
  const manifest = manifestOf(id)
  requireMine(manifest, actor)
  const row = await findConnection(tx, id, ownerOf(manifest, actor))
  if (!row) return []
  return (await listLog(tx, row.id, page)).map(({ at, ...line }) => ({ ...line, at: at.toISOString() }))
}

/** How long what is off keeps its secret. */
const KEPT_DAYS = 30
/** How long it is shown what was exchanged. */
const LOGGED_DAYS = 90
const DAY_MS = 86_400_000

/** Ends connections that have been off for a month, and forgets what was exchanged long ago. Safe to run twice. */
export async function forgetConnections(connecting: Connecting, log?: JobLog): Promise<void> {
  const { db } = connecting
  const now = currentTime()
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS)
  const logged = new Date(now.getTime() - LOGGED_DAYS * DAY_MS)
  const work = async (practiceId: string) => {
    const ended = await db.withPractice(practiceId, async (tx) => {
      await forgetLog(tx, logged)
      const rows: (ConnectionRow | undefined)[] = []
      for (const row of await listOff(tx, before)) rows.push(await end(tx, row))
      return rows
    })
    for (const row of ended) await revokeThere(connecting, row)
  }
  const withWork = (among: readonly string[]) => sql`directory.with_old_connections(${among}, ${before}, ${logged})`
  await forEachPractice(db, { job: 'forget-connections', asOf: now, withWork, work }, log)
}

async function end(tx: PracticeTx, row: ConnectionRow): Promise<ConnectionRow | undefined> {
  if (row.connector === 'feed') await forgetFeed(tx, row)
  const ended = await endConnection(tx, row)
  await afterPosts(tx, row)
  return ended
}

/** Posts say how they stand at a network that was switched on or off, or ended; its row as it is then. */
async function afterPosts(tx: PracticeTx, row: ConnectionRow): Promise<ConnectionRow> {
  if (!POSTERS[row.connector]) return row
  await settlePosts(tx)
  return (await findConnection(tx, row.connector, row.member_id)) ?? row
}

/**
 * Ends a connection of the calling member, forgets its secret, and takes a sign-in back at its vendor. Ended again, it stays so. `there` `remove`:
 * what we put there is taken out first, by the worker, which then ends it. @throws integration_not_found
 */
export async function disconnect(connecting: Connecting, actor: Actor, id: string, there: 'leave' | 'remove'): Promise<Integration> {
  const { answer, ended } = await connecting.db.withPractice(actor.practiceId, (tx) => beginEnd(tx, actor, connecting, id, there))
  await revokeThere(connecting, ended)
  return answer
}

type Ending = { answer: Integration; ended?: ConnectionRow | undefined }

async function beginEnd(tx: PracticeTx, actor: Actor, setup: Setup, id: string, there: 'leave' | 'remove'): Promise<Ending> {
  const manifest = manifestOf(id)
  requireMine(manifest, actor)
  await holdWriters(tx)
  const row = await findConnection(tx, id, ownerOf(manifest, actor))
  if (!row) return { answer: toIntegration(manifest, undefined, actor, setup) }
  if (there === 'leave' || !row.secret || !(CALENDARS[row.connector] ?? AUDIENCES[row.connector] ?? POSTERS[row.connector])) {
    const ended = await end(tx, row)
    return { answer: toIntegration(manifest, undefined, actor, setup), ended }
  }
  const now = currentTime()
  const ending = await updateConnection(tx, row.id, {
    enabled: false,
    off_at: row.off_at ?? now,
    is_ending: true,
    next_at: now,
    failures: 0,
  })
  await exchangeAt(tx, now)
  return { answer: toIntegration(manifest, ending, actor, setup, (await countItems(tx)).get(row.id)) }
}

function toIntegration(manifest: Manifest, row: ConnectionRow | undefined, actor: Actor, setup: Setup, entries = 0): Integration {
  const { id, name, description, category, of, asks, sends, brings, leaves, credit } = manifest
  const enabled = row?.enabled ?? false
  const isTold = enabled && row !== undefined && (asks.by !== 'nothing' || isKeyless(manifest))
  const isRehearsal = isTold && isRehearsed(setup, row)
  // Connected in the test version, and never tried since.
  const isUntried = isTold && asks.by !== 'nothing' && !isRehearsal && row.account === null
  const isLost = isTold && row.secret !== null && secretOf(setup.vault, row) === undefined
  const apiKey = row && maskOf(row)
  const { choices, ...settings } = row?.settings ?? {}
  return {
    id,
    name,
    description,
    category,
    of,
    enabled,
    status: !enabled || isUntried ? 'disconnected' : isLost ? 'error' : (row?.status ?? 'connected'),
    settings: { ...settings, ...(apiKey && { apiKey }) },
    ...(choices && { choices }),
    asks: toAsks(manifest, setup),
    account: row?.account ?? null,
    sentence: isUntried ? untried(manifest) : isLost ? lost(manifest) : choices ? CHOOSE : (row?.sentence ?? null),
    isVeryMany: row?.many === 'found',
    isEnding: row?.is_ending ?? false,
    entries,
    isRehearsed: isRehearsal,
    lastSuccessAt: row?.last_success_at?.toISOString() ?? null,
    isInPlan: isInPlan(manifest, actor),
    sends: [...sends],
    brings: [...brings],
    leaves: [...leaves],
    ...(credit && { credit }),
    isOwnOnly: manifest.isOwnOnly ?? false,
  }
}

const untried = (manifest: Manifest): string =>
  isSignedInTo(manifest) ? `Sign in to ${manifest.asks.vendor} to connect it.` : 'It was never tried. Connect it again.'

const lost = (manifest: Manifest): string =>
  isSignedInTo(manifest) ? `The key of this server has changed. Sign in to ${manifest.asks.vendor} again.` : KEY_LOST

function toAsks(manifest: Manifest, setup: Setup): Integration['asks'] {
  const { id, asks } = manifest
  if (asks.by === 'key') return { ...asks, fields: [...asks.fields] }
  if (asks.by === 'nothing')
    return { by: 'nothing', ...(asks.fields && { fields: [...asks.fields] }), ...(asks.isLink && { isLink: true }) }
  // Where nothing leaves, no one is led there either.
  const isReady = setup.oauthApps?.[asks.env] !== undefined || isRehearsed(setup, { connector: id, settings: {} })
  return { by: 'oauth', vendor: asks.vendor, isReady }
}
