import { type Act, may } from '#features/core/practice/rules.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'

/** Checks that the actor may do an action (rules.ts WHO_MAY). @throws forbidden */
export function requireMay(actor: Pick<Actor, 'role'>, act: Act): void {
  if (!may(actor.role, act)) throw new AppError('forbidden')
}
