import { z } from 'zod'
import { manifest } from '#connectors/google/manifest.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'

/** An answer that is no success: its status, and Google's reason, if it has one. */
export type Fault = { status: number; reason: string }

type Question = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  query?: Readonly<Record<string, string>>
  body?: unknown
  /** The only version to change. */
  match?: string | null
}

const ROOT = '/calendar/v3/'
const MOST_PAGES = 200

/** An id as we may put it into an address. */
export const ID = z.string().regex(/^(?!\.+$)[!-~]{1,1024}$/)
/** A text that may be missing; anything but text counts as missing. */
export const words = z.string().nullish().catch(null)

const PAGE = z.object({ items: z.array(z.unknown()).nullish(), nextPageToken: words, nextSyncToken: words })
type Page = z.infer<typeof PAGE>
const FAULT = z.object({ error: z.object({ errors: z.array(z.object({ reason: z.string() })).min(1) }) })

/** The place of a resource, each part a name or an id. */
export const placeOf = (...parts: string[]): string => parts.map(encodeURIComponent).join('/')

/** Asks for a place and reads what `shape` knows of the answer. @throws Refusal, `later` also when what answers is not Google's JSON */
export async function ask<T>(
  wire: Wire,
  place: string,
  shape: z.ZodType<T>,
  { method = 'GET', query = {}, body, match }: Question = {},
): Promise<{ found: T } | Fault> {
  const url = new URL(ROOT + place, wire.credentials.address ?? manifest.at)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const answer = await wire.fetch(url.href, {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(match && { 'if-match': match }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    reads: [403],
  })
  const text = await answer.text()
  if (!answer.ok) {
    const fault = { status: answer.status, reason: reasonIn(text) }
    if (fault.status === 403) throw notAllowed(fault)
    return fault
  }
  const found = shape.safeParse(parsed(text))
  if (!found.success) throw new Refusal('later', { cause: found.error })
  return { found: found.data }
}

/** All of a list, page by page; what isn't of the shape is left out. `cursor`: the one after its last page. @throws Refusal `later` when it doesn't end */
export async function askAll<T>(
  wire: Wire,
  place: string,
  shape: z.ZodType<T>,
  query: Readonly<Record<string, string>>,
): Promise<{ found: T[]; cursor: string | null } | (Fault & { isFirst: boolean })> {
  const found: T[] = []
  let page: string | null = null
  for (let number = 0; number < MOST_PAGES; number++) {
    const answer: { found: Page } | Fault = await ask(wire, place, PAGE, {
      query: { ...query, ...(page !== null && { pageToken: page }) },
    })
    if ('status' in answer) return { ...answer, isFirst: page === null }
    const { items, nextPageToken, nextSyncToken }: Page = answer.found
    for (const item of items ?? []) {
      const one = shape.safeParse(item)
      if (one.success) found.push(one.data)
    }
    if (!nextPageToken) return { found, cursor: nextSyncToken || null }
    if (nextPageToken === page) break
    page = nextPageToken
  }
  throw new Refusal('later')
}

/** What an answer that is no success means where its status is enough. */
export function refusalOf({ status, reason }: Fault): Refusal {
  if (status === 404 || status === 410) return new Refusal('gone')
  if (status === 409 || status === 412) return new Refusal('conflict')
  return new Refusal('refused', { sentence: `Google Calendar won't do this (${reason || status}).` })
}

/** Google also answers so after too many requests, or too much created. */
function notAllowed({ reason }: Fault): Refusal {
  if (/(limit|quota)exceeded$/i.test(reason)) return new Refusal('later')
  if (reason !== 'insufficientPermissions') return new Refusal('not_allowed')
  return new Refusal('not_allowed', {
    sentence:
      "You haven't let Pritchel do this at Google: sign in again and tick every box. It can write only to the calendar it made there.",
  })
}

function parsed(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Refusal('later', { cause: error })
  }
}

function reasonIn(text: string): string {
  try {
    const reason = FAULT.parse(JSON.parse(text)).error.errors[0]?.reason ?? ''
    return /^\w{1,60}$/.test(reason) ? reason : ''
  } catch {
    // What a proxy answers has no reason.
    return ''
  }
}
