import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Film } from '#features/evidence/radiographs/film.ts'
import { changesOf, type MarkBook, withKept, withTaken } from '#features/evidence/radiographs/kept.ts'
import type { Change } from '#features/evidence/radiographs/web/use-pointers.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'

/** How long a measurement stays unchanged before it is kept. */
const SETTLED_MS = 600

type Open = { filmId: string; film: Film; change: Change }

/**
 * Keeps what is measured on a film in its book, and shows what others measured as it comes. A measurement is kept once it is no longer
 * moved, and at the latest as the film is left. Returns whether the last could not be kept, and how to try again.
 */
export function useKeeping({ filmId, film, change }: Open, book: MarkBook | undefined) {
  const [isRefused, setRefused] = useState(false)
  // As it will be once all is kept that is on its way.
  const latest = useRef(film)
  const isHere = useRef(true)
  const line = useRef(Promise.resolve())
  useEffect(() => {
    latest.current = film
  }, [film])

  const keepNow = useEffectEvent(async () => {
    const changes = book?.measuresAs ? changesOf(latest.current) : undefined
    if (!changes || !book?.measuresAs) return
    const as = { by: book.measuresAs, on: dayOf(currentTime(), 'Europe/London') }
    const isKept = await book.keep(filmId, changes).catch(() => false)
    if (isKept) latest.current = withTaken(latest.current, changes, as)
    if (!isHere.current) return
    setRefused(!isKept)
    if (isKept) change((now) => withTaken(now, changes, as))
  })
  // One after the other: what is new depends on what is kept before it.
  const keep = useEffectEvent(() => {
    line.current = line.current.then(() => keepNow())
  })

  const marks = book?.marks
  useEffect(() => {
    if (marks)
      change((now) =>
        withKept(
          now,
          marks.filter((mark) => mark.filmId === filmId),
        ),
      )
  }, [marks, change, filmId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each measurement drawn, moved or taken away restarts the wait
  useEffect(() => {
    const timer = setTimeout(() => keep(), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [film.measures, film.toTake])
  useEffect(() => {
    const leave = () => keep()
    isHere.current = true
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      isHere.current = false
      leave()
    }
  }, [])
  return { isRefused, again: () => void line.current.then(() => keepNow()) }
}
