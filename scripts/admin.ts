// A server administrator's commands: `npm run admin -- reset-password EMAIL`, `-- plan EMAIL professional 2027-11-30`, `-- jobs`,
// `-- service SLUG EMAIL vet-integration on`, `-- service-price portal 249 2027-09-01`, `-- rotate-vault`.

import { openForRequests } from '#app/pools.ts'
import { fail, printLine } from '#app/process.ts'
import { reachDatabase } from '#app/reach-database.ts'
import { arrangePlan } from '#features/core/billing/server/operator.ts'
import { resetPassword } from '#features/core/practice/server/sign-in.ts'
import { rotateVault } from '#features/office/integrations/server/rotate-vault.ts'
import { PRICE_DAYS } from '#features/records/services/law-rules.ts'
import { announcePrice } from '#features/records/services/server/announce-price.ts'
import { arrangeService } from '#features/records/services/server/arrange-service.ts'
import { currentTime, setClock } from '#lib/clock.ts'
import { dayAndYear, dayOf } from '#lib/dates.ts'
import { pounds } from '#lib/money.ts'
import { SERVICES, TIERS } from '#lib/plan.ts'
import { type Config, readConfig } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database/db.ts'
import { listRuns } from '#platform/server/database/job-runs.ts'
import { StartError } from '#platform/server/start-error.ts'
import { openVault } from '#platform/server/vault.ts'

const USAGE = [
  'Usage: npm run admin -- reset-password EMAIL',
  `       npm run admin -- plan EMAIL|PRACTICE ${TIERS.join('|')} LAST-DAY|always`,
  `       npm run admin -- service PRACTICE CLIENT-EMAIL ${SERVICES.join('|')} on|off`,
  `       npm run admin -- service-price ${SERVICES.join('|')} PENCE FROM-DAY`,
  '       npm run admin -- jobs',
  '       npm run admin -- rotate-vault',
].join('\n')

const WORKS = new Map([
  ['reset-password', linkFor],
  ['plan', planFor],
  ['service', serviceFor],
  ['service-price', priceOf],
  ['jobs', printJobs],
  ['rotate-vault', rotate],
])

try {
  const [command, ...words] = process.argv.slice(2)
  const work = WORKS.get(command ?? '')?.(words)
  if (!work) throw new StartError(USAGE)
  printLine(await beside(work))
} catch (error) {
  fail(error)
}

type Work = (db: Database, config: Config) => Promise<string>

async function beside(work: Work): Promise<string> {
  const config = readConfig(process.env)
  if (config.clock) setClock(config.clock)
  const database = await reachDatabase(config, printLine)
  const db = openForRequests(database, config)
  try {
    return await work(db, config)
  } finally {
    await db.close()
    await database.stop()
  }
}

/** Prints a line for each job that runs over all practices. */
function printJobs(more: string[]): Work | undefined {
  if (more.length > 0) return undefined
  return async (db) => {
    const runs = (await listRuns(db)).map(({ job, on_day, is_over, done, failed, seconds, finished_at }) =>
      [
        `${job} for ${on_day}: ${is_over ? 'done' : 'not over'}`,
        `${done} practices, ${failed.length} failed, ${seconds.toFixed(1)} s`,
        `last finished ${finished_at?.toISOString() ?? 'never'}`,
      ].join('; '),
    )
    return runs.join('\n') || 'No job has gone over the practices yet.'
  }
}

/** Makes a newer key, unless the configuration names them, and seals every secret with it. */
function rotate(more: string[]): Work | undefined {
  if (more.length > 0) return undefined
  return async (db, config) => {
    const vault = openVault(config)
    if (!config.vaultKeys) vault.rotate()
    const count = await rotateVault(db, vault)
    return `${count} secrets are sealed with the newest key.`
  }
}

function linkFor([email, ...more]: string[]): Work | undefined {
  if (!email || more.length > 0) return undefined
  return async (db, { origin }) => {
    const link = await resetPassword(db, email, origin)
    if (!link) throw new StartError(`Nobody signs in with ${email}.`)
    return `This link signs in once, within a day, and can set a new password:\n${link}`
  }
}

function planFor([who, plan, until, ...more]: string[]): Work | undefined {
  const tier = TIERS.find((each) => each === plan)
  if (!who || !tier || !until || more.length > 0 || !/^(always|\d{4}-\d\d-\d\d)$/.test(until)) return undefined
  return async (db) => {
    const practices = await arrangePlan(db, who, { tier, until: until === 'always' ? null : until })
    if (practices.length === 0) throw new StartError(`No practice is called ${who}, and nobody signs in with it.`)
    if (practices.length > 1) throw new StartError(`Name the practice by the word in brackets: ${practices.join(', ')}.`)
    return `${practices[0]} is on ${tier} ${until === 'always' ? 'without an end' : `to ${until}`}.`
  }
}

/** Begins or ends a service of all horses of a client, who is known by their e-mail. */
function serviceFor([slug, email, wanted, way, ...more]: string[]): Work | undefined {
  const service = SERVICES.find((each) => each === wanted)
  if (!slug || !email || !service || more.length > 0 || (way !== 'on' && way !== 'off')) return undefined
  return async (db, { origin }) => {
    const horses = await arrangeService({ db, origin }, { slug, email, service, isOn: way === 'on' })
    if (!horses) throw new StartError(`${slug} has no one client with the e-mail ${email} and a horse.`)
    return `${service} ${way === 'on' ? 'is open' : 'ends today'} for ${horses.join(', ')}.`
  }
}

/** Records that a service will cost another sum, so that its payers are notified in time. */
function priceOf([wanted, pence, fromOn, ...more]: string[]): Work | undefined {
  const service = SERVICES.find((each) => each === wanted)
  if (!service || !/^[1-9]\d{0,3}$/.test(pence ?? '') || !fromOn || more.length > 0 || !/^\d{4}-\d\d-\d\d$/.test(fromOn)) return undefined
  return async (db) => {
    const refusal = await announcePrice(db, { service, pence: Number(pence), fromOn }, dayOf(currentTime(), 'Europe/London'))
    if (refusal === 'too_near') throw new StartError(`It is told ${PRICE_DAYS} days before: name a later day.`)
    if (refusal === 'same') throw new StartError('It costs that already.')
    return `Who pays for ${service} is told tomorrow morning that it costs ${pounds(Number(pence))} from ${dayAndYear(fromOn)}. Set the new price at Stripe on that day.`
  }
}
