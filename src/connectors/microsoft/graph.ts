import { z } from 'zod'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import { manifest } from '#connectors/microsoft/manifest.ts'

/** An answer that is no success: its status, and its codes from the widest to the most exact. */
export type Fault = { status: number; codes: string[] }

type Question = { method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'; body?: unknown; match?: string | null }

const VERSION = '/v1.0'
/** All times in UTC, so that no zone's name has to be understood; whole entries come, with what is written in them, so a page is small. */
const PREFER = 'outlook.timezone="UTC", odata.maxpagesize=50'
const MOST_PAGES = 200
const MOST_CODES = 5

const PAGE = z.object({
  value: z.array(z.unknown()),
  '@odata.nextLink': z.string().nullish(),
  '@odata.deltaLink': z.string().nullish(),
})
/** Both spellings are in use. */
const FAULT = z.object({ code: z.string().catch(''), innererror: z.unknown().optional(), innerError: z.unknown().optional() })
const NO_MAILBOX = ['MailboxNotEnabledForRESTAPI', 'MailboxNotSupportedForRESTAPI']
const CHANGED = ['ErrorIrresolvableConflict', 'resourceModified', 'entityTagDoesNotMatch']

/** The address of a resource; each interpolated part is a name or a value. */
export const path = ({ raw }: TemplateStringsArray, ...values: string[]): string =>
  raw.map((text, at) => text + (values[at] === undefined ? '' : encodeURIComponent(values[at]))).join('')

/** Sends a question to a path, or to a link of an earlier answer, and reads what `shape` knows of the answer. @throws Refusal */
export async function ask<T>(
  wire: Wire,
  place: string,
  shape: z.ZodType<T>,
  { method = 'GET', body, match }: Question = {},
): Promise<{ found: T } | Fault> {
  const answer = await wire.fetch(place.startsWith('/') ? `${originOf(wire)}${VERSION}${place}` : place, {
    method,
    headers: {
      ...{ accept: 'application/json', prefer: PREFER },
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(match && { 'if-match': match }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) return { status: answer.status, codes: codesIn(text) }
  const found = shape.safeParse(parsed(text))
  if (!found.success) throw noAnswer()
  return { found: found.data }
}

/**
 * All of a list, page by page; what isn't of the shape is left out. `end`: the link that returns what has changed since.
 * @throws Refusal `later` when it doesn't end, `refused` when it leads elsewhere
 */
export async function askAll<T>(wire: Wire, place: string, shape: z.ZodType<T>): Promise<{ found: T[]; end: string | null } | Fault> {
  const found: T[] = []
  let next = place
  for (let page = 0; page < MOST_PAGES; page++) {
    const answer = await ask(wire, next, PAGE)
    if ('status' in answer) return answer
    for (const row of answer.found.value) {
      const one = shape.safeParse(row)
      if (one.success) found.push(one.data)
    }
    const { '@odata.nextLink': nextLink, '@odata.deltaLink': deltaLink } = answer.found
    if (!nextLink) return { found, end: deltaLink ? ownLink(wire, deltaLink) : null }
    next = ownLink(wire, nextLink)
  }
  throw new Refusal('later')
}

/** Whether a link leads to where we are allowed to go with the key. */
export const isOwnLink = (wire: Wire, link: string): boolean =>
  URL.canParse(link) && new URL(link).origin === originOf(wire) && new URL(link).pathname.startsWith(`${VERSION}/`)

function ownLink(wire: Wire, link: string): string {
  if (isOwnLink(wire, link)) return link
  throw new Refusal('refused', { sentence: "Outlook's answer leads to another address, so it wasn't followed." })
}

/** What an answer that is no success means where its status and codes are enough. */
export function refusalOf({ status, codes }: Fault): Refusal {
  if (codes.some((code) => NO_MAILBOX.includes(code)))
    return new Refusal('refused', { sentence: 'This Microsoft account has no Outlook calendar.' })
  if (status === 404 || status === 410) return new Refusal('gone')
  if (status === 409 || status === 412 || codes.some((code) => CHANGED.includes(code))) return new Refusal('conflict')
  if (status === 423) return new Refusal('later')
  const code = codes.findLast((each) => /^\w{1,60}$/.test(each))
  return new Refusal('refused', { sentence: `Outlook won't do this (${code ?? status}).` })
}

/** That something answered, but not as Outlook does. */
export const noAnswer = () => new Refusal('refused', { sentence: "What answered is not Outlook's calendar." })

const originOf = ({ credentials }: Wire): string => new URL(credentials.address ?? manifest.at ?? '').origin

function parsed(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw noAnswer()
  }
}

function codesIn(text: string): string[] {
  const codes: string[] = []
  try {
    let error: unknown = z.object({ error: z.unknown() }).parse(JSON.parse(text)).error
    for (let depth = 0; depth < MOST_CODES && error; depth++) {
      const { code, innererror, innerError } = FAULT.parse(error)
      if (code) codes.push(code)
      error = innererror ?? innerError
    }
  } catch {
    // What a proxy answers has no codes.
  }
  return codes
}
