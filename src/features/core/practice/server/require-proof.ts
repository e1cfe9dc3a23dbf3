import type { FastifyRequest } from 'fastify'
import { isFresh } from '#features/core/practice/passkeys.ts'
import { countedBy } from '#features/core/practice/server/counted.ts'
import { passwordFits } from '#features/core/practice/server/passwords.ts'
import { findProvedAt, requirePerson, requirePractice } from '#features/core/practice/server/queries.ts'
import { currentMs } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import type { MemberActor } from '#platform/server/actor.ts'
import type { App } from '#platform/server/http/http.ts'

/**
 * Holding a phone that is signed in is not enough to add a lasting way in; `words` request the password of a member who signed in a while ago.
 * @throws proof_too_old, sign_in_failed, too_many_tries
 */
export async function requireProof(
  app: App,
  request: FastifyRequest,
  { actor: { personId, practiceId }, password, words }: { actor: MemberActor; password: string | undefined; words: string },
): Promise<void> {
  const { provedAt, person, practice } = await app.db.withDirectory(async (tx) => ({
    provedAt: await findProvedAt(tx, request.signedIn?.sessionId ?? ''),
    person: await requirePerson(tx, personId),
    practice: await requirePractice(tx, practiceId),
  }))
  // Nobody signs in to the demo.
  if (practice.mode === 'demo') return
  if (provedAt && isFresh(provedAt.getTime(), currentMs())) return
  if (password === undefined) throw new AppError('proof_too_old', {}, words)
  await countedBy(app).password(request, person.email ?? personId, async () => {
    if (!(await passwordFits(password, person.password_hash))) throw new AppError('sign_in_failed', {}, 'That isn’t your password.')
  })
}
