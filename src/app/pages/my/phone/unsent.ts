import { COPY } from '#app/my/copy-names.ts'
import { UNSENT } from '#app/pages/my/phone/stores.ts'
import { uuidv7 } from '#lib/ids.ts'

/* What a form was sent with and did not get through: it waits on this phone until its person sends it or throws it away. */

/** `label`: what it is, and `words` what was typed. */
export type Unsent = { id: string; path: string; label: string; words: string; isMultipart: boolean }
type Typed = Omit<Unsent, 'id'> & { whose: string; fields: FormData }

const at = (id: string) => `/my/unsent/${id}`
/** A header holds no letters but English ones. */
const packed = (unsent: object) => encodeURIComponent(JSON.stringify(unsent))

/** Keeps it, in place of what the same form kept before; returns its id. */
export async function keepUnsent({ whose, fields, ...typed }: Typed, id = uuidv7()): Promise<string> {
  const kept = new Response(fields)
  kept.headers.set(COPY, whose)
  kept.headers.set('my-unsent', packed({ ...typed, id }))
  await (await caches.open(UNSENT)).put(at(id), kept)
  return id
}

/** What waits of this person, the oldest first. */
export async function listUnsent(whose: string): Promise<Unsent[]> {
  if (!(await caches.has(UNSENT))) return []
  const store = await caches.open(UNSENT)
  const all = await Promise.all((await store.keys()).map((request) => store.match(request)))
  const theirs = all.flatMap((kept) => (kept?.headers.get(COPY) === whose ? [kept.headers.get('my-unsent') ?? ''] : []))
  return theirs.map((kept) => JSON.parse(decodeURIComponent(kept)) as Unsent).toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** What the form held. */
export const fieldsOf = async ({ id }: Unsent): Promise<FormData | undefined> =>
  (await (await caches.open(UNSENT)).match(at(id)))?.formData()

export async function dropUnsent(id: string): Promise<void> {
  const store = await caches.open(UNSENT)
  await store.delete(at(id))
  if ((await store.keys()).length === 0) await caches.delete(UNSENT)
}
