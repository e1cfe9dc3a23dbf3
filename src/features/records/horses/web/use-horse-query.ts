import { useSearchParams } from 'wouter'
import { HORSE_FILTERS, type HorseQuery, SORT_COLUMNS, type SortColumn, USUAL_ORDER } from '#features/records/horses/web/horse-list.ts'
import { useTypedParam } from '#platform/web/use-typed-param.ts'

/** The list's query, stored in the address, so that a link, a reload and Back show the same. */
export function useHorseQuery() {
  const [params, setParams] = useSearchParams()
  const set = (changes: Record<string, string | null>) =>
    setParams((before) => changed(before, changes), {
      replace: true,
    })
  const [typed, setTyped] = useTypedParam('q')
  const query: HorseQuery = {
    typed,
    filter: oneOf(HORSE_FILTERS, params.get('show')) ?? 'all',
    yardId: params.get('yard'),
    ownerId: params.get('owner'),
    breed: params.get('breed'),
    order: orderIn(params.get('sort')),
  }
  return {
    query,
    setTyped,
    setFilter: (filter: string) => set({ show: filter === 'all' ? null : filter }),
    /** By yard, owner or breed; null: any. */
    narrow: (by: 'yard' | 'owner' | 'breed', to: string | null) => set({ [by]: to }),
    /** A column again turns its order round. */
    orderBy(by: SortColumn) {
      const now = query.order ?? (typed.trim() ? null : USUAL_ORDER)
      set({ sort: now?.by === by && !now.isDescending ? `-${by}` : by })
    },
  }
}

function changed(before: URLSearchParams, changes: Record<string, string | null>): URLSearchParams {
  const after = new URLSearchParams(before)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) after.delete(name)
    else after.set(name, value)
  }
  return after
}

const oneOf = <T extends string>(values: readonly T[], text: string | null) => values.find((value) => value === text)

function orderIn(text: string | null) {
  const by = oneOf(SORT_COLUMNS, text?.replace(/^-/, '') ?? null)
  return by ? { by, isDescending: text?.startsWith('-') ?? false } : null
}
