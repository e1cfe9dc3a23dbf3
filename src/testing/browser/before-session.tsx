import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { type ErrorCode, explain } from '#lib/errors.ts'
import { type Device, putAdapter } from '#platform/web/device/device.ts'
import { makeQueryClient } from '#platform/web/queries.ts'
import { signOut } from '#platform/web/session/session.ts'

/* The screens before a session: a server that answers as a test sets, and a device with passkeys. */

type Answer = (body: Record<string, unknown>) => Response | Promise<Response>
/** What the server answers to a method and path; each test starts from scratch. */
export const answers = new Map<string, Answer>()
/** The requests it got. */
export const sent: { route: string; body: Record<string, unknown> }[] = []

export const done = () => new Response(null, { status: 204 })
export const refuse = (code: ErrorCode) =>
  Response.json({ code, message: explain(code).message, requestId: 'r' }, { status: explain(code).status })

let takeOut: (() => void) | undefined
/** The device makes passkeys, and they do this. */
export function passkeysOf(own: Partial<Device>) {
  takeOut?.()
  takeOut = putAdapter({ canUsePasskeys: () => true, offersPasskeys: async () => false, withdrawPasskeys: async () => undefined, ...own })
}
/** For each test of the file that calls it: the page is kept for all files of a worker, and a module's own hooks would be the first file's. */
export function startBeforeSession() {
  beforeEach(() => {
    passkeysOf({})
    answers.clear()
    sent.length = 0
    answers.set('GET /api/auth/options', () => Response.json({ emailLink: false, demo: true }))
    answers.set('GET /api/auth/user', () => refuse('not_signed_in'))
    answers.set('GET /api/auth/passkeys', () => Response.json([]))
    vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
      const route = `${init.method ?? 'GET'} ${url}`
      const body = init.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : {}
      sent.push({ route, body })
      const answer = answers.get(route)
      if (!answer) throw new Error(`no answer for ${route}`)
      return answer(body)
    })
  })
  afterEach(async () => {
    window.location.hash = ''
    await signOut(() => 'forget')
    localStorage.clear()
    vi.unstubAllGlobals()
    takeOut?.()
    takeOut = undefined
  })
}

/** Opens a screen alone; `at`: where it has gone on to. */
export async function open(Page: () => ReactNode, path = '/sign-in') {
  const location = memoryLocation({ path, record: true })
  const screen = await render(
    <QueryClientProvider client={makeQueryClient()}>
      <Router hook={location.hook} searchHook={location.searchHook}>
        <Page />
      </Router>
    </QueryClientProvider>,
  )
  return { screen, at: () => location.history?.at(-1) }
}
