import type { Books } from '#testing/service-stripe/books.ts'
import type { Fields } from '#testing/service-stripe/routes.ts'

export type ApiRequest = { method: string; path: string; fields: Fields; key: string | undefined }
export type Answer = { status: number; body: object; isReplayed?: boolean }

/** The answers to requests with a key. The same request gets the same answer for a day; after that it does its work again. */
export function rememberKeys(books: Books) {
  const known = new Map<string, { asked: string; answer: Answer; at: number }>()
  return ({ method, path, fields, key }: ApiRequest, work: () => Answer): Answer => {
    if (!key || method !== 'POST') return work()
    const same = JSON.stringify([path, fields])
    const before = known.get(key)
    if (before && books.at - before.at < KEPT) return before.asked === same ? { ...before.answer, isReplayed: true } : OTHER_FIELDS
    const answer = work()
    // What was refused before anything was done is not remembered.
    if (answer.status < 400 || answer.status === 402 || answer.status >= 500)
      known.set(key, { asked: same, answer: structuredClone(answer), at: books.at })
    return answer
  }
}

/** https://docs.stripe.com/api/idempotent_requests */
const KEPT = 86_400
const OTHER_FIELDS: Answer = {
  status: 400,
  body: {
    error: {
      type: 'idempotency_error',
      message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    },
  },
}
