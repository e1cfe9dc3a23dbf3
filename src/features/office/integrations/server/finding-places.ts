import { createHash } from 'node:crypto'
import type { Wire } from '#connectors/kit/wire.ts'
import { PLACES } from '#connectors/registry.ts'
import type { Item } from '#features/office/integrations/server/deciding.ts'
import { addLog, forgetItems, listItems, putItems } from '#features/office/integrations/server/exchange-queries.ts'
import { wireOf } from '#features/office/integrations/server/far-wire.ts'
import { type Exchanging, inPass, type Pass } from '#features/office/integrations/server/in-pass.ts'
import { inLease } from '#features/office/integrations/server/lease.ts'
import { type ConnectionRow, updateConnection } from '#features/office/integrations/server/queries.ts'
import { addressOf, isRehearsed } from '#features/office/integrations/server/secrets.ts'
import { keepFoundPosition, listNamedPlaces, type NamedPlace } from '#features/records/yards/server/keep-found-position.ts'
import { currentTime } from '#lib/clock.ts'
import { type LatLng, what3wordsOf } from '#lib/position.ts'
import type { FoundBy } from '#lib/position-fields.ts'
import { postcodeOf } from '#lib/postcode.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

type Found = ReadonlyMap<string, LatLng | null>
type Finding = {
  by: FoundBy
  /** The request for what is on record; null: it is none, or may not be requested. */
  askedFor: (text: string) => string | null
  /** The most in one request, and the requests in one pass. */
  most: number
  requests: number
  find: (wire: Wire, asked: readonly string[]) => Promise<Found>
  words: readonly [one: string, many: string]
  shown: (asked: string) => string
}

const { what3words, postcodes } = PLACES
/** How each connector finds places. */
const FINDINGS: Readonly<Record<string, Finding>> = {
  what3words: {
    by: 'what3words',
    askedFor: what3wordsOf,
    most: 1,
    requests: 50,
    find: async (wire, [words = '']) => new Map([[words, await what3words.words.find(wire, words)]]),
    words: ['what3words address', 'what3words addresses'],
    shown: (asked) => `///${asked}`,
  },
  postcodes: {
    by: 'postcode',
    askedFor: (text) => {
      const postcode = postcodeOf(text)
      return postcode && postcodes.postcodes.covers(postcode) ? postcode : null
    },
    most: postcodes.postcodes.most,
    requests: 5,
    find: postcodes.postcodes.find,
    words: ['postcode', 'postcodes'],
    shown: (asked) => asked,
  },
}

/** Changes here mark the practice at once; this is for none. */
const REST_MS = 24 * 60 * 60_000
const AGAIN_MS = 2000
/** So many are named in a line of what was exchanged. */
const MOST_NAMED = 100

/**
 * One pass that finds places: it requests those without a position, or with one that was found by something else than what is on record
 * now. An answer, also that it is unknown, is remembered by a hash, so nothing is requested twice until it changes, and a position that a
 * person cleared does not come back.
 */
export const findPlaces = (exchanging: Exchanging, row: ConnectionRow): Promise<void> =>
  inPass(exchanging, row, (pass) => {
    const finding = FINDINGS[row.connector]
    if (!finding) throw new Error(`finds no places: ${row.connector}`)
    return isRehearsed(pass, pass.row) ? rehearse(pass, finding) : look(pass, finding)
  })

async function look(pass: Pass, finding: Finding): Promise<void> {
  const wanted = await inLease(pass, (tx) => readWanted(tx, pass, finding))
  const batches = batchesOf([...wanted.keys()], finding.most)
  const results: { asked: string; isFound: boolean }[] = []
  const log = (tx: PracticeTx) => addLog(tx, pass.row, currentTime(), [lineOf(finding, results)])
  try {
    const wire = batches.length > 0 && (await wireOf(pass, pass.row))
    for (const asked of wire ? batches.slice(0, finding.requests) : []) {
      const found = await finding.find(wire as Wire, asked)
      await inLease(pass, (tx) => keep(tx, pass, finding, { wanted, asked, found }))
      results.push(...asked.map((one) => ({ asked: one, isFound: Boolean(found.get(one)) })))
    }
  } catch (error) {
    await inLease(pass, log)
    throw error
  }
  await inLease(pass, async (tx) => {
    await log(tx)
    await rest(tx, pass, { isMore: batches.length > finding.requests, isDone: true })
  })
}

