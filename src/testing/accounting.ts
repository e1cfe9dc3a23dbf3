import type { Invoice } from '#features/ledger/invoices/contract.ts'
import type { BankLine } from '#features/ledger/payments/contract.ts'
import type { HeldItem, Integration, IntegrationSettings } from '#features/office/integrations/contract.ts'
import { STARTED } from '#features/office/integrations/server/connecting.ts'
import { exchangePractice } from '#features/office/integrations/server/exchange.ts'
import { sealTokens } from '#features/office/integrations/server/oauth-tokens.ts'
import { insertConnection, updateConnection } from '#features/office/integrations/server/queries.ts'
import { addStandardRates } from '#features/records/prices/server/service.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { takeExchanges } from '#platform/server/database/exchanges.ts'
import { openReach } from '#platform/server/reach.ts'
import type { LedgerFarSide } from '#testing/ledger-suite.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

export const FREEAGENT = '/api/integrations/freeagent'
export const today = () => dayOf(currentTime(), 'Europe/London')

/**
 * A server with a double of a service, FreeAgent's if it isn't named, and a practice registered for VAT whose books are there. Without `isReached`
 * nothing leaves, as in the test version.
 */
export async function startAccounting<F extends LedgerFarSide>(startFar: () => Promise<F>, { isReached = true, id = 'freeagent' } = {}) {
  const far = await startFar()
  const setup = {
    reach: openReach({ reach: [far.host] }),
    reachable: isReached ? [far.host] : [],
    farOrigins: { [id]: far.credentials.address ?? '' },
  }
  const server = await startTestServer({ own: true, ...setup })
  const { gareth } = server
  await gareth.put('/api/money/settings', { vat: { isRegistered: true, number: 'GB123456789', rateBp: 2000, includesVat: true } })
  await gareth.inPractice(addStandardRates)
  const stop = async () => {
    await server.stop()
    await far.stop()
  }
  return { far, server, stop, ...actsOn(server, setup, id, far) }
}

function actsOn(server: TestServer, setup: object, id: string, { credentials }: LedgerFarSide) {
  const { gareth } = server
  const add = async (path: string, body: object) => {
    const answer = await gareth.post(path, body)
    if (answer.statusCode !== 201) throw new Error(`${path}: ${answer.body}`)
    return answer.json<{ id: string }>().id
  }
  return {
    add,
    /** As a worker does it; `isDue`: it is time to look what was paid there. */
    async pass({ isDue = true } = {}) {
      if (isDue) await server.asOwner(`update connections set busy_read_at = null, next_at = clock_now() where connector = '${id}'`)
      await takeExchanges(server.db, new Date(currentTime().getTime() + 3_600_000))
      const log = { error: (details: object) => Promise.reject(details) }
      const run = { reach: openReach(), reachable: [], isTestVersion: true, origin: 'http://localhost:3000', log, ...setup }
      await exchangePractice({ ...run, db: server.db, vault: server.app.setup.vault }, gareth.practiceId)
    },
    signIn: (settings: IntegrationSettings = {}, connector = id) =>
      gareth.inPractice(async (tx) => {
        const of = { practice_id: gareth.practiceId, connector, member_id: null }
        const row = await insertConnection(tx, { ...of, id: uuidv7(), enabled: true, off_at: null })
        const tokens = sealTokens(server.app.setup.vault, row, {
          ...{ access: credentials.key, refresh: 'none', untilMs: null },
          ...(credentials.account && { company: credentials.account }),
        })
        const account = 'Gareth Probert Farriery (probert)'
        await updateConnection(tx, row.id, {
          ...{ ...tokens, ...STARTED, account, next_at: currentTime() },
          settings: { booksFrom: addDays(today(), -1), ...settings },
        })
      }),
    card: async () => (await gareth.get('/api/integrations')).json<Integration[]>().find((card) => card.id === id) as Integration,
    yardDay: () => yardDay(server, add),
    ...actsOfPeople(server, add, `/api/integrations/${id}/held`),
  }
}

type Add = (path: string, body: object) => Promise<string>

/** What people do here, and what stands in the rows. */
function actsOfPeople({ gareth, asOwner }: Pick<TestServer, 'gareth' | 'asOwner'>, add: Add, heldAt: string) {
  return {
    credit: async (invoiceId: string, body: object = {}) =>
      (await gareth.post(`/api/invoices/${invoiceId}/credit`, { reason: 'Lost shoe', ...body })).json<Invoice>(),
    issue: async (name: string, more: object = {}) => {
      const clientId = await add('/api/clients', { name, ...more })
      await add('/api/charges', { clientId, description: 'Trim', unitPence: 4500 })
      return (await gareth.post('/api/invoices', { payerClientId: clientId })).json<Invoice>()
    },
    held: async () => (await gareth.get(heldAt)).json<HeldItem[]>(),
    release: async (itemId: string, answer: 'again' | 'leave') => {
      const given = await gareth.post(`${heldAt}/${itemId}`, { answer })
      return { code: given.statusCode, left: given.json<HeldItem[]>() }
    },
    bankLines: async () => (await gareth.get('/api/bank-lines')).json<BankLine[]>(),
    /** Accepts what is likeliest for a line. */
    accept: ({ id, proposals: [best] }: BankLine) => {
      const of = { payerClientId: best?.payerClientId, invoiceIds: best?.invoices.map((invoice) => invoice.id) }
      return gareth.post(`/api/bank-lines/${id}/accept`, best?.paymentId ? { paymentId: best.paymentId } : of)
    },
    payments: async () => (await asOwner('select from payments where deleted_at is null')).length,
    leftOf: async (id: string) => {
      const { totalPence, paidPence } = (await gareth.get(`/api/invoices/${id}`)).json<Invoice>()
      return totalPence - paidPence
    },
    /** Their id of a paper of ours. */
    farIdOf: async (id: string) =>
      String((await asOwner(`select remote_id from connection_items where subject_id = '${id}'`))[0]?.remote_id),
  }
}

/** A stop with three horses, each with another payer, and the invoices of it. */
async function yardDay({ gareth }: TestServer, add: Add): Promise<Invoice[]> {
  const sarah = await add('/api/clients', {
    name: 'Sarah Penrose',
    email: 'sarah@penrose.example',
    address: '1 Mill Lane',
    postcode: 'SY8 1AA',
  })
  const tom = await add('/api/clients', { name: 'Tom Vaughan' })
  const livery = await add('/api/clients', { name: 'Jo Rowe', businessName: 'Hollybush Livery', isBusiness: true })
  const horses = [
    await add('/api/horses', { name: 'Biscuit', clientId: sarah }),
    await add('/api/horses', { name: 'Merlin', clientId: tom, payerClientId: livery }),
    await add('/api/horses', { name: 'Dolly', clientId: tom }),
  ]
  const appointmentId = await add('/api/appointments', {
    ...{ startTime: `${today()}T22:00:00Z`, endTime: `${today()}T23:00:00Z` },
    horses: horses.map((horseId) => ({ horseId })),
  })
  const visit = (await gareth.get(`/api/appointments/${appointmentId}`)).json<{ horses: { id: string; horseId: string }[] }>()
  for (const [at, { id, horseId }] of visit.horses.entries())
    await add('/api/work-entries', { horseId, visitHorseId: id, serviceType: at === 0 ? 'Full set new' : 'Trim', workDate: today() })
  await add('/api/charges', { appointmentId, clientId: sarah, description: 'Studs', quantity: 3, unitPence: 334 })
  const answer = await gareth.post('/api/invoices/of-visit', { appointmentId })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json<Invoice[]>()
}
