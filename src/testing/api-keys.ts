import { insertKey, insertOpening } from '#features/core/api-keys/server/queries.ts'
import { uuidv7 } from '#lib/ids.ts'
import { newApiKey } from '#platform/server/http/api-key.ts'
import type { App } from '#platform/server/http/http.ts'
import type { FixturePractice } from '#testing/practice.ts'

type Owner = Pick<FixturePractice, 'practiceId' | 'personId' | 'memberId'>

/** A key of a member past the limit of their number, for sweeps that use one up a minute; `id` is that of its row. */
export async function keyFor(app: App, { practiceId, personId, memberId }: Owner, scopes: readonly string[], name = 'Website form') {
  const { key, hash } = newApiKey()
  const id = uuidv7()
  await app.db.withPractice(practiceId, (tx) =>
    insertKey(tx, { practice_id: practiceId, id, member_id: memberId, name, scopes: [...scopes], expires_on: null }),
  )
  await app.db.withDirectory((tx) => insertOpening(tx, { key_hash: hash, id, practice_id: practiceId, person_id: personId }))
  return { id, key, headers: { authorization: `Bearer ${key}` } }
}
