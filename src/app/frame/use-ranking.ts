import { useEffect, useState } from 'react'
import { type Fields, type Hit, makeRanking } from '#platform/web/search.ts'

type Find<T> = (question: string) => Hit<T>[]

/** Rows read at a time: a slow phone reads them within a frame or two. */
const AT_ONCE = 250

/** A search over rows that are read in slices, so that ten thousand of them never hold up a key; undefined until all have been read once. */
export function useRanking<T extends object>(rows: readonly T[] | undefined, fields: Fields<T>): Find<T> | undefined {
  const [find, setFind] = useState<Find<T>>()
  useEffect(() => {
    if (!rows) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = (from: number) => {
      if (from >= rows.length) {
        const ready = makeRanking(rows, fields)
        setFind(() => ready)
        return
      }
      makeRanking(rows.slice(from, from + AT_ONCE), fields)
      timer = setTimeout(read, 0, from + AT_ONCE)
    }
    read(0)
    return () => clearTimeout(timer)
  }, [rows, fields])
  return find
}
