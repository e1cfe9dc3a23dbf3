import type { PracticeTx } from '#platform/server/database/db.ts'

const SOMEBODY = '[somebody else]'

/**
 * Removes everyone else from one client's pack: it replaces the name, telephone or e-mail of any other client of the practice
 * with neutral words (UK GDPR article 15(4)). `text` is the whole content of the pack, in which it looks for them.
 */
export async function withoutOthers(tx: PracticeTx, clientIds: readonly string[], text: string): Promise<(value: unknown) => unknown> {
  const all = await tx.selectFrom('clients').select(['id', 'name', 'business_name', 'email', 'phone_e164', 'phone_as_typed']).execute()
  const own = new Set(
    all
      .filter(({ id }) => clientIds.includes(id))
      .flatMap(wordsOf)
      .map(low),
  )
  const isWithinOwn = (word: string) => [...own].some((one) => one.includes(word))
  const hay = low(text)
  const named = new Set(
    all
      .filter(({ id }) => !clientIds.includes(id))
      .flatMap(wordsOf)
      .filter((word) => hay.includes(low(word)) && !isWithinOwn(low(word))),
  )
  if (named.size === 0) return (value) => value
  const longestFirst = [...named].sort((a, b) => b.length - a.length).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  // linear: nothing in it repeats
  const anybody = new RegExp(`(?<![\\p{L}\\p{N}])(?:${longestFirst.join('|')})(?![\\p{L}\\p{N}])`, 'giu')
  const clean = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(anybody, SOMEBODY)
    if (Array.isArray(value)) return value.map(clean)
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, clean(each)]))
    return value
  }
  return clean
}

type Named = { name: string; business_name: string | null; email: string | null; phone_e164: string | null; phone_as_typed: string | null }

/** A single word may also be a horse's name: only whole names are looked for. */
const wordsOf = ({ name, business_name, email, phone_e164, phone_as_typed }: Named): string[] => [
  ...[name, business_name].filter((each): each is string => /\S\s+\S/.test(each ?? '')),
  ...[email, phone_e164, phone_as_typed].filter((each): each is string => (each ?? '').length > 5),
]

const low = (text: string) => text.toLocaleLowerCase('en-GB')
