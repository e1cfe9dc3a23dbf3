import { PERSON, type Prepared, SERVER, seedPractice } from './copy.ts'
import { interleave, median, type Subject, startSubject } from './load.ts'
import { withPage } from './page.ts'
import { tokenOf } from './seed.ts'
import { figure } from './table.ts'

const ROUNDS = 3
const STARTS = 9
const CHANGES = 500
const UNSENT = 40
const ROWS = 20_000

type Port = { port: number }
type Timed = { ms: number; rows: number }

declare global {
  var mirror: {
    put: (at: Port) => Promise<void>
    firstSync: (how: { isMirrored: boolean; personId: string }) => Promise<Timed>
    keep: (personId: string) => Promise<void>
    refill: () => Promise<Timed>
    changeVisits: (count: number) => Promise<{ mirrored: number[]; plain: number[] }>
    settle: (unsent: number) => Promise<void>
    startedMs: number | undefined
  }
}

/**
 * The mirror under a copy of 20,000 rows in a real Chromium, its file kept by the desktop's store in another process, each against the same
 * without a mirror, in turns: changes saved one by one, a first copy, refilling a cleared copy against fetching it, a cold start.
 */
export async function mirrorFigures(prepared: Prepared): Promise<void> {
  await seedPractice(prepared.owner)
  const server = await startSubject(SERVER, prepared)
  const store = await startSubject(new URL('./mirror-subject.ts', import.meta.url), {})
  try {
    await measure(server, store)
  } finally {
    await store.stop()
    await server.stop()
  }
}

const measure = (server: Subject, store: Subject) =>
  withPage(
    'mirror',
    async (page) => {
      await page.evaluate((at) => globalThis.mirror.put(at), { port: store.port })
      const first = (isMirrored: boolean) => () =>
        timeOf(page.evaluate((how) => globalThis.mirror.firstSync(how), { isMirrored, personId: PERSON }))
      const copy = await interleave(ROUNDS, first(true), first(false))
      await page.evaluate((person) => globalThis.mirror.keep(person), PERSON)
      const refill = await interleave(ROUNDS, () => timeOf(page.evaluate(() => globalThis.mirror.refill())), first(false))
      const saves = await page.evaluate((count) => globalThis.mirror.changeVisits(count), CHANGES)
      await page.evaluate((unsent) => globalThis.mirror.settle(unsent), UNSENT)
      const start = async (how: string) => {
        await page.goto(`${page.url().replace(/[?#].*/, '')}?${how}`)
        await page.waitForFunction(() => globalThis.mirror?.startedMs !== undefined)
        return page.evaluate(() => globalThis.mirror.startedMs as number)
      }
      const cold = await interleave(
        STARTS,
        () => start(`mirrored&port=${store.port}`),
        () => start('plain'),
      )
      report({ copy, refill, saves, cold })
    },
    { port: server.port, cookie: tokenOf(1) },
  )

type Ratio = { ratio: number; a: number; b: number }

function report({
  copy,
  refill,
  saves,
  cold,
}: Record<'copy' | 'refill' | 'cold', Ratio> & { saves: { mirrored: number[]; plain: number[] } }) {
  const [ours, plain] = [median(saves.mirrored), median(saves.plain)]
  const both = ({ a, b }: Ratio) => `${a.toFixed(0)} ms / ${b.toFixed(0)} ms`
  figure('a change saved with a mirror / without', ours / plain, 'x', 1.6, `${ours.toFixed(2)} ms / ${plain.toFixed(2)} ms`)
  figure('the same, 99 of 100', quantile(saves.mirrored, 0.99), ' ms', 20, `without ${quantile(saves.plain, 0.99).toFixed(1)} ms`)
  figure('first copy of 20,000 rows with a mirror / without', copy.ratio, 'x', 1.3, both(copy))
  figure('20,000 rows refilled from the mirror / fetched', refill.ratio, 'x', 1, both(refill))
  figure('a cold start with the mirror as new as the copy / without', cold.ratio, 'x', 1.1, both(cold))
}

const quantile = (values: number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? Number.NaN

async function timeOf(timed: Promise<Timed>): Promise<number> {
  const { ms, rows } = await timed
  if (rows < ROWS) throw new Error(`only ${rows} rows came`)
  return ms
}
