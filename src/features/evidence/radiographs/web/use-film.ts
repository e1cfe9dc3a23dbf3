import { useCallback, useEffect, useState } from 'react'
import { type Film, newFilm } from '#features/evidence/radiographs/film.ts'
import type { RadiographFacts } from '#features/evidence/radiographs/radiograph.ts'
import { Refusal, type RefusalReason } from '#features/evidence/radiographs/refusal.ts'
import { openReader, type Reader } from '#features/evidence/radiographs/web/reader.ts'

/** One radiograph on the screen: being read, refused, or open with all that was done to it since. */
export type FilmState =
  | { state: 'reading' }
  | { state: 'refused'; sentence: string; again: (() => void) | undefined }
  | { state: 'open'; filmId: string; facts: RadiographFacts; reader: Reader; film: Film; change: (change: (film: Film) => Film) => void }

type Opened = Pick<Extract<FilmState, { state: 'open' }>, 'filmId' | 'facts' | 'reader'>
/** A file and how to come by it. */
export type FilmFile = { id: string; load: () => Promise<Blob> }

/**
 * Opens a radiograph and keeps what is done to it; without one there is nothing. `load` must stay the same function while it is the same file; when
 * it rejects, the file can't be had now.
 */
export function useFilm(file: FilmFile | undefined, mayReadPatient: boolean): FilmState | undefined {
  const { id: filmId = '', load } = file ?? {}
  const [tries, setTries] = useState(0)
  const [opened, setOpened] = useState<Opened>()
  const [film, setFilm] = useState<Film>()
  const [refused, setRefused] = useState<{ sentence: string; mayHelp: boolean }>()
  const again = useCallback(() => setTries((count) => count + 1), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is the same file read again
  useEffect(() => {
    if (!load) return
    let reader: Reader | undefined
    let isGone = false
    const read = async () => {
      const blob = await load()
      if (isGone) return
      reader = openReader(blob, mayReadPatient)
      const facts = await reader.opened
      if (isGone) return
      setFilm(newFilm(facts))
      setOpened({ filmId, facts, reader })
    }
    read().catch((error: unknown) => {
      if (isGone) return
      const { message, reason } = error instanceof Refusal ? error : new Refusal('not-here')
      setRefused({ sentence: message, mayHelp: MAY_HELP.includes(reason) })
    })
    return () => {
      isGone = true
      reader?.close()
      setOpened(undefined)
      setRefused(undefined)
    }
  }, [filmId, load, mayReadPatient, tries])
  const change = useCallback((changed: (film: Film) => Film) => setFilm((film) => film && changed(film)), [])
  if (!load) return undefined
  if (refused) return { state: 'refused', sentence: refused.sentence, again: refused.mayHelp ? again : undefined }
  return opened && film ? { state: 'open', ...opened, film, change } : { state: 'reading' }
}

/* What another try may put right; a damaged file stays damaged. */
const MAY_HELP: readonly RefusalReason[] = ['not-here', 'missing-part', 'too-long', 'no-room']
