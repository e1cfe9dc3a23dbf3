import type { FastifyRequest } from 'fastify'
import { type GuestPractice, practiceOfGuest } from '#features/records/guests/server/practice-of-guest.ts'
import { AppError } from '#lib/errors.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'

type At = { slug: string; id: string }

/** The practice that a page below `/my/at/:slug` is about. @throws practice_not_found where the guest has no way to it */
export async function practiceAt(app: App, session: GuestSession, request: FastifyRequest): Promise<GuestPractice> {
  const practice = await practiceOfGuest(app.db, session, at(request).slug)
  if (!practice) throw new AppError('practice_not_found')
  return practice
}

/** What the address of such a page names. */
export const at = <P extends object = At>({ params }: FastifyRequest): At & P => params as At & P
