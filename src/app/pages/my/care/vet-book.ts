import { useEffect, useMemo, useState } from 'react'
import type { filmMarkEndpoints, GuestMark } from '#features/evidence/radiographs/contract.ts'
import type { KeptMark, MarkBook, MarkChanges } from '#features/evidence/radiographs/kept.ts'
import { dayOf } from '#lib/dates.ts'
import { call } from '#platform/web/api.ts'
import { serverUrl } from '#platform/web/server-url.ts'

/** The films of one horse: its practice, the one that was opened, and whether the viewer may measure. */
type Films = { slug: string; filmId: string; mayMeasure: boolean }

/**
 * Measurements on films, fetched from the server as one opens, as the page comes back to the front, and after each change. `open` fetches
 * another's. A vet's measurements are sent; a reader has none.
 */
export function useVetBook({ slug, filmId, mayMeasure }: Films): { book: MarkBook; open: (id: string) => void } {
  const [opened, setOpened] = useState<readonly string[]>([filmId])
  const [marks, setMarks] = useState<readonly KeptMark[]>([])
  const read = useMemo(
    () => async (id: string) => {
      const of = await call<typeof filmMarkEndpoints.read>('GET /api/my/films/:slug/:id/marks', { params: { slug, id } })
      setMarks((now) => [...now.filter((mark) => mark.filmId !== id), ...of.map((mark) => keptOf(id, mark))])
    },
    [slug],
  )
  useEffect(() => {
    // Without signal there is nothing new; the next time fetches again.
    const readAll = () => void Promise.allSettled(opened.map(read))
    const seen = () => document.visibilityState === 'visible' && readAll()
    readAll()
    document.addEventListener('visibilitychange', seen)
    return () => document.removeEventListener('visibilitychange', seen)
  }, [opened, read])
  const book = useMemo<MarkBook>(
    () => ({
      marks,
      measuresAs: mayMeasure ? 'You' : null,
      keep: async (id, changes) => (await sendAll(`/api/my/films/${slug}/${id}/marks`, changes)) && seenAfter(read(id)),
    }),
    [marks, mayMeasure, read, slug],
  )
  return { book, open: (id) => setOpened((now) => (now.includes(id) ? now : [...now, id])) }
}

const keptOf = (filmId: string, { madeAt, ...mark }: GuestMark): KeptMark => ({ ...mark, filmId, on: dayOf(madeAt, 'Europe/London') })

/** All at once: of a page that is being left, what is not on its way yet never goes. What is away already may be taken away again. */
async function sendAll(path: string, { add, remove }: MarkChanges): Promise<boolean> {
  const taken = remove.map(async (id) => {
    const status = await send(`${path}/${id}`, 'DELETE')
    return status < 400 || status === 404
  })
  const made = add.map(async ({ number: _, ...mark }) => (await send(path, 'POST', mark)) < 400)
  return (await Promise.all([...taken, ...made])).every(Boolean)
}

/** Still sent when the page is left. */
const send = async (path: string, method: 'POST' | 'DELETE', body?: object): Promise<number> => {
  const sent = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  return (await fetch(serverUrl(path), { method, keepalive: true, ...sent })).status
}

/** It is kept, whether or not it can be read again at once. */
const seenAfter = (reading: Promise<void>): Promise<boolean> =>
  reading.then(
    () => true,
    () => true,
  )
