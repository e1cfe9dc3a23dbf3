import { Fault, type Json } from '#connectors/google/far-calendars.ts'

/* For tests only: lists of the double of Google Calendar, page by page. */

/** What tokens stand for: a moment of a calendar, and the rest of a list. */
export type Tokens = { since: Map<string, Since>; rest: Map<string, { list: List; query: string; isEmpty: boolean }>; last: number }
type Since = { calendarId: string; at: number }
/** `since`: the moment that the token after the last page stands for. */
type List = { items: readonly Json[]; since?: Since }

const [PAGE, MOST] = [3, 2500]

export const openTokens = (): Tokens => ({ since: new Map(), rest: new Map(), last: 0 })

/** A page of a list; where there are several, one of them is empty, as any may be. The questions of one list are the same. */
export function page(tokens: Tokens, url: URL, whole: List): Json {
  const size = Number(url.searchParams.get('maxResults') ?? PAGE)
  if (!(size >= 1 && size <= MOST)) throw new Fault(400, 'invalid')
  const query = new URLSearchParams([...url.searchParams].filter(([name]) => name !== 'pageToken')).toString()
  const asked = url.searchParams.get('pageToken')
  const on = asked === null ? { list: whole, query, isEmpty: false } : tokens.rest.get(asked)
  if (on?.query !== query) throw new Fault(400, 'invalid')
  const { items, since } = on.list
  const count = on.isEmpty ? 0 : Math.min(size, PAGE)
  const next = () => `t${++tokens.last}=`
  if (items.length > count) {
    const nextPageToken = next()
    tokens.rest.set(nextPageToken, { list: { ...on.list, items: items.slice(count) }, query, isEmpty: asked === null })
    return { kind: 'calendar#list', items: items.slice(0, count), nextPageToken }
  }
  if (!since) return { kind: 'calendar#list', items }
  const nextSyncToken = next()
  tokens.since.set(nextSyncToken, since)
  return { kind: 'calendar#list', items, nextSyncToken }
}

/** Of an answer what `fields` names, as `a,b,items(id,etag)`; all without it. */
export function fieldsOf(answer: Json, fields: string | null): Json {
  if (!fields) return answer
  const named = [...fields.matchAll(/(\w+)(?:\(([^()]*)\))?/g)]
  return Object.fromEntries(
    named.flatMap(([, name = '', inner]) => {
      const value = answer[name]
      if (value === undefined) return []
      return [[name, inner && Array.isArray(value) ? value.map((one) => fieldsOf(one as Json, inner)) : value]]
    }),
  )
}
