import type { Invoice } from '#features/ledger/invoices/contract.ts'
import type { BankImport, BankLine, Payment } from '#features/ledger/payments/contract.ts'
import type { CardFee, Expense } from '#features/office/books/contract.ts'
import type { Integration } from '#features/office/integrations/contract.ts'
import { exchangePractice } from '#features/office/integrations/server/exchange.ts'
import { currentTime } from '#lib/clock.ts'
import { takeExchanges } from '#platform/server/database/exchanges.ts'
import { openReach } from '#platform/server/reach.ts'
import { startTestServer } from '#testing/server.ts'
import type { TakingsFarSide } from '#testing/takings-suite.ts'

export const SUMUP = '/api/integrations/sumup'

/** A server with SumUp's double. Without `isReached` nothing leaves, as in the test version. */
export async function startTakings<F extends TakingsFarSide>(startFar: () => Promise<F>, { isReached = true } = {}) {
  const far = await startFar()
  const setup = {
    ...{ reach: openReach({ reach: [far.host] }), reachable: isReached ? [far.host] : [] },
    farOrigins: { sumup: far.credentials.address ?? '' },
  }
  const server = await startTestServer({ own: true, ...setup })
  const { gareth } = server
  const get = async <T>(path: string) => (await gareth.get(path)).json<T>()
  const add = async (path: string, body: object) => {
    const answer = await gareth.post(path, body)
    if (answer.statusCode !== 201) throw new Error(`${path}: ${answer.body}`)
    return answer.json<{ id: string }>().id
  }
  return {
    ...{ far, server, add },
    stop: async () => {
      await server.stop()
      await far.stop()
    },
    /** With the key as it is there, unless another is named. */
    connect: (more: object = {}) =>
      gareth.put(SUMUP, { enabled: true, settings: { apiKey: far.credentials.key, account: far.credentials.account, ...more } }),
    /** As a worker does it; `isDue`: it is time to read. */
    async pass({ isDue = true } = {}) {
      if (isDue) await server.asOwner("update connections set next_at = clock_now() where connector = 'sumup' and next_at is not null")
      await takeExchanges(server.db, new Date(currentTime().getTime() + 3_600_000))
      const log = { error: (details: object) => Promise.reject(details) }
      const run = { isTestVersion: true, origin: 'http://localhost:3000', log, ...setup }
      await exchangePractice({ ...run, db: server.db, vault: server.app.setup.vault }, gareth.practiceId)
    },
    card: async () => (await get<Integration[]>('/api/integrations')).find(({ id }) => id === 'sumup') as Integration,
    lines: (state = 'new') => get<BankLine[]>(`/api/bank-lines?state=${state}`),
    /** The line of these words. */
    line: async (words: string, state = 'new') =>
      (await get<BankLine[]>(`/api/bank-lines?state=${state}&limit=500`)).find(({ description }) =>
        description.includes(words),
      ) as BankLine,
    fees: () => get<CardFee[]>('/api/card-fees'),
    expenses: () => get<Expense[]>('/api/expenses'),
    payments: () => get<Payment[]>('/api/payments?limit=500'),
    accept: (line: Pick<BankLine, 'id'>, body: object) => gareth.post(`/api/bank-lines/${line.id}/accept`, body),
    act: (line: Pick<BankLine, 'id'>, what: 'ignore' | 'reopen') => gareth.post(`/api/bank-lines/${line.id}/${what}`, {}),
    /** A bank's statement: day (dd/mm/yyyy), words, pounds. */
    bring: async (...rows: readonly (readonly [day: string, words: string, pounds: string])[]) => {
      const text = `Date,Description,Paid in,Paid out\n${rows.map((row) => `${row.join(',')},`).join('\n')}\n`
      return (await gareth.post('/api/bank-lines', { fileName: 'statement.csv', text })).json<BankImport>()
    },
    issue: async (name: string, pence = 4500) => {
      const clientId = await add('/api/clients', { name })
      await add('/api/charges', { clientId, description: 'Trim', unitPence: pence })
      return (await gareth.post('/api/invoices', { payerClientId: clientId })).json<Invoice>()
    },
    leftOf: async (id: string) => {
      const { totalPence, paidPence } = await get<Invoice>(`/api/invoices/${id}`)
      return totalPence - paidPence
    },
  }
}