/** What to request, and for which places. What is remembered of places that are gone is forgotten. */
async function readWanted(tx: PracticeTx, pass: Pass, { by, askedFor }: Finding): Promise<Map<string, NamedPlace[]>> {
  const items = new Map((await listItems(tx, pass.row.id)).map((item) => [item.subjectId, item]))
  const places = await listNamedPlaces(tx, by)
  const named = new Set(places.map(({ id }) => id))
  await forgetItems(
    tx,
    pass.row.id,
    [...items.keys()].filter((id) => !named.has(id)),
  )
  const wanted = new Map<string, NamedPlace[]>()
  for (const place of places) {
    const asked = askedFor(place.text)
    if (asked === null || !place.isOpen || items.get(place.id)?.sentHash === hashOf(pass, asked)) continue
    wanted.set(asked, [...(wanted.get(asked) ?? []), place])
  }
  return wanted
}

/** Of the request, its address, and whether it was really sent: a rehearsal has found nothing. */
const hashOf = (pass: Pass, asked: string): string =>
  createHash('sha256')
    .update(JSON.stringify([asked, addressOf(pass, pass.row), isRehearsed(pass, pass.row)]))
    .digest('base64url')

type Answer = { wanted: ReadonlyMap<string, NamedPlace[]>; asked: readonly string[]; found: Found }

/** Keeps what was answered, all or nothing. A place that was changed meanwhile is looked at again by the next pass. */
async function keep(tx: PracticeTx, pass: Pass, { by, words, shown }: Finding, { wanted, asked, found }: Answer): Promise<void> {
  // No member did it, so the journal names none.
  const actor = { ...pass.actor, memberId: null }
  const items: Item[] = []
  for (const one of asked) {
    const at = found.get(one)
    for (const place of wanted.get(one) ?? [])
      if (!at) items.push(itemOf(place, hashOf(pass, one), `${shown(one)} is no ${words[0]} that is known.`))
      else if (await keepFoundPosition(tx, actor, place, { by, at })) items.push(itemOf(place, hashOf(pass, one)))
  }
  await putItems(tx, pass.row, items)
}

/** `sentence`: why it has no position. */
const itemOf = ({ id }: NamedPlace, sentHash: string, sentence: string | null = null): Item => ({
  subjectId: id,
  remoteId: null,
  remoteTag: null,
  sentHash,
  sentWhen: null,
  sendingWhen: null,
  state: sentence ? 'parked' : 'sent',
  sentence,
})

/** In the test version nothing leaves: the requests that would have gone are recorded word for word. */
async function rehearse(pass: Pass, finding: Finding): Promise<void> {
  await inLease(pass, async (tx) => {
    const wanted = await readWanted(tx, pass, finding)
    const asked = [...wanted.keys()]
    await putItems(
      tx,
      pass.row,
      [...wanted].flatMap(([one, places]) => places.map((place) => itemOf(place, hashOf(pass, one)))),
    )
    const words = `${countOf(finding, asked.length)}: ${namesOf(finding, asked)}`
    await addLog(tx, pass.row, currentTime(), [{ verb: 'rehearsed', count: asked.length, words }])
    await rest(tx, pass, { isMore: false, isDone: false })
  })
}

async function rest(tx: PracticeTx, { row }: Pass, { isMore, isDone }: { isMore: boolean; isDone: boolean }): Promise<void> {
  const now = currentTime()
  const next_at = new Date(now.getTime() + (isMore ? AGAIN_MS : REST_MS))
  const last_success_at = isDone ? now : null
  await updateConnection(tx, row.id, { status: 'connected', sentence: null, failures: 0, last_success_at, next_at })
}

/** The number of requests and results; what is unknown there by its name, so that it can be corrected. */
function lineOf(finding: Finding, results: readonly { asked: string; isFound: boolean }[]) {
  const unknown = results.filter(({ isFound }) => !isFound).map(({ asked }) => asked)
  const known = `${countOf(finding, results.length)}, ${results.length - unknown.length} found`
  const words = unknown.length > 0 ? `${known}. Not known there: ${namesOf(finding, unknown)}` : known
  return { verb: 'read' as const, count: results.length, words }
}

const countOf = ({ words: [one, many] }: Finding, count: number) => `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`

function namesOf({ shown }: Finding, asked: readonly string[]): string {
  const more = asked.length > MOST_NAMED ? ` and ${(asked.length - MOST_NAMED).toLocaleString('en-GB')} more` : ''
  return `${asked.slice(0, MOST_NAMED).map(shown).join(', ')}${more}`
}

const batchesOf = (all: readonly string[], most: number): string[][] =>
  Array.from({ length: Math.ceil(all.length / most) }, (_, index) => all.slice(index * most, (index + 1) * most))
