import pg from 'pg'
import { ask } from './ask.ts'
import { interleave, startSubject } from './load.ts'
import { clientId, practiceId, seed, tokenOf } from './seed.ts'
import { figure } from './table.ts'

const SERVER = new URL('./server-subject.ts', import.meta.url)
const WARM_UP = 3

type Prepared = { owner: pg.PoolConfig; app: pg.PoolConfig; directory: pg.PoolConfig }

const ISSUING = { rounds: 15, invoices: 40 }

/** An invoice issued with accounting connected, and without. */
export async function issuingFigures(prepared: Prepared): Promise<void> {
  const issuing = await benchIssuing(prepared, ISSUING)
  const both = `${issuing.a.toFixed(2)} ms / ${issuing.b.toFixed(2)} ms`
  figure('an invoice issued with accounting connected / without', issuing.ratio, 'x', 1.1, both)
}

/** Invoices issued in a practice with accounting connected, against one in a practice without: milliseconds an invoice, fsync on. */
async function benchIssuing(prepared: Prepared, { rounds, invoices }: { rounds: number; invoices: number }) {
  await seed(prepared.owner, 2, 0)
  const owner = new pg.Client(prepared.owner)
  await owner.connect()
  await owner.query(`insert into connections (practice_id, id, connector, enabled, settings, account, next_at)
      values ('${practiceId(1)}', gen_random_uuid(), 'freeagent', true, '{"booksFrom":"2026-01-01"}', 'books', now());
    update sync_counters set has_exchanges = true where practice_id = '${practiceId(1)}';
    insert into directory.exchanges (practice_id, due_at) values ('${practiceId(1)}', 'infinity')`)
  const server = await startSubject(SERVER, prepared)
  const post = async (practice: number, path: string, body: object) => {
    const answer = await ask(server.port, { path, cookie: `pritchel=${tokenOf(practice)}`, body: JSON.stringify(body) })
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.body.slice(0, 300)}`)
    return answer.ms
  }
  const issued = (practice: number) => async () => {
    let ms = 0
    for (let nth = 0; nth < invoices; nth++) {
      const payerClientId = clientId(practice, 1)
      await post(practice, '/api/charges', { clientId: payerClientId, description: 'Full set new', unitPence: 9500 })
      // As a worker takes it, so that each invoice has it to mark.
      await owner.query('update directory.exchanges set is_changed = false')
      ms += await post(practice, '/api/invoices', { payerClientId })
    }
    return ms / invoices
  }
  try {
    await interleave(WARM_UP, issued(1), issued(2))
    return await interleave(rounds, issued(1), issued(2))
  } finally {
    await server.stop()
    await owner.end()
  }
}
