import { gunzipSync } from 'node:zlib'
import type { BrowserContext, Page, Request, Route } from 'playwright'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import type { SyncOp, SyncResult } from '#lib/sync.ts'
import { handScript } from '#testing/e2e-hand.ts'

/** A device's possible statuses with the server, other than well. */
export const SYNC_STATES = ['pending', 'syncing', 'signed-out', 'captive', 'unsent', 'upgrade', 'attention'] as const
export type SyncStateName = (typeof SYNC_STATES)[number]

/** The text of the mark in the bar for each, which shows that a page has got there. */
export const MARK_OF: Record<SyncStateName, string> = {
  pending: '7 waiting',
  syncing: 'Sending 7',
  attention: '3 to decide',
  'signed-out': '7 saved',
  captive: '7 saved',
  upgrade: '7 saved',
  unsent: '7 saved',
}

type Row = { id: string } & Record<string, unknown>

/** Brings a signed-in browser whose copy is complete into a state, with seven changes that have not been taken. */
export async function enterSyncState(context: BrowserContext, page: Page, state: SyncStateName) {
  await leaveSevenWaiting(context, page)
  await answerAsIn(context, state)
}

/** Records seven changes, which the server puts off from now on. */
export async function leaveSevenWaiting(context: BrowserContext, page: Page) {
  await context.route(PUSH, putOff)
  await recordSeven(context, page)
}

/** The network, the session or the server as it is in a state, with changes put off before and after. Resolves with how to end it. */
export async function answerAsIn(context: BrowserContext, state: SyncStateName): Promise<() => Promise<void>> {
  const answers = await answersOf(context, state)
  const cookies = await context.cookies()
  if (state === 'unsent') await context.setOffline(true)
  if (state === 'signed-out') await context.clearCookies()
  if (state === 'captive') await context.route(EVERYTHING, portal)
  if (answers) await context.route(PUSH, answers)
  return async () => {
    if (answers) await context.unroute(PUSH, answers)
    await context.unroute(EVERYTHING, portal)
    await context.addCookies(cookies)
    await context.setOffline(false)
  }
}

const PUSH = '**/api/sync/push'
const EVERYTHING = '**/api/**'
const putOff = (route: Route) => route.fulfill({ status: 429, json: { code: 'too_many_requests', message: 'Wait.' } })
const portal = (route: Route) => route.fulfill({ contentType: 'text/html', body: '<h1>Free Wi-Fi</h1>' })

async function recordSeven(context: BrowserContext, page: Page) {
  const read = async (path: string) => (await (await context.request.get(path)).json()) as Row[]
  const [clients, horses, yards] = await Promise.all([read('/api/clients'), read('/api/horses'), read('/api/yards')])
  const today = dayOf(currentTime(), 'Europe/London')
  const visits = (await read(`/api/appointments?date=${today}`)).filter((visit) => !visit.isCallOnly)
  const change = (entity: string, row: Row | undefined, data: object) => ({ action: 'UPDATE', entity, id: row?.id, data })
  const changes = [
    change('clients', clients[0], { phone: '07700 900555' }),
    change('yards', yards[0], { address: 'Hollybush Farm, Lower Lane', postcode: 'LD7 1AB' }),
    change('clients', clients[2], { email: 'sian@newplace.example' }),
    change('horses', horses[0], { specialNotes: 'Stands better with the grey beside him.' }),
    change('horses', horses[1], { cycleDays: 49 }),
    change('clients', clients[1], { notes: 'New dog, friendly.' }),
    visits[0] ? change('appointments', visits[0], { notes: 'Bring the small pads.' }) : change('horses', horses[2], { breed: 'Cob' }),
  ]
  await page.evaluate(`globalThis.recordByHand || (() => { ${await handScript()} })()`)
  await page.evaluate(`recordByHand(${JSON.stringify(changes.map((one) => [one]))})`)
}

/** How the server answers in the states that are its own. */
async function answersOf(context: BrowserContext, state: SyncStateName) {
  if (state === 'signed-out') return (route: Route) => route.continue()
  if (state === 'syncing') return () => undefined
  // What is put off is answered without a network.
  if (state === 'unsent') return (route: Route) => route.abort('internetdisconnected')
  if (state !== 'attention' && state !== 'upgrade') return undefined
  const deviceId = crypto.randomUUID()
  const { epoch, view } = await (await context.request.get(`/api/sync/pull?deviceId=${deviceId}&limit=1`)).json()
  const answer: (op: SyncOp) => Answer = state === 'upgrade' ? () => ({ status: 'upgrade' }) : attention
  return (route: Route) => {
    const ops = opsIn(route.request())
    const results = ops.map((op) => ({ opId: op.opId, id: op.id, ...answer(op) }))
    return route.fulfill({ json: { epoch, view, lastK: 0, results } })
  }
}

type Answer = Partial<SyncResult> & Pick<SyncResult, 'status'>

/* One value against another, several at once, and a refusal; the rest waits. */
function attention(op: SyncOp): Answer {
  const by = { member: 'Helen Yeo', device: 'on the iPad' }
  const against = (row: object): Answer => ({
    status: 'conflict',
    code: 'conflict',
    message: 'This was changed elsewhere in the meantime.',
    fields: Object.keys(row),
    rev: 900,
    row: { ...row, id: op.id, name: NAMES[op.entity] },
    by,
  })
  if (op.entity === 'clients' && 'phone' in op.data) return against({ phone: '07700 900999' })
  if (op.entity === 'yards') return against({ address: 'Hollybush Farm, Church Road', postcode: 'LD7 1AE' })
  if (op.entity === 'clients' && 'email' in op.data)
    return { status: 'rejected', code: 'email_taken', message: 'Somebody already uses that e-mail address to sign in.' }
  return { status: 'retry' }
}

const NAMES: Record<string, string> = { clients: 'Alison Whitcombe', yards: 'Hollybush Farm Livery' }

function opsIn(request: Request): SyncOp[] {
  const body = request.postDataBuffer() ?? Buffer.alloc(0)
  const text = request.headers()['content-encoding'] === 'gzip' ? gunzipSync(body).toString() : body.toString()
  return (JSON.parse(text) as { ops: SyncOp[] }).ops
}
