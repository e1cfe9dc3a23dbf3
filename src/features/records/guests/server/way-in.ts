import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AddressKind } from '#features/records/guests/rules.ts'
import { browserOfAsk, dropAsk, keepAsk, type Next, readAsk } from '#features/records/guests/server/ask-cookie.ts'
import { type Asking, addressOf, askForCode } from '#features/records/guests/server/asking.ts'
import { endDevices } from '#features/records/guests/server/devices.ts'
import { enter, keysOf } from '#features/records/guests/server/entering.ts'
import { takeCode, takeDenial, takeLink } from '#features/records/guests/server/proving.ts'
import { AppError } from '#lib/errors.ts'
import type { App } from '#platform/server/http/http.ts'
import { Tries } from '#platform/server/tries.ts'

type Called = { app: App; request: FastifyRequest; reply: FastifyReply }

/** What codes can be sent to from here: in the test version they are shown instead. */
export function reachableKinds({ mode, hasProvider }: App['setup']): readonly AddressKind[] {
  if (mode === 'test') return ['email', 'phone']
  return [...(hasProvider?.mail ? (['email'] as const) : []), ...(hasProvider?.texts ? (['phone'] as const) : [])]
}

/**
 * Requests a code to an address as it was typed; the browser keeps that it did.
 * @throws not_reachable, no_codes_here, too_many_codes
 */
export async function ask({ app, request, reply }: Called, typed: string, { addTo, next = 'home' }: { addTo?: string; next?: Next } = {}) {
  const address = addressOf(typed)
  if (!address) throw new AppError('not_reachable')
  if (!reachableKinds(app.setup).includes(address.kind)) throw new AppError('no_codes_here')
  const browser = browserOfAsk(app, request)
  await askForCode(askingOf(app), address, { browser, ip: request.ip, ...(addTo && { addTo }) })
  keepAsk(app, reply, { browser, typed: typed.trim(), next })
}

/** Signs in with a code, in the browser that requested it. @throws code_wrong, too_many_wrong, proof_too_old, address_elsewhere */
export async function signInByCode(called: Called, typed: string, { isShared }: { isShared: boolean }): Promise<void> {
  const { app, request, reply } = called
  const asked = readAsk(app, request)
  if (!asked) throw new AppError('code_wrong')
  await enter(called, await takeCode(askingOf(app), asked.browser, typed), { isShared })
  dropAsk(app, reply)
}

/** Signs in with the link of a message. @throws link_spent */
export const signInByLink = async (called: Called, token: string, { isShared }: { isShared: boolean }): Promise<void> =>
  enter(called, await takeLink(askingOf(called.app), token), { isShared })

/** The person answers, by the link in the notice of a new device, that it wasn't them: every session of theirs ends. @throws link_spent */
export async function signOutAll({ app }: Pick<Called, 'app'>, token: string): Promise<void> {
  const { personId } = await takeDenial({ db: app.db }, token)
  await endDevices(app.db, personId)
}

/** One of a server, which clears what is over from time to time. */
const askings = new WeakMap<App, Asking>()

function askingOf(app: App): Asking {
  const asking = askings.get(app) ?? { ...keysOf(app), db: app.db, tries: new Tries(app.db) }
  askings.set(app, asking)
  return asking
}
