import type { FastifyRequest } from 'fastify'
import { deviceCookie } from '#features/core/practice/server/cookies.ts'
import { isKnownDevice } from '#features/core/practice/server/known-devices.ts'
import { AppError, type ErrorCode } from '#lib/errors.ts'
import type { App } from '#platform/server/http/http.ts'
import { type Limit, networkOf, Tries } from '#platform/server/tries.ts'

/** In a quarter of an hour: wrong passwords at an account from one address, or from a device that was good before. */
const MOST_AT_ACCOUNT = 10
/** From one network address, for any account. */
const MOST_FROM_ADDRESS = 50
/** At one account from all addresses, except from known devices: it slows attackers who guess from many addresses. */
const MOST_AT_ACCOUNT_FROM_ALL = 100
/** Links that open nothing, from one address. */
const MOST_DEAD_LINKS = 30
/** Codes and letters of shells that open nothing, from one address. */
const MOST_DEAD_SHELL_CODES = 30
/** Requests for a link. */
const MOST_LINKS_TO_ACCOUNT = 5
const MOST_LINKS_FROM_ADDRESS = 20

/** The limits on sign-in attempts, counted across all servers of this database. */
export function countedBy(app: App) {
  const tries = new Tries(app.db)
  const network = (request: FastifyRequest) => networkOf(request.ip)
  return {
    /** A try at the password of an account. @throws too_many_tries */
    async password<T>(request: FastifyRequest, email: string, work: () => Promise<T>): Promise<T> {
      const device = request.cookies[deviceCookie(app)]
      const isKnown = await app.db.withDirectory((tx) => isKnownDevice(tx, email, device))
      const own: Limit = isKnown
        ? { what: 'device', whose: `${email} ${device}`, most: MOST_AT_ACCOUNT }
        : { what: 'account and address', whose: `${email} ${network(request)}`, most: MOST_AT_ACCOUNT }
      const common: Limit[] = isKnown
        ? []
        : [
            { what: 'address', whose: network(request), most: MOST_FROM_ADDRESS },
            { what: 'account', whose: email, most: MOST_AT_ACCOUNT_FROM_ALL },
          ]
      const result = await judge(tries, [own, ...common], ['sign_in_failed'], work)
      await tries.clear(own)
      return result
    },
    /** A try at a link. @throws too_many_tries */
    link: <T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> =>
      judge(tries, [{ what: 'link', whose: network(request), most: MOST_DEAD_LINKS }], ['link_spent'], work),
    /** A try at the code or the letters of a shell. @throws too_many_tries */
    shell: <T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> =>
      judge(tries, [{ what: 'shell code', whose: network(request), most: MOST_DEAD_SHELL_CODES }], SHELL_FAILURES, work, SHELL_WAIT),
    /** Counts a request for a mail; every request counts. @throws too_many_tries */
    mail: (request: FastifyRequest, email: string): Promise<void> =>
      tries.take(
        { what: 'mail to', whose: email, most: MOST_LINKS_TO_ACCOUNT },
        { what: 'mail from', whose: network(request), most: MOST_LINKS_FROM_ADDRESS },
      ),
  }
}

const SHELL_FAILURES: readonly ErrorCode[] = ['shell_code_spent', 'shell_letters_wrong', 'shell_tries_used']
const SHELL_WAIT = 'Too many tries from this address. Wait a quarter of an hour, then sign in again from the app.'

async function judge<T>(tries: Tries, limits: Limit[], failures: readonly ErrorCode[], work: () => Promise<T>, words?: string): Promise<T> {
  await tries.take(...limits).catch((error: unknown) => {
    throw words && error instanceof AppError ? new AppError(error.code, {}, words) : error
  })
  try {
    const result = await work()
    await tries.giveBack(...limits)
    return result
  } catch (error) {
    if (!(error instanceof AppError && failures.includes(error.code))) await tries.giveBack(...limits)
    throw error
  }
}
